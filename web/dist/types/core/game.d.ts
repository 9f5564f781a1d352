import type { Scene, SceneOptions, Side } from "./scene.js";
/** Bits of {@link Game.flags}. */
export declare const NodeFlag: {
    readonly comment: 1;
    readonly name: number;
    readonly setup: number;
    readonly markup: number;
    readonly goodMove: number;
    readonly badMove: number;
    readonly doubtful: number;
    readonly interesting: number;
    readonly hotspot: number;
    readonly goodForBlack: number;
    readonly goodForWhite: number;
    readonly pass: number;
};
/**
 * One game of a {@link Record}: its tree as plain data, and the position at every node.
 *
 * Nodes are counted from 0 in the order of the file, so 0 is the root and a parent comes before its children. After a
 * change of the record, take the game anew by {@link Record.game}; {@link Game.id} stays with a node, its index does not.
 */
export declare class Game {
    private readonly record;
    /** The place of the game in its file, from 0. */
    readonly index: number;
    /** How many nodes the tree has. */
    readonly length: number;
    private readonly table;
    private readonly firstChild;
    private readonly sibling;
    private ids?;
    private cursor?;
    private constructor();
    /** The number of a node that stays with it when the record is changed. */
    id(node: number): number;
    /** The node of an {@link Game.id}; -1 if the game has none. */
    find(id: number): number;
    /** The node before; -1 for the root. */
    parent(node: number): number;
    /** The first node after; -1 for a leaf. */
    child(node: number): number;
    /** The next variation in the place of a node; -1 for the last one. */
    next(node: number): number;
    /** All nodes that follow a node, the main line first. */
    children(node: number): number[];
    /** Who moves at a node; 0 without a move. */
    color(node: number): 0 | Side;
    /** The point of a move, as column and row; `undefined` without a move, for a pass, and in games other than Go. */
    point(node: number): [number, number] | undefined;
    /** The number of a move, counted from the root and set by `MN`; 0 without a move. */
    moveNumber(node: number): number;
    /** What a node has, as bits of {@link NodeFlag}. */
    flags(node: number): number;
    /** Whether a node has one of the bits. */
    has(node: number, flag: number): boolean;
    /** The nodes from the root to a node, both included. */
    path(node: number): number[];
    /** The nodes of the main line, from the root. */
    mainLine(): number[];
    /**
     * What is to be seen at a node. A step to a neighbor costs what that node does; a jump costs its length.
     * @throws if the rules of the game are unknown, such as those of Shogi.
     */
    scene(node: number, options?: SceneOptions): Scene;
    /**
     * The diagram of a node as SVG. `coordinates` is a name such as `western`; the default is what the game uses.
     * @throws if the record was read by the core module, which draws nothing.
     */
    svg(node: number, coordinates?: string): string;
    /**
     * The positions of all nodes of a game of Go, one after the other in the order of the nodes, one byte a point: 0
     * empty, 1 black, 2 white.
     * @throws if it is another game (`GM`). {@link Game.scene} has the pieces of Othello, Gomoku, Renju, Lines of Action,
     * Hex, Amazons, Gess and TwixT; chess, Backgammon and Octi are drawn by {@link Game.svg}.
     */
    positions(): Uint8Array;
    /** What to do instead of taking the positions of Go. */
    private instead;
    /** The text of a property, without escapes; `undefined` if the node has none. */
    text(node: number, identifier: string): string | undefined;
    /** The properties of a node: identifiers and raw values, as they are in the file. */
    properties(node: number): [identifier: string, values: string[]][];
    /** The game info that holds at a node: names and values for people. */
    info(node?: number): [name: string, value: string][];
    /** The nodes whose comment or name contains a text, in any case. */
    search(text: string): number[];
    /**
     * The game as SGF of its own, in UTF-8.
     * @throws if the record was read by the core module, which writes nothing.
     */
    toString(): string;
    /** A column of the table. */
    private at;
    /** Releases the memory of the walk. The game can still be used; the next scene starts a new walk. */
    release(): void;
}
