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
import * as core from "../../wasm/core.js";
import type { Glue } from "./glue.js";
import { Kifu } from "./kifu.js";
import { instantiate } from "./load.js";

export { Game, NodeFlag } from "./game.js";
export { Kifu } from "./kifu.js";
export type { Diagnostic, Edit, Fix, Written } from "./kifu.js";
export { Record } from "./record.js";
export type { Problem, Title } from "./record.js";
export type { BoardKind, MarkKind, Point, Scene, SceneOptions, Side } from "./scene.js";

let opened: Promise<Kifu> | undefined;

/** Loads the core module once; the full module follows when something needs it. */
export function open(): Promise<Kifu> {
  opened ??= instantiate(core as unknown as Glue, new URL("core_bg.wasm", import.meta.url)).then(
    (glue) => new Kifu(glue, async () => (await import("../full.js")).load()),
  );
  return opened;
}
