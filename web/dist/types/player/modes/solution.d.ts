import type { Game } from "../../core/game.js";
import type { Side } from "../../core/scene.js";
import type { Kit } from "./kit.js";
/** What the tree of a problem says of its lines. */
export declare class Solution {
    private readonly game;
    readonly solver: Side;
    private readonly flag;
    /** 1 for nodes on a right line, -1 where the line is wrong, 0 where nothing is known. */
    private readonly verdicts;
    /** Whether a right line can still be reached from a node. */
    private readonly leads;
    constructor(game: Game, 
    /** The node of the problem. What stands there and before is the task, and judges no line. */
    start: number, solver: Side, flag: Kit["NodeFlag"]);
    private judge;
    /** Whether the end of a line is a solution. */
    isRight(leaf: number): boolean;
    /** A next move of the solver that leads to a solution; -1 if no line from here does. */
    hint(node: number): number;
    /** The answer to a move: the first after which a solution can be reached, or the first; -1 if the tree has none. */
    answer(node: number): number;
    /** Whether a node is a move of the solver. */
    isSolvers(node: number): boolean;
}
/** Whether every move of a game is one point: Go, Othello, Gomoku, Hex and TwixT. */
export declare function hasPointMoves(game: Game): boolean;
