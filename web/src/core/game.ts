import { checkIndex, checkText } from "./arguments.js";
import type { GlueCursor, GlueEditor, GlueRecord } from "./glue.js";
import type { Scene, SceneOptions, Side } from "./scene.js";

/** Numbers a node in the table of a tree. */
const STRIDE = 8;

/** Bits of {@link Game.flags}. */
export const NodeFlag = {
  comment: 1,
  name: 1 << 1,
  setup: 1 << 2,
  markup: 1 << 3,
  goodMove: 1 << 4,
  badMove: 1 << 5,
  doubtful: 1 << 6,
  interesting: 1 << 7,
  hotspot: 1 << 8,
  goodForBlack: 1 << 9,
  goodForWhite: 1 << 10,
  pass: 1 << 11,
} as const;

const NUMBERS = { none: 0, all: -1, figure: -2 } as const;
const HINTS = { author: 0, none: 1, children: 2, siblings: 3 } as const;

/**
 * One game of a {@link Record}: its tree as plain data, and the position at every node.
 *
 * Nodes are counted from 0 in the order of the file, so 0 is the root and a parent comes before its children. After a
 * change of the record, take the game anew by {@link Record.game}; {@link Game.id} stays with a node, its index does not.
 */
export class Game {
  /** How many nodes the tree has. */
  readonly length: number;
  private readonly table: Int32Array;
  private readonly firstChild: Int32Array;
  private readonly sibling: Int32Array;
  private ids?: Map<number, number>;
  private cursor?: GlueCursor;

  /** @internal */
  static make(record: { readonly glue: GlueRecord }, index: number): Game {
    return new Game(record, index);
  }

  private constructor(
    private readonly record: { readonly glue: GlueRecord },
    /** The place of the game in its file, from 0. */
    readonly index: number,
  ) {
    this.table = record.glue.nodes(index);
    this.length = this.table.length / STRIDE;
    this.firstChild = new Int32Array(this.length).fill(-1);
    this.sibling = new Int32Array(this.length).fill(-1);
    const lastChild = new Int32Array(this.length).fill(-1);
    for (let node = 1; node < this.length; node++) {
      const parent = this.parent(node);
      if (lastChild[parent] < 0) this.firstChild[parent] = node;
      else this.sibling[lastChild[parent]] = node;
      lastChild[parent] = node;
    }
  }

  /** The number of a node that stays with it when the record is changed. */
  id(node: number): number {
    return this.at(node, 0);
  }

  /** The node of an {@link Game.id}; -1 if the game has none. */
  find(id: number): number {
    if (!this.ids) {
      this.ids = new Map();
      for (let node = 0; node < this.length; node++) this.ids.set(this.id(node), node);
    }
    return this.ids.get(id) ?? -1;
  }

  /** The node before; -1 for the root. */
  parent(node: number): number {
    return this.at(node, 1);
  }

  /** The first node after; -1 for a leaf. */
  child(node: number): number {
    checkIndex("node", node, this.length);
    return this.firstChild[node];
  }

  /** The next variation in the place of a node; -1 for the last one. */
  next(node: number): number {
    checkIndex("node", node, this.length);
    return this.sibling[node];
  }

  /** All nodes that follow a node, the main line first. */
  children(node: number): number[] {
    const list = [];
    for (let at = this.child(node); at >= 0; at = this.sibling[at]) list.push(at);
    return list;
  }

  /** Who moves at a node; 0 without a move. */
  color(node: number): 0 | Side {
    return this.at(node, 2) as 0 | Side;
  }

  /** The point of a move, as column and row; `undefined` without a move, for a pass, and in games other than Go. */
  point(node: number): [number, number] | undefined {
    const column = this.at(node, 3);
    return column < 0 ? undefined : [column, this.at(node, 4)];
  }

  /** The number of a move, counted from the root and set by `MN`; 0 without a move. */
  moveNumber(node: number): number {
    return this.at(node, 5);
  }

  /** What a node has, as bits of {@link NodeFlag}. */
  flags(node: number): number {
    return this.at(node, 6);
  }

  /** Whether a node has one of the bits. */
  has(node: number, flag: number): boolean {
    return (this.flags(node) & flag) !== 0;
  }

  /** The nodes from the root to a node, both included. */
  path(node: number): number[] {
    const path = [node];
    for (let at = this.parent(node); at >= 0; at = this.parent(at)) path.push(at);
    return path.reverse();
  }

  /** The nodes of the main line, from the root. */
  mainLine(): number[] {
    const line = [];
    for (let at = 0; at >= 0; at = this.child(at)) line.push(at);
    return line;
  }

  /**
   * What is to be seen at a node. A step to a neighbor costs what that node does; a jump costs its length.
   * @throws if the rules of the game are unknown, such as those of Shogi.
   */
  scene(node: number, options: SceneOptions = {}): Scene {
    const { numbers = "none", variations = "author" } = options ?? {};
    const count = typeof numbers !== "string" ? numbers : Object.hasOwn(NUMBERS, numbers) ? NUMBERS[numbers] : undefined;
    if (count === undefined) throw new RangeError(`\`numbers\` is ${numbers}: must be none, all, figure or a whole number from 0`);
    if (count === numbers) checkIndex("numbers", count, 2 ** 31);
    if (!Object.hasOwn(HINTS, variations)) throw new RangeError(`\`variations\` is ${variations}: must be author, none, children or siblings`);
    this.cursor ??= this.record.glue.cursor(this.index);
    return JSON.parse(this.cursor.scene(this.id(node), count, HINTS[variations])) as Scene;
  }

  /**
   * The diagram of a node as SVG. `coordinates` is a name such as `western`; the default is what the game uses.
   * @throws if the record was read by the core module, which draws nothing.
   */
  svg(node: number, coordinates = ""): string {
    checkText("coordinates", coordinates);
    this.cursor ??= this.record.glue.cursor(this.index);
    if (!this.cursor.svg) throw new Error("SVG needs the full module; read the record with `Kifu.readForEditing`");
    return this.cursor.svg(this.id(node), coordinates);
  }

  /**
   * The positions of all nodes of a game of Go, one after the other in the order of the nodes, one byte a point: 0
   * empty, 1 black, 2 white.
   * @throws if it is another game (`GM`). {@link Game.scene} has the pieces of Othello, Gomoku, Renju, Lines of Action,
   * Hex, Amazons, Gess and TwixT; chess, Backgammon and Octi are drawn by {@link Game.svg}.
   */
  positions(): Uint8Array {
    const kind = this.text(0, "GM")?.trim();
    if (kind && Number(kind) !== 1) throw new Error(`\`GM[${kind}]\` is not Go: ${this.instead()}`);
    return this.record.glue.positions(this.index);
  }

  /** What to do instead of taking the positions of Go. */
  private instead(): string {
    try {
      return this.scene(0).board === "other" ? "draw it by `Game.svg`" : "take the pieces of `Game.scene`";
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The text of a property, without escapes; `undefined` if the node has none. */
  text(node: number, identifier: string): string | undefined {
    checkText("identifier", identifier);
    return this.record.glue.text(this.index, this.id(node), identifier);
  }

  /** The properties of a node: identifiers and raw values, as they are in the file. */
  properties(node: number): [identifier: string, values: string[]][] {
    return JSON.parse(this.record.glue.properties(this.index, this.id(node)));
  }

  /** The game info that holds at a node: names and values for people. */
  info(node = 0): [name: string, value: string][] {
    return JSON.parse(this.record.glue.info(this.index, this.id(node)));
  }

  /** The nodes whose comment or name contains a text, in any case. */
  search(text: string): number[] {
    checkText("text", text);
    return [...this.record.glue.find(this.index, text)].map((id) => this.find(id));
  }

  /**
   * The game as SGF of its own, in UTF-8.
   * @throws if the record was read by the core module, which writes nothing.
   */
  toString(): string {
    const { glue } = this.record;
    if (!("gameText" in glue)) throw new Error("writing needs the full module; read the record with `Kifu.readForEditing`");
    return (glue as GlueEditor).gameText(this.index);
  }

  /** A column of the table. */
  private at(node: number, column: number): number {
    checkIndex("node", node, this.length);
    return this.table[node * STRIDE + column];
  }

  /** Releases the memory of the walk. The game can still be used; the next scene starts a new walk. */
  release(): void {
    this.cursor?.free();
    this.cursor = undefined;
  }
}
