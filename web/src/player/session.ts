import type { Game } from "../core/game.js";
import type { Record } from "../core/record.js";
import type { Point, Scene, SceneOptions, Side } from "../core/scene.js";
import type { Board } from "./board.js";
import type { Emit } from "./events.js";
import type { Coordinates } from "./names.js";
import { Navigator } from "./navigator.js";
import type { Texts } from "./texts.js";

/** How a press reached the board. */
export type How = "mouse" | "touch" | "keyboard";

/** What is shown of a node: its scene; or the words alone, and why there is no board. */
export type Shown = Scene & { failure?: string };

/** A node and its scene. */
export interface Drawn {
  game: Game;
  node: number;
  scene: Shown;
}

/** What all parts of a player share: the record that is open, the place in it, and what to do about a change. */
export interface Session {
  record: Record;
  readonly gameIndex: number;
  readonly navigator: Navigator;
  readonly board: Board;
  readonly texts: Texts;
  readonly coordinates: Coordinates;
  /** The scene that is shown. */
  readonly scene: Scene;
  /** Goes to a node and shows it. */
  show(node: number): void;
  /** Draws again, after a change of options. */
  refresh(): void;
  /** Opens another game of the collection. */
  openGame(index: number): void;
  /** Takes up a changed record, and goes to the node with an id; clears the message unless `keeps` is true. */
  changed(id: number, keeps?: boolean): void;
  /** Stops playing; returns whether it was. */
  pause(): boolean;
  /** Puts a line before the eyes and the ears of the reader; `kind` is `right`, `wrong` or neither; `aloud` is heard only. */
  say(text: string, kind?: string, aloud?: string): void;
  /** Tells the page. */
  emit: Emit;
  readonly reducedMotion: boolean;
  /** The key under which this source is remembered. */
  readonly key: string;
}

/** What a mode does with presses, and what it adds to the page. */
export interface Mode {
  /** Controls of the mode, below the board. */
  readonly panel: HTMLElement;
  /** Whether points of the board can be chosen. */
  readonly active: boolean;
  /** Whether the reader may step through the game, and sees comments and the tree. */
  readonly open: boolean;
  /** The name and the comment that stand below the board, if they are not those of the node. */
  words?(): { name: string; comment: string };
  /** Takes into the record what was typed and is not yet part of it, before the reader goes elsewhere. */
  settle?(): void;
  press(column: number, row: number, how: How): void;
  /** What scenes show in this mode; `undefined` leaves it to the settings. */
  options(): Partial<SceneOptions>;
  /** A node was shown. */
  shown(scene: Scene): void;
  /** A game was opened. */
  opened(game: Game): void;
  /** Whether a key was used. */
  key?(event: KeyboardEvent): boolean;
  close(): void;
}

/** The scene of a node; a game whose rules are unknown has words and no board. */
export function sceneOf(game: Game, node: number, options?: SceneOptions): Shown {
  try {
    return game.scene(node, options);
  } catch (error) {
    const text = (identifier: string) => game.text(node, identifier) ?? "";
    return { notes: [] as string[], failure: (error as Error).message, name: text("N"), comment: text("C"), moveName: text("B") || text("W"), pieces: "" } as Shown;
  }
}

/** What could not be read or done at a node: the notes of its scene that the one before does not have. */
export function notesOf(game: Game, node: number, { notes }: Scene): string[] {
  const before = notes.length > 0 && node > 0 ? sceneOf(game, game.parent(node)).notes : [];
  return notes.filter((note) => {
    const at = before.indexOf(note);
    return at < 0 || !before.splice(at, 1);
  });
}

/** How many stones the move of a node captured; `before` is the scene of the node before, if it is there. */
export function capturedBy(game: Game, node: number, { prisoners }: Scene, before?: Scene): number {
  const side = game.color(node);
  const captured = (side && prisoners?.[side - 1]) || 0;
  // Only the position before knows how many of them this move captured.
  return captured && captured - ((before ?? sceneOf(game, game.parent(node))).prisoners?.[side - 1] ?? 0);
}

/** The point of a move: in games with longer moves, where it ends. Only the position knows it in games other than Go. */
export function pointOf(game: Game, node: number): Point | undefined {
  return game.point(node) ?? ((game.color(node) && sceneOf(game, node).last) || undefined);
}

/** A child of the node with a move on a point; -1 if there is none. */
function moveAt(game: Game, node: number, column: number, row: number): number {
  const isThere = (child: number) => {
    const point = pointOf(game, child);
    return point?.[0] === column && point[1] === row;
  };
  return game.children(node).find(isThere) ?? -1;
}

/** The node that a press on a point leads to: the next move there, or the variation that is marked there; -1 if none is. */
export function follow({ navigator: { game, node }, scene }: Session, column: number, row: number): number {
  const next = moveAt(game, node, column, row);
  const isMarked = scene.hints.some(([x, y]) => x === column && y === row);
  return next < 0 && node > 0 && isMarked ? moveAt(game, game.parent(node), column, row) : next;
}

/** Cells smaller than this, in CSS pixels, are hit by mistake: a touch is confirmed by a second one. */
const SURE_CELL = 30;

/**
 * Whether a press counts: where fingers are larger than points, a touch first shows what a second one does. `side` is
 * whose stone that is, 0 for anything else.
 */
export function isSure(session: Session, column: number, row: number, how: How, side: 0 | Side = session.scene.toPlay): boolean {
  const { board } = session;
  if (how !== "touch" || board.cellSize >= SURE_CELL || board.isGhost(column, row)) return true;
  board.ghost(column, row, side);
  session.say(session.texts.tapAgain);
  return false;
}

/** Characters that are spoken of a node: all of a long comment would be read for hours. */
const SPOKEN = 500;

/** The beginning of a text that may be long. */
export function shorten(text: string): string {
  return text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text;
}
