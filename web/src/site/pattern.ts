import { columnName, rowName, sgfPoint } from "../player/names.js";

/** What may be on a point: a stone, nothing, or a wildcard as the server draws it. */
export type Letter = "X" | "O" | "." | "x" | "o" | "@" | "*";

/** Columns and rows of a part of a board, both ends included. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A board as letters, row by row. */
export interface Grid {
  columns: number;
  rows: number;
  cells: Letter[];
}

/** The drawing that the server reads: the rows of the area, with the edges of the board that it touches. */
export function drawing({ columns, rows, cells }: Grid, { left, top, right, bottom }: Area): string {
  const lines: string[] = [];
  const edge = "-".repeat(right - left + 3);
  if (top === 0) lines.push(edge);
  for (let row = top; row <= bottom; row++) {
    const line = cells.slice(row * columns + left, row * columns + right + 1).join("");
    lines.push(`${left === 0 ? "|" : ""}${line}${right === columns - 1 ? "|" : ""}`);
  }
  if (bottom === rows - 1) lines.push(edge);
  return lines.join("/");
}

type Turn = (column: number, row: number) => [column: number, row: number];

/** The eight ways to look at a rectangle, the first of them as it is. */
function turns(columns: number, rows: number): { turn: Turn; square: boolean }[] {
  const [c, r] = [columns - 1, rows - 1];
  return [
    { turn: (x, y) => [x, y], square: false },
    { turn: (x, y) => [c - x, y], square: false },
    { turn: (x, y) => [x, r - y], square: false },
    { turn: (x, y) => [c - x, r - y], square: false },
    { turn: (x, y) => [y, x], square: true },
    { turn: (x, y) => [r - y, x], square: true },
    { turn: (x, y) => [y, c - x], square: true },
    { turn: (x, y) => [r - y, c - x], square: true },
  ];
}

/** The ways to look at the area of a board in which it is the same; a continuation is played at all of their points. */
export function symmetries(grid: Grid, area: Area): Turn[] {
  const [columns, rows] = [area.right - area.left + 1, area.bottom - area.top + 1];
  const at = (column: number, row: number) => grid.cells[(area.top + row) * grid.columns + area.left + column];
  // An edge must fall on an edge.
  const edges = (turn: Turn) => {
    const touches = (x: number, y: number) => [
      x === 0 && area.left === 0, x === columns - 1 && area.right === grid.columns - 1,
      y === 0 && area.top === 0, y === rows - 1 && area.bottom === grid.rows - 1,
    ].filter(Boolean).length;
    const corners: [number, number][] = [[0, 0], [columns - 1, 0], [0, rows - 1], [columns - 1, rows - 1]];
    return corners.every(([x, y]) => touches(x, y) === touches(...turn(x, y)));
  };
  return turns(columns, rows)
    .filter(({ square }) => !square || columns === rows)
    .map(({ turn }) => turn)
    .filter((turn) => {
      if (!edges(turn)) return false;
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) if (at(column, row) !== at(...turn(column, row))) return false;
      }
      return true;
    });
}

/** A move of the path one came by. */
export interface Move {
  color: "B" | "W";
  /** The point; none for a pass. */
  point?: [column: number, row: number];
}

/** What is explored, as it stands in the address of the page. */
export interface State {
  columns: number;
  rows: number;
  moves: Move[];
  /** Points that were changed by hand. */
  marks: Map<number, Letter>;
  area?: Area;
  next: "" | "black" | "white";
  where: string;
  variations: boolean;
  fixed: boolean;
  sequence: string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

function pointOf(text: string, columns: number, rows: number): [number, number] | undefined {
  const [column, row] = [LETTERS.indexOf(text[0] ?? "?"), LETTERS.indexOf(text[1] ?? "?")];
  return text.length === 2 && column >= 0 && row >= 0 && column < columns && row < rows ? [column, row] : undefined;
}

/** Reads what is explored from the query of an address. */
export function read(values: URLSearchParams, usual: string): State {
  const sides = (values.get("size") ?? usual).split(":").map(Number);
  const side = (value: number | undefined) => (value && Number.isInteger(value) && value > 0 && value <= 52 ? value : 19);
  const columns = side(sides[0]);
  const rows = side(sides[1] ?? sides[0]);
  const moves: Move[] = [];
  for (const word of (values.get("moves") ?? "").split("-").slice(0, 1000)) {
    const color = word[0];
    if (color !== "B" && color !== "W") continue;
    const point = pointOf(word.slice(1), columns, rows);
    if (point || word.length === 1) moves.push({ color, point });
  }
  const marks = new Map<number, Letter>();
  for (const word of (values.get("marks") ?? "").split("-")) {
    const point = pointOf(word.slice(0, 2), columns, rows);
    if (point && word.length === 3 && "XO.xo@*".includes(word[2])) marks.set(point[1] * columns + point[0], word[2] as Letter);
  }
  const corners = (values.get("area") ?? "").split(":").map((word) => pointOf(word, columns, rows));
  const [from, to] = corners;
  const next = values.get("next");
  return {
    columns,
    rows,
    moves,
    marks,
    area: from && to ? { left: Math.min(from[0], to[0]), top: Math.min(from[1], to[1]), right: Math.max(from[0], to[0]), bottom: Math.max(from[1], to[1]) } : undefined,
    next: next === "black" || next === "white" ? next : "",
    where: values.get("where") ?? "",
    variations: values.get("variations") === "true",
    fixed: values.get("fixed") === "true",
    sequence: values.get("sequence") ?? "",
  };
}

/** The size of the board as SGF and conditions on games have it. */
export function sizeName({ columns, rows }: State): string {
  return columns === rows ? String(columns) : `${columns}:${rows}`;
}

/** The condition on the games. A part of a board fits larger and smaller boards too, so its size is a condition. */
export function condition(state: State): string {
  if (!state.area) return state.where;
  const size = `size=${sizeName(state)}`;
  return state.where ? `(${state.where}) and ${size}` : size;
}

/** The values of an address that lead back to what is explored. */
export function write(state: State): { [name: string]: string | boolean | undefined } {
  const { columns, area } = state;
  const point = (index: number) => sgfPoint(index % columns, Math.floor(index / columns));
  return {
    size: sizeName(state),
    moves: state.moves.map((move) => move.color + (move.point ? sgfPoint(...move.point) : "")).join("-"),
    marks: [...state.marks].map(([index, letter]) => point(index) + letter).join("-"),
    area: area && `${sgfPoint(area.left, area.top)}:${sgfPoint(area.right, area.bottom)}`,
    next: state.next,
    where: state.where,
    variations: state.variations || undefined,
    fixed: state.fixed || undefined,
    sequence: state.sequence,
  };
}

/** The record of the path: its last position is what is on the board. */
export function record(state: State): string {
  const moves = state.moves.map((move) => `;${move.color}[${move.point ? sgfPoint(...move.point) : ""}]`);
  return `(;GM[1]FF[4]SZ[${sizeName(state)}]${moves.join("")})`;
}

/** The point of a move for people. */
export function moveName(move: Move, rows: number): string {
  return move.point ? columnName(move.point[0], "western") + rowName(move.point[1], rows, "western") : "pass";
}
