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
export declare function drawing({ columns, rows, cells }: Grid, { left, top, right, bottom }: Area): string;
type Turn = (column: number, row: number) => [column: number, row: number];
/** The ways to look at the area of a board in which it is the same; a continuation is played at all of their points. */
export declare function symmetries(grid: Grid, area: Area): Turn[];
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
/** Reads what is explored from the query of an address. */
export declare function read(values: URLSearchParams, usual: string): State;
/** The size of the board as SGF and conditions on games have it. */
export declare function sizeName({ columns, rows }: State): string;
/** The condition on the games. A part of a board fits larger and smaller boards too, so its size is a condition. */
export declare function condition(state: State): string;
/** The values of an address that lead back to what is explored. */
export declare function write(state: State): {
    [name: string]: string | boolean | undefined;
};
/** The record of the path: its last position is what is on the board. */
export declare function record(state: State): string;
/** The point of a move for people. */
export declare function moveName(move: Move, rows: number): string;
export {};
