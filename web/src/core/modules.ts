// Each import becomes a file of generated code only, so that the script of a page needs no other script for its first board.
import type { CheckGlue, ConvertGlue, Glue } from "./glue.js";
import { instantiate, once } from "./load.js";

/** @internal */
export const loadFull: () => Promise<Glue> = once(async () =>
  instantiate((await import("../../wasm/full.js")) as unknown as Glue, "full_bg.wasm", () => new URL("full_bg.wasm", import.meta.url)),
);

/** @internal */
export const loadCheck: () => Promise<CheckGlue> = /* @__PURE__ */ once(async () =>
  instantiate((await import("../../wasm/check.js")) as unknown as CheckGlue, "check_bg.wasm", () => new URL("check_bg.wasm", import.meta.url)),
);

/** @internal */
export const loadConvert: () => Promise<ConvertGlue> = once(async () =>
  instantiate((await import("../../wasm/convert.js")) as unknown as ConvertGlue, "convert_bg.wasm", () => new URL("convert_bg.wasm", import.meta.url)),
);
