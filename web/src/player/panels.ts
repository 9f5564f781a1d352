import { NodeFlag, type Game } from "../core/game.js";
import { pause } from "../core/reader.js";
import type { Record, Title } from "../core/record.js";
import type { Scene } from "../core/scene.js";
import { disc, html, isModified } from "./dom.js";
import type { Kit } from "./modes/kit.js";
import { pointName, type Coordinates } from "./names.js";
import { sceneOf, type Session } from "./session.js";
import type { Texts } from "./texts.js";

/** The game info of a node: English names and values. */
export type Info = ReturnType<Game["info"]>;

/** The two players: names, captures, time, and whose turn it is. */
export function playersPanel(game: Game, node: number, scene: Scene, info: Info, texts: Texts): HTMLElement {
  const path = game.path(node);
  const lastText = (identifier: string) => {
    // Times are looked for among the last few nodes: each move has the time of one side.
    for (const at of path.slice(-4).reverse()) {
      const text = game.text(at, identifier);
      if (text) return text;
    }
    return "";
  };
  const one = (side: 1 | 2) => {
    const [key, word] = side === 1 ? ["Black", texts.black] : ["White", texts.white];
    const name = info.find(([name]) => name === key)?.[1];
    const facts = [];
    if (scene.prisoners) facts.push(`${scene.prisoners[side - 1]} ${texts.captures}`);
    const seconds = Number.parseFloat(lastText(side === 1 ? "BL" : "WL"));
    if (Number.isFinite(seconds) && seconds >= 0) {
      facts.push(`${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);
    }
    const isNext = scene.toPlay === side;
    return html(
      "div",
      { class: `player ${side === 1 ? "b" : "w"}${isNext ? " turn" : ""}` },
      disc(side),
      html("b", {}, name ?? word),
      html("small", {}, facts.join(" · ")),
      ...(isNext ? [html("span", { class: "sr" }, `${word} ${texts.toPlay}`)] : []),
    );
  };
  return html("div", { class: "players" }, one(1), one(2));
}

/** The game info as a list. */
export function infoPanel(info: Info, open: boolean, texts: Texts): HTMLElement {
  const list = info.flatMap(([name, value]) => [html("dt", {}, texts[name as keyof Texts] ?? name), html("dd", {}, value)]);
  const panel = html("details", { open }, html("summary", {}, texts.info), html("dl", {}, ...list));
  panel.hidden = list.length === 0;
  return panel;
}

/** Everything that the node has which is shown, as a list; its script is loaded when the reader opens it. */
export class PropertyList {
  readonly element: HTMLDetailsElement;
  private readonly list = html("dl");

  constructor(
    private readonly session: Session,
    private readonly kit: Kit,
    open: boolean,
  ) {
    this.element = html("details", { class: "properties", open }, html("summary", {}, session.texts.properties), this.list);
    this.element.addEventListener("toggle", () => void this.show());
  }

  async show(): Promise<void> {
    if (!this.element.open) return;
    try {
      const { properties } = await import("./properties.js");
      this.list.replaceChildren(...properties(this.session, this.kit));
    } catch (error) {
      this.session.say((error as Error).message);
    }
  }
}

/** A move for people: `W Q16`. Empty without a move. */
export function moveWords(game: Game, node: number, rows: number, kind: Coordinates, texts: Texts): string {
  const side = game.color(node);
  if (side === 0) return "";
  const point = game.point(node);
  const name = point ? pointName(...point, rows, kind) : sceneOf(game, node).moveName;
  return `${side === 1 ? texts.black : texts.white} ${name === "pass" ? texts.pass : name}`;
}

/** A variation without a move for people: its name, or what it has and its place among the variations. */
export function nodeWords(game: Game, node: number, place: number, texts: Texts): string {
  const name = game.text(node, "N")?.trim().replace(/^(.{79}).{2,}$/su, "$1…");
  const kind = game.has(node, NodeFlag.setup) ? texts.setup : game.has(node, NodeFlag.comment) ? texts.comment : texts.variation;
  return name || `${kind} ${place + 1}`;
}

const ROW = 38;

/** The games of a collection. Only the rows in view are there, so its length does not matter. */
export class GameList {
  readonly element: HTMLElement;
  private readonly list: HTMLElement;
  private readonly filter: HTMLInputElement;
  private rows: number[] = [];
  /** What the filter looks in; read when it is used first. */
  private words: string[] = [];
  /** Counts the uses of the filter, the last of which holds. */
  private turn = 0;
  private record?: Record;
  private current = 0;
  /** The row that the keys are at. */
  private at = 0;

  constructor(
    private readonly texts: Texts,
    private readonly open: (index: number) => void,
  ) {
    this.filter = html("input", { type: "search", placeholder: texts.search, "aria-label": `${texts.games}: ${texts.search}` });
    this.list = html("div", { class: "list", role: "listbox", tabindex: 0, "aria-label": texts.games });
    this.element = html("div", { class: "games", hidden: true }, this.filter, this.list);
    this.list.addEventListener("scroll", () => this.paint(), { passive: true });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.filter.addEventListener("input", () => void this.choose());
  }

  show(record: Record, current: number): void {
    const isNew = this.record !== record;
    this.record = record;
    this.current = current;
    this.element.hidden = record.length < 2;
    if (this.element.hidden) return;
    if (isNew) {
      this.words = [];
      this.filter.value = "";
      void this.choose();
    }
    const row = this.rows.indexOf(current);
    if (row < 0) this.paint();
    else this.move(row);
  }

  private async choose(): Promise<void> {
    const turn = ++this.turn;
    const record = this.record!;
    const wanted = this.filter.value.trim().toLowerCase();
    let rows = Array.from({ length: record.length }, (_, index) => index);
    if (wanted) {
      const { words } = this;
      while (words.length < rows.length) {
        for (const title of record.titles(words.length, words.length + 1000)) words.push([this.label(title, words.length), ...Object.values(title)].join(" ").toLowerCase());
        if (words.length === rows.length) break;
        await pause();
        // The list of another record takes the place of this one in the frame.
        if (turn !== this.turn || !this.list.closest(".kifu")) return;
      }
      rows = rows.filter((index) => words[index].includes(wanted));
    }
    this.rows = rows;
    this.move(Math.max(0, rows.indexOf(this.current)));
  }

  /** Moves the keys to a row, and scrolls it into view. */
  private move(to: number): void {
    const { list } = this;
    this.at = to;
    const place = to * ROW;
    if (place < list.scrollTop || place > list.scrollTop + list.clientHeight - ROW) list.scrollTop = place - ROW;
    this.paint();
  }

  private key(event: KeyboardEvent): void {
    if (isModified(event)) return;
    const { at, rows } = this;
    const places: { [key: string]: number } = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: rows.length };
    if (event.key in places) this.move(Math.max(0, Math.min(places[event.key], rows.length - 1)));
    else if ((event.key === "Enter" || event.key === " ") && at < rows.length) this.open(rows[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What the row of a game shows. */
  private label({ name, black, white, event, date }: Title, index: number): string {
    const players = [black, white].filter(Boolean).join(" – ");
    const words = [name, players, !name && event, date].filter(Boolean).join(" · ");
    // Many names begin with a number of their own.
    return !words ? `${this.texts.game} ${index + 1}` : /^\d/.test(name) ? words : `${index + 1}. ${words}`;
  }

  private paint(): void {
    const { list, rows } = this;
    const height = list.clientHeight || 200;
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 3);
    const buttons = rows.slice(first, first + Math.ceil(height / ROW) + 6).map((index, place) => {
      const row = first + place;
      const [title] = this.record!.titles(index, index + 1);
      const isOpen = index === this.current;
      const button = html("button", {
        type: "button", role: "option", tabindex: -1, id: `row-${row}`, class: row === this.at && "at", "data-game": index,
        "aria-current": isOpen && "true", "aria-selected": String(isOpen), "aria-posinset": row + 1, "aria-setsize": rows.length,
      }, this.label(title, index));
      button.style.top = `${row * ROW}px`;
      button.addEventListener("click", () => {
        list.focus({ preventScroll: true });
        this.open(index);
      });
      return button;
    });
    const space = html("div", { class: "space" });
    space.style.height = `${rows.length * ROW}px`;
    list.replaceChildren(space, ...buttons);
    list.setAttribute("aria-activedescendant", rows.length ? `row-${this.at}` : "");
  }
}
