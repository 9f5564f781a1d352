import { NodeFlag, type Game } from "../core/game.js";

/** Where one is in a game, and the way to other nodes. It knows nothing of the page. */
export class Navigator {
  /** The variation that was followed last at each node, so that a step forth undoes a step back. */
  private readonly followed = new Map<number, number>();
  private at = 0;

  /** `before` is the navigator of the game before a change: the same variations are followed. */
  constructor(readonly game: Game, before?: Navigator) {
    before?.followed.forEach((oldChild, oldParent) => {
      const [child, parent] = [oldChild, oldParent].map((node) => game.find(before.game.id(node)));
      if (child >= 0 && game.parent(child) === parent) this.followed.set(parent, child);
    });
  }

  get node(): number {
    return this.at;
  }

  /** Goes to a node; returns whether that is another one. A number that is no node leads nowhere. */
  go(node: number): boolean {
    if (!Number.isInteger(node) || node < 0 || node >= this.game.length || node === this.at) return false;
    this.at = node;
    for (let child = node; child > 0; child = this.game.parent(child)) {
      const parent = this.game.parent(child);
      if (this.followed.get(parent) === child) break;
      this.followed.set(parent, child);
    }
    return true;
  }

  /** The node that a step forth leads to; -1 at the end. */
  following(node = this.at): number {
    return this.followed.get(node) ?? this.game.child(node);
  }

  /** The nodes of the line through this node, from the root to its end. */
  line(): number[] {
    const line = this.game.path(this.at);
    for (let node = this.following(); node >= 0; node = this.following(node)) line.push(node);
    return line;
  }

  /** Goes so many nodes forth, or back if negative. */
  step(count: number): boolean {
    let node = this.at;
    for (; count > 0; count--) {
      const next = this.following(node);
      if (next < 0) break;
      node = next;
    }
    for (; count < 0; count++) {
      const before = this.game.parent(node);
      if (before < 0) break;
      node = before;
    }
    return this.go(node);
  }

  first(): boolean {
    return this.go(0);
  }

  last(): boolean {
    return this.step(this.game.length);
  }

  /** Goes to the next (1) or the previous (-1) variation, here or at the nearest branch before. */
  variation(direction: 1 | -1): boolean {
    for (let node = this.at; node > 0; node = this.game.parent(node)) {
      const siblings = this.game.children(this.game.parent(node));
      if (siblings.length < 2) continue;
      const place = siblings.indexOf(node) + direction;
      return this.go(siblings[(place + siblings.length) % siblings.length]);
    }
    return false;
  }

  /** Goes to the next (1) or the previous (-1) comment of the line. */
  comment(direction: 1 | -1): boolean {
    return this.go(this.commented(direction));
  }

  /** The node of the next (1) or the previous (-1) comment of the line; -1 if there is none. */
  commented(direction: 1 | -1): number {
    return this.seek(direction, (node) => this.game.has(node, NodeFlag.comment));
  }

  /** Goes to the next (1) or the previous (-1) node of the line that several variations follow. */
  branch(direction: 1 | -1): boolean {
    return this.go(this.seek(direction, (node) => this.game.children(node).length > 1));
  }

  private seek(direction: 1 | -1, isWanted: (node: number) => boolean): number {
    let node = this.at;
    do node = direction > 0 ? this.following(node) : this.game.parent(node);
    while (node >= 0 && !isWanted(node));
    return node;
  }

  /**
   * Goes to a move number, of this line if it has it, or to the next node whose name or comment contains a text, from the
   * root after the last. Returns whether there is such a node.
   */
  find(text: string): boolean {
    const { game, at } = this;
    const number = Number(text);
    const isThere = (node: number) => game.moveNumber(node) === number;
    const found = number > 0 ? [...this.line(), ...game.mainLine()].filter(isThere) : game.search(text);
    const node = (number > 0 ? undefined : found.find((node) => node > at)) ?? found[0];
    this.go(node);
    return node !== undefined;
  }

  /** The number of steps from the root, and of the whole line. */
  progress(): [at: number, of: number] {
    return [this.game.path(this.at).length - 1, this.line().length - 1];
  }

  /** Goes to the node with a move number on the main line. */
  goToMove(number: number): boolean {
    const node = this.game.mainLine().find((node) => this.game.moveNumber(node) === number);
    return node !== undefined && this.go(node);
  }

  /** The way to this node: the place of each variation that is not the first, as `0.3` steps; see {@link goToPath}. */
  path(): string {
    const parts: string[] = [];
    let steps = 0;
    const nodes = this.game.path(this.at);
    for (let index = 1; index < nodes.length; index++) {
      const place = this.game.children(nodes[index - 1]).indexOf(nodes[index]);
      steps++;
      if (place > 0) {
        parts.push(`${steps}:${place}`);
        steps = 0;
      }
    }
    parts.push(String(steps));
    return parts.join(".");
  }

  /** Goes along a way that {@link path} wrote, as far as the game has it. What is no such way leads nowhere. */
  goToPath(path: string): boolean {
    if (!/^\d+(:\d+)?(\.\d+(:\d+)?)*$/.test(path)) return false;
    let node = 0;
    for (const part of path.split(".")) {
      const [steps, place] = part.split(":").map(Number);
      for (let step = 1; step <= steps; step++) {
        const children = this.game.children(node);
        const next = children[step === steps && place ? place : 0];
        if (next === undefined) return this.go(node);
        node = next;
      }
    }
    return this.go(node);
  }
}
