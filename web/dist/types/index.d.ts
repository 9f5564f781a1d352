export { KifuPlayer } from "./player/element.js";
export type { KifuPlayerEvents } from "./player/events.js";
export { SKINS } from "./player/skins.js";
export { LANGUAGES } from "./player/texts.js";
