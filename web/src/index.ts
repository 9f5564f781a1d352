/** Defines `<kifu-player>`: a game record on any web page. */
import { loadConvert, loadFull } from "./core/modules.js";
import { Reader } from "./core/reader.js";
import { loadCore } from "./core/viewer.js";
import { define } from "./player/element.js";

define(async () => Reader.make(await loadCore(), { full: loadFull, convert: loadConvert, parts: () => import("./core/parts.js") }));

export { KifuPlayer } from "./player/element.js";
export type { KifuPlayerEvents } from "./player/events.js";
export { SKINS } from "./player/skins.js";
export { LANGUAGES } from "./player/texts.js";
