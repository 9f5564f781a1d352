import type { Start } from "./glue.js";

/**
 * Instantiates a generated module from the file beside this one: by `fetch` in a browser or a worker, from the disk in
 * Node and Deno.
 * @internal
 */
export async function instantiate<T extends Start>(glue: T, url: URL): Promise<T> {
  if (url.protocol === "file:") {
    // The name is computed so that bundlers for browsers leave the import alone.
    const files = ["node", "fs/promises"].join(":");
    const { readFile } = (await import(/* @vite-ignore */ files)) as { readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> };
    await glue.default({ module_or_path: await readFile(url) });
  } else {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
    // Servers that do not know the type of `.wasm` files forbid streaming.
    const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
    await glue.default({ module_or_path: isWasm ? response : await response.arrayBuffer() });
  }
  return glue;
}

/**
 * Loads something once. A failure is not kept: the next call tries again.
 * @internal
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
