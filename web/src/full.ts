/** The full module: any encoding, checks, fixes and other formats from the start. */
import * as full from "../wasm/full.js";
import type { Glue } from "./core/glue.js";
import { Kifu } from "./core/kifu.js";
import { instantiate } from "./core/load.js";

export type { Diagnostic, Edit, Fix, Written } from "./core/kifu.js";
export { Kifu } from "./core/kifu.js";
export { Record } from "./core/record.js";
export { Game, NodeFlag } from "./core/game.js";

let loaded: Promise<Glue> | undefined;

/** @internal */
export function load(): Promise<Glue> {
  loaded ??= instantiate(full as unknown as Glue, new URL("full_bg.wasm", import.meta.url));
  return loaded;
}

/** Loads the full module once. */
export async function open(): Promise<Kifu> {
  const glue = await load();
  return new Kifu(glue, () => Promise.resolve(glue));
}
