/** Defines `<kifu-player>`: a game record on any web page. */
import { open } from "./core/index.js";
import { define } from "./player/element.js";

define(open);

export { KifuPlayer } from "./player/element.js";
export { SKINS } from "./player/skins.js";
export { LANGUAGES } from "./player/texts.js";
