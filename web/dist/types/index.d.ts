export { KifuPlayer } from "./player/element.js";
export { SKINS } from "./player/skins.js";
export { LANGUAGES } from "./player/texts.js";
