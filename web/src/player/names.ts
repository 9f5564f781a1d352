import type { Scene } from "../core/scene.js";

/** How points are called. */
export type Coordinates = "western" | "east-asian" | "sgf" | "none";

const WESTERN = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SGF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "〇一二三四五六七八九";

/** A number up to 99 in East Asian numerals. */
export function kanji(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return (tens > 1 ? DIGITS[tens] : "") + (tens > 0 ? "十" : "") + (ones > 0 || tens === 0 ? DIGITS[ones] : "");
}

/** The names of the columns and rows of a board, by what the reader chose: those of the West are those of the game. */
export function edgeNames(scene: Scene, chosen: Coordinates): [columns: string[], rows: string[]] {
  if (chosen === "western" || chosen === "none") return [scene.columnNames, scene.rowNames];
  return [scene.columnNames.map((_, column) => columnName(column, chosen)), scene.rowNames.map((_, row) => rowName(row, scene.rows, chosen))];
}

/** What stands between the names of a column and a row. */
export function between(chosen: Coordinates): string {
  return chosen === "east-asian" ? "-" : "";
}

/** The name of a column in Go, counted from 0 at the left. */
export function columnName(column: number, kind: Coordinates): string {
  if (kind === "east-asian") return String(column + 1);
  if (kind === "sgf") return SGF[column] ?? "";
  const letter = WESTERN[column % 25];
  return column < 25 ? letter : WESTERN[Math.floor(column / 25) - 1] + letter;
}

/** The name of a row in Go, counted from 0 at the top. */
export function rowName(row: number, rows: number, kind: Coordinates): string {
  if (kind === "east-asian") return kanji(row + 1);
  if (kind === "sgf") return SGF[row] ?? "";
  return String(rows - row);
}

/** The name of a point of Go for people; without coordinates the Western one. */
export function pointName(column: number, row: number, rows: number, kind: Coordinates): string {
  return columnName(column, kind) + between(kind) + rowName(row, rows, kind);
}

/** The point in the letters of SGF, for boards up to 52 by 52. */
export function sgfPoint(column: number, row: number): string {
  return SGF[column] + SGF[row];
}
