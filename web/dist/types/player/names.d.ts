import type { BoardKind } from "../core/scene.js";
/** How points are called. */
export type Coordinates = "western" | "eastern" | "sgf" | "none";
/** A number up to 99 in East Asian numerals. */
export declare function kanji(number: number): string;
/** Hex and TwixT have names of their own: small letters, and rows from the top. */
type Names = Coordinates | "letters-down";
/** The coordinates of a board, by what the reader chose. */
export declare function namesOf(board: BoardKind, chosen: Coordinates): Names;
/** The name of a column, counted from 0 at the left. */
export declare function columnName(column: number, kind: Names): string;
/** The name of a row, counted from 0 at the top. */
export declare function rowName(row: number, rows: number, kind: Names): string;
/** The name of a point for people; without coordinates the Western one. */
export declare function pointName(column: number, row: number, rows: number, kind: Names): string;
/** The point in the letters of SGF, for boards up to 52 by 52. */
export declare function sgfPoint(column: number, row: number): string;
export {};
