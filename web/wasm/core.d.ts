/* tslint:disable */
/* eslint-disable */

/**
 * A walk through a game: it stands at a node and knows the position there. A change of the record does not reach a
 * walk that began before it.
 */
export class Cursor {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Goes to a node and returns the scene there as JSON. `numbers` is how many of the last moves have numbers (-1
     * all, -2 as the record's figures ask); `hints` is 0 as the record asks, 1 none, 2 children, 3 siblings.
     */
    scene(node: number, numbers: number, hints: number): string;
}

/**
 * A file of game records.
 */
export class Record {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * A walk through a game, which begins at its root.
     */
    cursor(game: number): Cursor;
    /**
     * The nodes whose comment or name contains `needle`, in any case.
     */
    find(game: number, needle: string): Uint32Array;
    /**
     * Reads text that is decoded already.
     */
    static fromText(text: string): Record;
    /**
     * The game info that holds at a node as JSON: pairs of name and value.
     */
    info(game: number, node: number): string;
    /**
     * All nodes of a game, eight numbers each; see `nodes.rs`.
     */
    nodes(game: number): Int32Array;
    /**
     * The positions of all nodes of a game of Go, one byte a point: 0 empty, 1 black, 2 white.
     */
    positions(game: number): Uint8Array;
    /**
     * Errors of grammar, as JSON.
     */
    problems(): string;
    /**
     * The properties of a node as JSON: pairs of identifier and raw values.
     */
    properties(game: number, node: number): string;
    /**
     * The text of a property, decoded; `undefined` if the node has none.
     */
    text(game: number, node: number, identifier: string): string | undefined;
    /**
     * Lines of the list of games, from `first` to before `end`, as JSON.
     */
    titles(first: number, end: number): string;
    /**
     * How many games the file has.
     */
    readonly games: number;
    /**
     * How many nodes all games have together.
     */
    readonly nodeCount: number;
}

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_cursor_free: (a: number, b: number) => void;
    readonly __wbg_record_free: (a: number, b: number) => void;
    readonly cursor_scene: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly record_cursor: (a: number, b: number) => [number, number, number];
    readonly record_find: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly record_fromText: (a: number, b: number) => number;
    readonly record_games: (a: number) => number;
    readonly record_info: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_nodeCount: (a: number) => number;
    readonly record_nodes: (a: number, b: number) => [number, number, number, number];
    readonly record_positions: (a: number, b: number) => [number, number, number, number];
    readonly record_problems: (a: number) => [number, number];
    readonly record_properties: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_text: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly record_titles: (a: number, b: number, c: number) => [number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
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
