/** Editing, SVG and any encoding from the start; checks, fixes and other formats are loaded once they are needed. */
import { Kifu } from "./core/kifu.js";
import { use, type OpenOptions } from "./core/load.js";
import { loadCheck, loadConvert, loadFull } from "./core/modules.js";

export type { Diagnostic, Edit, Fix, Written } from "./core/kifu.js";
export type { OpenOptions } from "./core/load.js";
export type { Source } from "./core/reader.js";
export { Kifu } from "./core/kifu.js";
export { Record } from "./core/record.js";
export { Game, NodeFlag } from "./core/game.js";

/** Loads the full module once. */
export async function open(options: OpenOptions = {}): Promise<Kifu> {
  use(options);
  return Kifu.make(await loadFull(), { check: loadCheck, convert: loadConvert });
}
