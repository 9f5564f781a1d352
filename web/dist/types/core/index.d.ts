import { Kifu } from "./kifu.js";
export { Game, NodeFlag } from "./game.js";
export { Kifu } from "./kifu.js";
export type { Diagnostic, Edit, Fix, Written } from "./kifu.js";
export { Record } from "./record.js";
export type { Problem, Title } from "./record.js";
export type { BoardKind, MarkKind, Point, Scene, SceneOptions, Side } from "./scene.js";
/** Loads the core module once; others follow when something needs them. */
export declare const open: () => Promise<Kifu>;
