import type { Scene } from "../core/scene.js";
/** How points are called. */
export type Coordinates = "western" | "east-asian" | "sgf" | "none";
/** A number up to 99 in East Asian numerals. */
export declare function kanji(number: number): string;
/** The names of the columns and rows of a board, by what the reader chose: those of the West are those of the game. */
export declare function edgeNames(scene: Scene, chosen: Coordinates): [columns: string[], rows: string[]];
/** What stands between the names of a column and a row. */
export declare function between(chosen: Coordinates): string;
/** The name of a column in Go, counted from 0 at the left. */
export declare function columnName(column: number, kind: Coordinates): string;
/** The name of a row in Go, counted from 0 at the top. */
export declare function rowName(row: number, rows: number, kind: Coordinates): string;
/** The name of a point of Go for people; without coordinates the Western one. */
export declare function pointName(column: number, row: number, rows: number, kind: Coordinates): string;
/** The point in the letters of SGF, for boards up to 52 by 52. */
export declare function sgfPoint(column: number, row: number): string;
