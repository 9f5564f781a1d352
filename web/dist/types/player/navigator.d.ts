import { type Game } from "../core/game.js";
/** Where one is in a game, and the way to other nodes. It knows nothing of the page. */
export declare class Navigator {
    readonly game: Game;
    /** The variation that was followed last at each node, so that a step forth undoes a step back. */
    private readonly followed;
    private at;
    /** `before` is the navigator of the game before a change: the same variations are followed. */
    constructor(game: Game, before?: Navigator);
    get node(): number;
    /** Goes to a node; returns whether that is another one. A number that is no node leads nowhere. */
    go(node: number): boolean;
    /** The node that a step forth leads to; -1 at the end. */
    following(node?: number): number;
    /** The nodes of the line through this node, from the root to its end. */
    line(): number[];
    /** Goes so many nodes forth, or back if negative. */
    step(count: number): boolean;
    first(): boolean;
    last(): boolean;
    /** Goes to the next (1) or the previous (-1) variation, here or at the nearest branch before. */
    variation(direction: 1 | -1): boolean;
    /** Goes to the next (1) or the previous (-1) comment of the line. */
    comment(direction: 1 | -1): boolean;
    /** The node of the next (1) or the previous (-1) comment of the line; -1 if there is none. */
    commented(direction: 1 | -1): number;
    /** Goes to the next (1) or the previous (-1) node of the line that several variations follow. */
    branch(direction: 1 | -1): boolean;
    private seek;
    /**
     * Goes to a move number, of this line if it has it, or to the next node whose name or comment contains a text, from the
     * root after the last. Returns whether there is such a node.
     */
    find(text: string): boolean;
    /** The number of steps from the root, and of the whole line. */
    progress(): [at: number, of: number];
    /** Goes to the node with a move number on the main line. */
    goToMove(number: number): boolean;
    /** The way to this node: the place of each variation that is not the first, as `0.3` steps; see {@link goToPath}. */
    path(): string;
    /** Goes along a way that {@link path} wrote, as far as the game has it. What is no such way leads nowhere. */
    goToPath(path: string): boolean;
}
