/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_get_written_bytes: (a: number) => [number, number];
export const __wbg_get_written_losses: (a: number) => [number, number];
export const __wbg_set_written_bytes: (a: number, b: number, c: number) => void;
export const __wbg_set_written_losses: (a: number, b: number, c: number) => void;
export const __wbg_written_free: (a: number, b: number) => void;
export const formatOf: (a: number, b: number) => [number, number];
export const fromSgf: (a: number, b: number, c: number, d: number) => [number, number, number];
export const toSgf: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __externref_table_dealloc: (a: number) => void;
export const __externref_drop_slice: (a: number, b: number) => void;
export const __externref_table_alloc: () => number;
export const __wbindgen_start: () => void;
