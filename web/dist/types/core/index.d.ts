/**
 * Kifu for JavaScript: reads game records of any encoding, knows the positions, edits and writes. Runs in Node, Deno,
 * browsers and workers.
 *
 * ```js
 * import { open } from "@kifu/player/core";
 *
 * const kifu = await open();
 * const record = await kifu.read(bytes);
 * const game = record.game(0);
 * for (const node of game.mainLine()) console.log(game.moveNumber(node), game.text(node, "C"));
 * ```
 */
import { Kifu } from "./kifu.js";
import { type OpenOptions } from "./load.js";
export { Game, NodeFlag } from "./game.js";
export { Kifu } from "./kifu.js";
export type { Diagnostic, Edit, Fix, Written } from "./kifu.js";
export type { OpenOptions } from "./load.js";
export type { Source } from "./reader.js";
export { Record } from "./record.js";
export type { Problem, Title } from "./record.js";
export type { BoardKind, MarkKind, Point, Scene, SceneOptions, Side } from "./scene.js";
/** Loads the core module once; others follow when something needs them. */
export declare function open(options?: OpenOptions): Promise<Kifu>;
