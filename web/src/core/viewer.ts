import initialize, { Record as CoreRecord } from "../../wasm/core.js";
import type { Glue } from "./glue.js";
import { instantiate, once } from "./load.js";

// An object of its own: a namespace object would need a helper, which the player would load as a second script.
const core = { default: initialize, Record: CoreRecord };

/**
 * Loads the core module once.
 * @internal
 */
export const loadCore: () => Promise<Glue> = once(() => instantiate(core as unknown as Glue, "core_bg.wasm", () => new URL("core_bg.wasm", import.meta.url)));
