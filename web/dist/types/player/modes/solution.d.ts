import { type Game } from "../../core/game.js";
import type { Side } from "../../core/scene.js";
/** What the tree of a problem says of its lines. */
export declare class Solution {
    private readonly game;
    /** 1 for nodes on a right line, -1 where the line is wrong, 0 where nothing is known. */
    private readonly verdicts;
    /** Whether a right line can still be reached from a node. */
    private readonly leads;
    readonly solver: Side;
    constructor(game: Game, solver: Side);
    private judge;
    /** Whether the end of a line is a solution. */
    isRight(leaf: number): boolean;
    /** A next move that leads to a solution; -1 if no line from here does. */
    hint(node: number): number;
    /** The answer to a move: the one that keeps the line alive, or the first. */
    answer(node: number): number;
}
