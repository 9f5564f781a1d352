/** Editing, SVG and any encoding from the start; checks, fixes and other formats are loaded once they are needed. */
import * as full from "../wasm/full.js";
import type { Glue } from "./core/glue.js";
import { Kifu } from "./core/kifu.js";
import { instantiate, once } from "./core/load.js";

export type { Diagnostic, Edit, Fix, Written } from "./core/kifu.js";
export { Kifu } from "./core/kifu.js";
export { Record } from "./core/record.js";
export { Game, NodeFlag } from "./core/game.js";

/** @internal */
export const load: () => Promise<Glue> = once(() => instantiate(full as unknown as Glue, new URL("full_bg.wasm", import.meta.url)));

/** Loads the full module once. */
export async function open(): Promise<Kifu> {
  return new Kifu(await load(), {
    check: async () => (await import("./check.js")).load(),
    convert: async () => (await import("./convert.js")).load(),
  });
}
