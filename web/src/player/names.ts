import type { BoardKind } from "../core/scene.js";

/** How points are called. */
export type Coordinates = "western" | "eastern" | "sgf" | "none";

const WESTERN = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SGF = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "〇一二三四五六七八九";

/** A number up to 99 in East Asian numerals. */
export function kanji(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return (tens > 1 ? DIGITS[tens] : "") + (tens > 0 ? "十" : "") + (ones > 0 || tens === 0 ? DIGITS[ones] : "");
}

/** Hex and TwixT have names of their own: small letters, and rows from the top. */
type Names = Coordinates | "letters-down";

/** The coordinates of a board, by what the reader chose. */
export function namesOf(board: BoardKind, chosen: Coordinates): Names {
  return chosen === "western" && (board === "hex" || board === "holes") ? "letters-down" : chosen;
}

/** The name of a column, counted from 0 at the left. */
export function columnName(column: number, kind: Names): string {
  if (kind === "eastern") return String(column + 1);
  if (kind === "sgf") return SGF[column] ?? "";
  if (kind === "letters-down") return (column < 26 ? "" : SGF[Math.floor(column / 26) - 1]) + SGF[column % 26];
  const letter = WESTERN[column % 25];
  return column < 25 ? letter : WESTERN[Math.floor(column / 25) - 1] + letter;
}

/** The name of a row, counted from 0 at the top. */
export function rowName(row: number, rows: number, kind: Names): string {
  if (kind === "eastern") return kanji(row + 1);
  if (kind === "sgf") return SGF[row] ?? "";
  return String(kind === "letters-down" ? row + 1 : rows - row);
}

/** The name of a point for people; without coordinates the Western one. */
export function pointName(column: number, row: number, rows: number, kind: Names): string {
  const between = kind === "eastern" ? "-" : "";
  return columnName(column, kind) + between + rowName(row, rows, kind);
}

/** The point in the letters of SGF, for boards up to 52 by 52. */
export function sgfPoint(column: number, row: number): string {
  return SGF[column] + SGF[row];
}
