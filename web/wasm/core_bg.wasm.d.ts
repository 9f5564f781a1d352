/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_cursor_free: (a: number, b: number) => void;
export const __wbg_record_free: (a: number, b: number) => void;
export const cursor_scene: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const record_cursor: (a: number, b: number) => [number, number, number];
export const record_find: (a: number, b: number, c: number, d: number) => [number, number, number, number];
export const record_fromText: (a: number, b: number) => number;
export const record_games: (a: number) => number;
export const record_info: (a: number, b: number, c: number) => [number, number, number, number];
export const record_nodeCount: (a: number) => number;
export const record_nodes: (a: number, b: number) => [number, number, number, number];
export const record_positions: (a: number, b: number) => [number, number, number, number];
export const record_problems: (a: number) => [number, number];
export const record_properties: (a: number, b: number, c: number) => [number, number, number, number];
export const record_text: (a: number, b: number, c: number, d: number, e: number) => [number, number];
export const record_titles: (a: number, b: number, c: number) => [number, number];
export const __wbindgen_externrefs: WebAssembly.Table;
export const __externref_table_dealloc: (a: number) => void;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_start: () => void;
