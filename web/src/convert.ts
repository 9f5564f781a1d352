/** Other formats than SGF. */
import * as convert from "../wasm/convert.js";
import type { ConvertGlue } from "./core/glue.js";
import { instantiate, once } from "./core/load.js";

/** @internal */
export const load: () => Promise<ConvertGlue> = once(() => instantiate(convert as unknown as ConvertGlue, new URL("convert_bg.wasm", import.meta.url)));
