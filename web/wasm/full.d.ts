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
    /**
     * Goes to a node and draws it as SVG. `coordinates` is a name such as `western`, or empty for what is usual in
     * the game.
     */
    svg(node: number, coordinates: string): string;
}

/**
 * A file of game records.
 */
export class Record {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a node after the last variation of `parent`, with one property, and returns its number.
     */
    addNode(game: number, parent: number, identifier: string, value: string): number;
    /**
     * The encodings of the file, in order of appearance.
     */
    charsets(): string[];
    /**
     * A walk through a game, which begins at its root.
     */
    cursor(game: number): Cursor;
    /**
     * The nodes whose comment or name contains `needle`, in any case.
     */
    find(game: number, needle: string): Uint32Array;
    /**
     * Reads the bytes of a file in any encoding. `charset` is the encoding that the caller states, or empty.
     */
    static fromBytes(bytes: Uint8Array | number[], charset: string): Record;
    /**
     * Reads text that is decoded already.
     */
    static fromText(text: string): Record;
    /**
     * One game as a text of its own, in compact form.
     */
    gameText(game: number): string;
    /**
     * The game info that holds at a node as JSON: pairs of name and value.
     */
    info(game: number, node: number): string;
    /**
     * Makes the line through a node the main line.
     */
    makeMainLine(game: number, node: number): void;
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
     * Moves a variation one place toward the main line.
     */
    promote(game: number, node: number): void;
    /**
     * The properties of a node as JSON: pairs of identifier and raw values.
     */
    properties(game: number, node: number): string;
    /**
     * Repeats the change that was taken back last; returns whether there was one.
     */
    redo(): boolean;
    /**
     * Removes a node and all nodes after it.
     */
    removeNode(game: number, node: number): void;
    /**
     * Sets a text property; the text is escaped. An empty text removes the property.
     */
    setText(game: number, node: number, identifier: string, text: string): void;
    /**
     * Sets a property to raw values, which are escaped as SGF wants it. No values remove the property.
     */
    set(game: number, node: number, identifier: string, values: string[]): void;
    /**
     * The text of a property, decoded; `undefined` if the node has none.
     */
    text(game: number, node: number, identifier: string): string | undefined;
    /**
     * Lines of the list of games, from `first` to before `end`, as JSON.
     */
    titles(first: number, end: number): string;
    /**
     * The file with everything that was not changed as it was, byte for byte, in its own encodings.
     */
    toBytes(): Uint8Array;
    /**
     * The file as text, `canonical` or `compact`.
     */
    toText(style: string): string;
    /**
     * Takes back the last change; returns whether there was one.
     */
    undo(): boolean;
    /**
     * Whether there is a change to redo.
     */
    readonly canRedo: boolean;
    /**
     * Whether there is a change to undo.
     */
    readonly canUndo: boolean;
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
    readonly cursor_svg: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly record_addNode: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly record_canRedo: (a: number) => number;
    readonly record_canUndo: (a: number) => number;
    readonly record_charsets: (a: number) => [number, number];
    readonly record_cursor: (a: number, b: number) => [number, number, number];
    readonly record_find: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly record_fromBytes: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly record_fromText: (a: number, b: number) => number;
    readonly record_gameText: (a: number, b: number) => [number, number, number, number];
    readonly record_games: (a: number) => number;
    readonly record_info: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_makeMainLine: (a: number, b: number, c: number) => [number, number];
    readonly record_nodeCount: (a: number) => number;
    readonly record_nodes: (a: number, b: number) => [number, number, number, number];
    readonly record_positions: (a: number, b: number) => [number, number, number, number];
    readonly record_problems: (a: number) => [number, number];
    readonly record_promote: (a: number, b: number, c: number) => [number, number];
    readonly record_properties: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_redo: (a: number) => number;
    readonly record_removeNode: (a: number, b: number, c: number) => [number, number];
    readonly record_set: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number];
    readonly record_setText: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number];
    readonly record_text: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly record_titles: (a: number, b: number, c: number) => [number, number];
    readonly record_toBytes: (a: number) => [number, number, number, number];
    readonly record_toText: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_undo: (a: number) => number;
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
