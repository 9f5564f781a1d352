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
import initialize, { Record as CoreRecord } from "../../wasm/core.js";
import type { Glue } from "./glue.js";
import { Kifu } from "./kifu.js";
import { instantiate, once } from "./load.js";
import { loadCheck, loadConvert, loadFull } from "./modules.js";

export { Game, NodeFlag } from "./game.js";
export { Kifu } from "./kifu.js";
export type { Diagnostic, Edit, Fix, Source, Written } from "./kifu.js";
export { Record } from "./record.js";
export type { Problem, Title } from "./record.js";
export type { BoardKind, MarkKind, Point, Scene, SceneOptions, Side } from "./scene.js";

// An object of its own: a namespace object would need a helper, which the player would load as a second script.
const core = { default: initialize, Record: CoreRecord };

/** Loads the core module once; others follow when something needs them. */
export const open: () => Promise<Kifu> = once(async () => {
  const glue = await instantiate(core as unknown as Glue, new URL("core_bg.wasm", import.meta.url));
  return new Kifu(glue, { full: loadFull, check: loadCheck, convert: loadConvert });
});
