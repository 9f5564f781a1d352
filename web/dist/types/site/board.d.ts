import type { Area, Grid } from "./pattern.js";
/** The continuations at a point of the board: one, or one of each color. */
export interface Mark {
    column: number;
    row: number;
    /** Whether they are the same as others in a symmetric position. */
    copy: boolean;
    nexts: MarkedNext[];
}
/** A continuation on the board. */
export interface MarkedNext {
    letter: string;
    color: "black" | "white";
    /** The share of all hits, from 0 to 1. */
    share: number;
    /** The share that Black won of the decided ones. */
    black: number | undefined;
}
/** The area with two points as corners. */
export declare function areaOf(from: [number, number], to: [number, number]): Area;
/** The board of the explorer: stones, wildcards, the area and the continuations. */
export declare class ExplorerBoard {
    private readonly press;
    private readonly drag;
    private readonly choose;
    private readonly say;
    readonly element: HTMLDivElement;
    private readonly frame;
    private readonly layers;
    private geometry;
    private grid;
    private area;
    private key;
    private cursor?;
    /** The point on which the pointer went down. */
    private from?;
    /** The corner from which Shift and arrow keys extend an area. */
    private anchor?;
    /** An area chosen with keys, drawn but not yet searched. */
    private pending?;
    /** Whether {@link announce} is due. */
    private announces;
    /**
     * `press` is called for a point; `drag` for two points, while the pointer is down and when it is up; `choose` for an
     * area chosen with keys.
     */
    constructor(press: (column: number, row: number) => void, drag: (from: [number, number], to: [number, number], isOver: boolean) => void, choose: (area: Area) => void, say: (text: string) => void);
    /** Whether a finger on the board drags; otherwise it scrolls the page. */
    set drags(drags: boolean);
    draw(grid: Grid, area: Area, marks: Mark[]): void;
    /** Announces the point of the cursor if Enter was pressed on it. */
    announce(): void;
    /** Draws the area of the search again, instead of a preview. */
    private restoreArea;
    /** Draws an area, as a preview until the next {@link draw}. */
    drawArea(area: Area): void;
    private drawMarks;
    private build;
    private pointOf;
    /** The point nearest to the pointer; `undefined` if the pointer is outside of the board. */
    private nearest;
    /** The point, or the nearest one on the board. */
    private inside;
    private name;
    private describe;
    /** Searches the area that was chosen with keys. */
    private choosePending;
    private extend;
    private keydown;
}
