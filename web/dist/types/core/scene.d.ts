/** One of the two sides: 1 is Black, 2 is White. */
export type Side = 1 | 2;
/** A column and a row, counted from 0 at the upper left corner of the board. */
export type Point = [column: number, row: number];
/** How a board looks. `other` boards (Backgammon, chess, Octi) are pictures; draw them with {@link Game.svg}. */
export type BoardKind = "lines" | "cells" | "checkered" | "hex" | "holes" | "other";
/** The shape of a mark. */
export type MarkKind = "circle" | "cross" | "square" | "selected" | "triangle";
/** Everything to be seen at a node: the position, its markup, and the words beside it. */
export interface Scene {
    board: BoardKind;
    columns: number;
    rows: number;
    /** The names of the columns from the left, as players of this game call them: `A` `B` … without `I` in Go. */
    columnNames: string[];
    /** The names of the rows from the top: `19` `18` … in Go, `1` `2` … in Othello. */
    rowNames: string[];
    /** The rectangle to show: left, top, right, bottom. The whole board unless `VW` asks for less. */
    window: [number, number, number, number];
    /**
     * One character a point, row by row: `.` empty; `X` `O` stones; `Q` `q` queens; `P` `p` pegs; `C` `c` cells that are
     * taken; `#` a cell that is gone for both. The first of a pair is Black's. On `other` boards it has no kinds and colors:
     * `#` is a piece of chess, and pieces of Backgammon and Octi are missing.
     */
    pieces: string;
    /** Points that `VW` hides inside the window. */
    hidden: Point[];
    stars: Point[];
    marks: [number, number, MarkKind][];
    labels: [number, number, string][];
    /** Move numbers, if the caller asked for them. */
    numbers: [number, number, number][];
    /** `TB` and `TW`. A stone on such a point is dead. */
    territory: [number, number, Side][];
    /** Where variations begin, with the letter of each and who moves (0 unknown). */
    hints: [number, number, string, 0 | Side][];
    /** Points that `DD` grays out. */
    dim: Point[];
    /** The point of the last move. */
    last: Point | null;
    arrows: [number, number, number, number][];
    lines: [number, number, number, number][];
    /** Links between pegs (TwixT), with their owner. */
    links: [[number, number, number, number], Side][];
    /** Whose turn it is after this node. */
    toPlay: Side;
    /** Stones captured by Black and by White; `null` in games without captures. */
    prisoners: [number, number] | null;
    /** The number of this node's move; 0 without a move. */
    moveNumber: number;
    /** Who made the move of this node; 0 without a move. */
    mover: 0 | Side;
    /** The move as players write it: `Q16`, `pass`. */
    moveName: string;
    /** What the sides are called in this game. */
    names: [string, string];
    /** The name of the node (`N`). */
    name: string;
    /** The comment of the node (`C`). */
    comment: string;
    /** What could not be read or done on the way to this node, one sentence each. */
    notes: string[];
}
/** What {@link Game.scene} shows besides the record's own markup. */
export interface SceneOptions {
    /** Move numbers: `none` (the default), `all`, the number of last moves, or `figure` as `FG` and `PM` ask. */
    numbers?: "none" | "all" | "figure" | number;
    /** Variations: as `ST` asks (`author`, the default), `none`, of the next move, or in the place of this move. */
    variations?: "author" | "none" | "children" | "siblings";
}
