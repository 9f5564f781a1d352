/** Editing, SVG and any encoding from the start; checks, fixes and other formats are loaded once they are needed. */
import { Kifu } from "./core/kifu.js";
import { type OpenOptions } from "./core/load.js";
export type { Diagnostic, Edit, Fix, Written } from "./core/kifu.js";
export type { OpenOptions } from "./core/load.js";
export type { Source } from "./core/reader.js";
export { Kifu } from "./core/kifu.js";
export { Record } from "./core/record.js";
export { Game, NodeFlag } from "./core/game.js";
/** Loads the full module once. */
export declare function open(options?: OpenOptions): Promise<Kifu>;
