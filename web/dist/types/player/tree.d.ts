import { type Game } from "../core/game.js";
import type { Navigator } from "./navigator.js";
/** Where the nodes of a tree are drawn: the column is the depth, the row is found so that lines do not meet. */
export declare class TreeLayout {
    readonly game: Game;
    readonly columns: Int32Array;
    readonly rows: Int32Array;
    /** The nodes of each row, from left to right. */
    readonly inRow: number[][];
    /** The nodes of each column that are not the first after their parent. */
    readonly branches: number[][];
    readonly width: number;
    constructor(game: Game);
}
/** The drawn tree. Only what is in view is painted, so its size does not matter. */
export declare class TreeView {
    private readonly choose;
    readonly element: HTMLElement;
    private readonly canvas;
    private readonly space;
    private layout?;
    private navigator?;
    private frame;
    /** Whether the node may be out of sight. Where it is, is measured once a frame, after the layout of the page. */
    private isMoved;
    constructor(label: string, choose: (node: number) => void);
    /** Shows the tree of a game; the layout is made again only for another tree. */
    show(navigator: Navigator): void;
    /** Whether there is more than one line. */
    get hasBranches(): boolean;
    private reveal;
    private schedule;
    private paint;
    private dot;
}
