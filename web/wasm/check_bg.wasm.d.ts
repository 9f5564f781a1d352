/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const check: (a: number, b: number, c: number) => [number, number];
export const fix: (a: number, b: number, c: number) => [number, number];
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_start: () => void;
