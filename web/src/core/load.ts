import type { Start } from "./glue.js";

/** Options of `open`. */
export interface OpenOptions {
  /**
   * The folder of the files `*_bg.wasm`, as an address; in a browser it may be relative to the page. It counts for all
   * modules that are loaded after the call. The default is the folder of the script.
   */
  modules?: string | URL;
}

let folder: URL | undefined;

/**
 * Makes the options count.
 * @internal
 */
export function use(options: OpenOptions): void {
  const { modules } = options ?? {};
  if (modules !== undefined) folder = new URL(`${modules}`.replace(/\/?$/, "/"), globalThis.location?.href);
}

/**
 * Instantiates a generated module from its file in the folder of {@link use}, or the file beside this one: by `fetch` in a
 * browser or a worker, from the disk in Node and Deno.
 * @internal
 */
export async function instantiate<T extends Start>(glue: T, name: string, beside: () => URL): Promise<T> {
  // Scripts that are no modules have no address that `beside` could use.
  const url = folder ? new URL(name, folder) : beside();
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
