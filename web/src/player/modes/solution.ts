import type { Game } from "../../core/game.js";
import type { Side } from "../../core/scene.js";
import type { Kit } from "./kit.js";
import { verdictOf } from "./verdict.js";

/** What the tree of a problem says of its lines. */
export class Solution {
  /** 1 for nodes on a right line, -1 where the line is wrong, 0 where nothing is known. */
  private readonly verdicts: Int8Array;
  /** Whether a right line can still be reached from a node. */
  private readonly leads: Uint8Array;
  constructor(
    private readonly game: Game,
    /** The node of the problem. What stands there and before is the task, and judges no line. */
    start: number,
    readonly solver: Side,
    private readonly flag: Kit["NodeFlag"],
  ) {
    const verdicts = new Int8Array(game.length);
    const leads = new Uint8Array(game.length);
    let says = false;
    let isSolvers = false;
    let node = start + 1;
    // What follows a node comes after it without a gap.
    for (; node < game.length && game.parent(node) >= start; node++) {
      const above = verdicts[game.parent(node)];
      const own = this.judge(node);
      if (game.parent(node) === start) isSolvers = this.isSolvers(node);
      says ||= own > 0 && isSolvers;
      verdicts[node] = own === 0 || above < 0 ? above : own;
    }
    if (!says) {
      // Nothing is marked: the first line of the solver is the solution, as the standard has the best variation first.
      const first = game.children(start).find((child) => this.isSolvers(child)) ?? -1;
      for (let at = first; at >= 0; at = game.child(at)) if (verdicts[at] === 0) verdicts[at] = 1;
    }
    for (node--; node > start; node--) {
      if (verdicts[node] > 0) leads[node] = 1;
      if (leads[node]) leads[game.parent(node)] = 1;
    }
    this.verdicts = verdicts;
    this.leads = leads;
  }

  private judge(node: number): number {
    const { flag, game, solver } = this;
    if (game.has(node, flag.badMove) && this.isSolvers(node)) return -1;
    const good = solver === 1 ? flag.goodForBlack : flag.goodForWhite;
    const bad = solver === 1 ? flag.goodForWhite : flag.goodForBlack;
    if (game.has(node, flag.goodMove) && this.isSolvers(node)) return 1;
    if (game.has(node, flag.comment) || game.has(node, flag.name)) {
      const verdict = verdictOf(game.text(node, "N") ?? "") ?? verdictOf(game.text(node, "C") ?? "");
      if (verdict !== undefined) return verdict;
    }
    if (game.child(node) < 0 && game.has(node, good)) return 1;
    if (game.child(node) < 0 && game.has(node, bad)) return -1;
    return 0;
  }

  /** Whether the end of a line is a solution. */
  isRight(leaf: number): boolean {
    return this.verdicts[leaf] > 0;
  }

  /** A next move of the solver that leads to a solution; -1 if no line from here does. */
  hint(node: number): number {
    return this.game.children(node).find((child) => this.isSolvers(child) && this.leads[child] === 1) ?? -1;
  }

  /** The answer to a move: the first after which a solution can be reached, or the first; -1 if the tree has none. */
  answer(node: number): number {
    const answers = this.game.children(node).filter((child) => !this.isSolvers(child));
    return answers.find((child) => this.leads[child] === 1) ?? answers[0] ?? -1;
  }

  /** Whether a node is a move of the solver. */
  isSolvers(node: number): boolean {
    return this.game.color(node) === this.solver;
  }
}

/** Whether every move of a game is one point: Go, Othello, Gomoku, Hex and TwixT. */
export function hasPointMoves(game: Game): boolean {
  return ["", "1", "2", "4", "11", "21"].includes(game.text(0, "GM")?.trim() ?? "");
}
