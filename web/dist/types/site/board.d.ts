import type { Area, Grid } from "./pattern.js";
/** A continuation on the board. */
export interface Mark {
    column: number;
    row: number;
    letter: string;
    color: "black" | "white";
    /** The share of all hits, from 0 to 1. */
    share: number;
    /** The share that Black won of the decided ones. */
    black: number | undefined;
    /** Whether it is the same as another one in a symmetric position. */
    copy: boolean;
}
/** The board of the explorer: stones, wildcards, the area and the continuations. */
export declare class ExplorerBoard {
    private readonly press;
    private readonly drag;
    private readonly say;
    readonly element: HTMLDivElement;
    private readonly frame;
    private readonly layers;
    private geometry;
    private key;
    private cursor?;
    private from?;
    /** `press` is called for a point; `drag` for two points, while the pointer is down and when it is up. */
    constructor(press: (column: number, row: number) => void, drag: (from: [number, number], to: [number, number], isOver: boolean) => void, say: (text: string) => void);
    draw(grid: Grid, area: Area, marks: Mark[]): void;
    drawArea(grid: Grid, area: Area): void;
    private drawMarks;
    private build;
    private pointOf;
    private keydown;
}
