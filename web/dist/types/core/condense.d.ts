/** A file without most of its moves. */
export interface Condensed {
    games: Uint8Array;
    /** With a game of ASCII at the end, as long as the file: the core weighs fewer games of a shorter one. */
    padded: Uint8Array;
}
/** Leaves out of a file what says nothing about its encoding: moves in a row. */
export declare function condense(bytes: Uint8Array): Condensed;
