/** Diagnostics and fixes. */
import * as check from "../wasm/check.js";
import type { CheckGlue } from "./core/glue.js";
import { instantiate, once } from "./core/load.js";

/** @internal */
export const load: () => Promise<CheckGlue> = once(() => instantiate(check as unknown as CheckGlue, new URL("check_bg.wasm", import.meta.url)));
