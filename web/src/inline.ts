/** The player with the WebAssembly module inside, as one classic script: for pages that are opened from a disk. */
import * as page from "../wasm/page.js";
import type { Glue } from "./core/glue.js";
import { guess } from "./core/guess.js";
import { once } from "./core/load.js";
import { Reader } from "./core/reader.js";
import { define } from "./player/element.js";
// Bytes compressed by gzip, in base64; the build puts them here.
import packed from "kifu:page";

async function unpack(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const open = once(async () => {
  await (page as unknown as Glue).default({ module_or_path: await unpack() });
  return Reader.make(page as unknown as Glue, { guess });
});
define(open);
