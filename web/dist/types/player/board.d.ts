import type { Side } from "../core/scene.js";
import { type Coordinates } from "./names.js";
import type { Shown } from "./session.js";
import type { Texts } from "./texts.js";
/** A press on a point. */
export type Press = (column: number, row: number, how: "mouse" | "touch" | "keyboard") => void;
/** What a board shows besides the scene. */
export interface BoardOptions {
    coordinates: Coordinates;
    texts: Texts;
    /** Whether points can be chosen, so that the pointer shows it. */
    active: boolean;
}
/** Draws scenes as SVG. A step changes the points that differ and nothing else. */
export declare class Board {
    private readonly press;
    readonly element: HTMLDivElement;
    private geometry?;
    private key;
    private pieces;
    private shown;
    private cells;
    private labels;
    private layers;
    private focused;
    private scene?;
    private ghosted;
    constructor(press: Press);
    /** The side of a cell on the screen, in CSS pixels. */
    get cellSize(): number;
    /** Shows a scene. `fallback` draws boards that have no grid. */
    draw(scene: Shown, options: BoardOptions, fallback: () => string): void;
    /** Shows what is not done yet: a stone, or a ring around the point if `side` is 0. The next scene ends it. */
    ghost(column: number, row: number, side: 0 | Side): void;
    /** Whether a point is the one of {@link Board.ghost}. */
    isGhost(column: number, row: number): boolean;
    /** Draws a ring around a point. */
    ring(column: number, row: number, kind: "hint" | "right" | "wrong"): void;
    clearGhost(): void;
    private drawOther;
    private build;
    private grid;
    private names;
    /** The grid of labeled cells: what a screen reader reads, and what is pressed. */
    private points;
    private drawPieces;
    /** Names every cell: the point, what is on it, and its markup. */
    private describe;
    /** Moves the focus among the cells; chooses a point by Enter or Space. */
    private key_;
    private focusPoint;
}
