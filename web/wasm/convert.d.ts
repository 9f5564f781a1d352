/* tslint:disable */
/* eslint-disable */

/**
 * The result of [`from_sgf`].
 */
export class Written {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The file.
     */
    get bytes(): Uint8Array;
    /**
     * The file.
     */
    set bytes(value: Uint8Array | number[]);
    /**
     * Content that the format cannot hold: the count, and the identifier of a property or what it is.
     */
    losses: string[];
}

/**
 * The name of the format that bytes are in; `sgf` for SGF and for unknown formats.
 */
export function formatOf(bytes: Uint8Array | number[]): string;

/**
 * Writes all games of an SGF file in another format.
 */
export function fromSgf(bytes: Uint8Array | number[], format: string): Written;

/**
 * Reads a file of another format than SGF, and returns it as SGF in UTF-8.
 */
export function toSgf(bytes: Uint8Array | number[], format: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_get_written_bytes: (a: number) => [number, number];
    readonly __wbg_get_written_losses: (a: number) => [number, number];
    readonly __wbg_set_written_bytes: (a: number, b: number, c: number) => void;
    readonly __wbg_set_written_losses: (a: number, b: number, c: number) => void;
    readonly __wbg_written_free: (a: number, b: number) => void;
    readonly formatOf: (a: number, b: number) => [number, number];
    readonly fromSgf: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly toSgf: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
