import type { Scene } from "../core/scene.js";
/** The side of a cell, in units of the drawing. */
export declare const CELL = 32;
/** Where the points of a scene are in the drawing. */
export declare class Geometry {
    readonly scene: Scene;
    readonly edge: number;
    readonly width: number;
    readonly height: number;
    private readonly left;
    private readonly top;
    private readonly rowHeight;
    private readonly shift;
    /** `edge` is the room for coordinates on each side. */
    constructor(scene: Scene, edge: number);
    /** The middle of a point. */
    at(column: number, row: number): [x: number, y: number];
    /** The rows and columns that are shown. */
    points(): Iterable<[column: number, row: number]>;
    shows(column: number, row: number): boolean;
    /** The lines of a board whose stones are on crossings, as the data of a path; open where the board goes on. */
    lines(): string;
    /** The outline of a cell, as the points of a polygon. */
    cell(column: number, row: number): string;
}
