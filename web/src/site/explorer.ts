import { open, type Kifu } from "../core/index.js";
import { disc, html } from "../player/dom.js";
import { columnName, rowName } from "../player/names.js";
import { address, ask, info, isAbort, message, remember, stream, type Counts, type Figures, type GameRow } from "./api.js";
import { areaOf, ExplorerBoard, type Mark } from "./board.js";
import { condition, drawing, moveName, read, record, sizeName, symmetries, write, type Area, type Grid, type Letter, type Move, type State } from "./pattern.js";
import { columns as plot, winBar, yearColumns } from "./plot.js";

type Tool = "play" | "area" | Letter;

/** The tools; those without a label show discs. */
const TOOLS: [tool: Tool, label: string, help: string][] = [
  ["play", "", "Play stones in turn, and marked moves in their color"],
  ["X", "", "Put black stones; drag a stone to move it"],
  ["O", "", "Put white stones; drag a stone to move it"],
  [".", "⌫", "Empty points"],
  ["*", "*", "Any: points that do not matter"],
  ["x", "x", "Black or empty"],
  ["o", "o", "White or empty"],
  ["@", "@", "A stone of either color"],
  ["area", "⬚", "Drag the area that counts; on the keyboard, Shift and arrow keys on the board"],
];

/** The sides of the discs on a tool. */
const SIDES: { [tool in Tool]?: (1 | 2)[] } = { play: [1, 2], X: [1], O: [2] };

/** Letters of continuations, in their order. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The page on which positions are put on a board, and the server says what came next. */
class Explorer {
  private tool: Tool = "play";
  private stones: Uint8Array = new Uint8Array();
  private undone: State["moves"] = [];
  /** The continuations on the board. */
  private marks: Mark[] = [];
  private stop = new AbortController();
  /** Shows the state in the form. */
  private fillForm = (): void => {};
  private readonly board: ExplorerBoard;
  private readonly parts = {
    tools: html("div", { class: "tools", role: "toolbar", "aria-label": "Tools" }),
    path: html("ol", { class: "path", "aria-label": "Moves" }),
    status: html("p", { role: "status" }),
    variations: html("p"),
    next: html("div", { class: "wrap" }),
    years: html("div", { class: "wrap" }),
    games: html("div", { class: "wrap games" }),
    live: html("p", { class: "faint", "aria-live": "polite" }),
  };

  constructor(
    private readonly main: HTMLElement,
    private readonly kifu: Kifu,
    private readonly sizes: string[],
    private state: State,
  ) {
    this.board = new ExplorerBoard(
      (column, row) => void this.press(column, row),
      (from, to, isOver) => void this.dragged(from, to, isOver),
      (area) => {
        this.state.area = area;
        void this.update();
      },
      (text) => (this.parts.live.textContent = text),
    );
  }

  async start(): Promise<void> {
    const { parts } = this;
    this.main.replaceChildren(
      html("h1", {}, "Positions"),
      this.filters(),
      html(
        "div",
        { class: "explorer" },
        html("section", { "aria-label": "Board" }, parts.tools, this.board.element, this.steps(), parts.path, parts.live),
        html("section", { "aria-label": "Answer" }, parts.status, parts.variations, parts.next, parts.years, parts.games),
      ),
    );
    this.drawTools();
    addEventListener("popstate", () => {
      this.state = read(new URLSearchParams(location.search), this.sizes[0] ?? "19");
      this.undone = [];
      this.fillForm();
      void this.update(false);
    });
    await this.update(false);
  }

  /** What counts, and the controls of it. */
  private filters(): HTMLElement {
    const where = html("input", { name: "where", spellcheck: "false", autocomplete: "off", placeholder: "date>=2000" });
    const size = html("select", { name: "size" }, ...this.sizes.map((name) => html("option", { value: name }, name)));
    const next = html("select", { name: "next" }, ...[["", "either"], ["black", "Black"], ["white", "White"]].map(([value, name]) => html("option", { value }, name)));
    const sequence = html("input", { name: "sequence", placeholder: "B:cc ~ W:dc", spellcheck: "false", autocomplete: "off" });
    const [variations, fixed] = ["variations", "fixed"].map((name) => html("input", { type: "checkbox", name }));
    const form = html(
      "form",
      { class: "filters" },
      html("label", { class: "wide" }, "Select games", where),
      html("label", {}, "Next move", next),
      html("label", {}, "Played then", sequence),
      html("label", {}, "Board", size),
      html("label", {}, "Variations", variations),
      html("label", {}, "Fixed colors", fixed),
      html("button", { type: "submit" }, "Search"),
    );
    this.fillForm = () => {
      const { state } = this;
      const name = sizeName(state);
      // An address can have a board that no game has.
      if (![...size.options].some((option) => option.value === name)) size.append(html("option", { value: name }, name));
      [size.value, where.value, next.value, sequence.value] = [name, state.where, state.next, state.sequence];
      [variations.checked, fixed.checked] = [state.variations, state.fixed];
    };
    this.fillForm();
    const take = () => {
      Object.assign(this.state, {
        where: where.value.trim(),
        sequence: sequence.value.trim(),
        next: next.value as State["next"],
        variations: variations.checked,
        fixed: fixed.checked,
      } satisfies Partial<State>);
      void this.update();
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      take();
    });
    for (const input of [next, variations, fixed]) input.addEventListener("change", take);
    size.addEventListener("change", () => {
      // The new board is empty; the filters stay, but a sequence belongs to the position.
      this.state = read(new URLSearchParams({ size: size.value }), "19");
      this.undone = [];
      sequence.value = "";
      take();
    });
    return form;
  }

  private steps(): HTMLElement {
    const button = (label: string, act: () => void) => {
      const made = html("button", { type: "button" }, label);
      made.addEventListener("click", () => {
        act();
        void this.update();
      });
      return made;
    };
    return html(
      "div",
      { class: "tools" },
      button("Back", () => {
        const move = this.state.moves.pop();
        if (move) this.undone.push(move);
      }),
      button("Forward", () => {
        const move = this.undone.pop();
        if (move) this.state.moves.push(move);
      }),
      button("Pass", () => this.play({ color: this.turn() })),
      button("Whole board", () => (this.state.area = undefined)),
      button("Clear", () => {
        this.state = { ...this.state, moves: [], marks: new Map(), area: undefined };
        this.undone = [];
      }),
    );
  }

  private drawTools(): void {
    // With the other tools a finger scrolls the page.
    this.board.drags = ["area", "X", "O"].includes(this.tool);
    const buttons = TOOLS.map(([tool, label, help]) => {
      const button = html("button", { type: "button", title: help, "aria-label": help, "aria-pressed": String(tool === this.tool) }, ...(SIDES[tool]?.map(disc) ?? [label]));
      button.addEventListener("click", () => {
        this.tool = tool;
        this.drawTools();
      });
      return button;
    });
    this.parts.tools.replaceChildren(...buttons);
  }

  private turn(): "B" | "W" {
    const last = this.state.moves.at(-1);
    return last?.color === "B" ? "W" : "B";
  }

  private get area(): Area {
    return this.state.area ?? { left: 0, top: 0, right: this.state.columns - 1, bottom: this.state.rows - 1 };
  }

  private get grid(): Grid {
    const { columns, rows, marks } = this.state;
    const cells = Array.from({ length: columns * rows }, (_, index): Letter => marks.get(index) ?? ([".", "X", "O"] as const)[this.stones[index] ?? 0] ?? ".");
    return { columns, rows, cells };
  }

  /** Adds a move; those that were taken back no longer follow. */
  private play(move: Move): void {
    this.state.moves.push(move);
    this.undone = [];
  }

  private async press(column: number, row: number): Promise<void> {
    const index = row * this.state.columns + column;
    if (this.tool === "area") return;
    if (this.tool === "play") {
      const colors = this.marks.find((mark) => mark.column === column && mark.row === row)?.nexts.map(colorOf) ?? [];
      if (this.grid.cells[index] !== "." && colors.length === 0) return;
      // If both colors continue here, the one in turn is played.
      const color = colors.length === 1 ? colors[0] : this.turn();
      this.play({ color, point: [column, row] });
      this.state.marks.delete(index);
    } else {
      const own = ([".", "X", "O"] as const)[this.stones[index] ?? 0];
      if (this.state.marks.get(index) === this.tool || own === this.tool) this.state.marks.delete(index);
      else this.state.marks.set(index, this.tool);
    }
    await this.update();
  }

  private async dragged(from: [number, number], to: [number, number], isOver: boolean): Promise<void> {
    const { columns } = this.state;
    const index = ([column, row]: [number, number]) => row * columns + column;
    const stone = this.grid.cells[index(from)];
    if ((this.tool === "X" || this.tool === "O") && stone !== ".") {
      if (!isOver) return;
      this.state.marks.set(index(from), ".");
      this.state.marks.set(index(to), stone);
      await this.update();
      return;
    }
    const area = areaOf(from, to);
    this.board.drawArea(area);
    if (isOver) {
      this.state.area = area;
      await this.update();
    }
  }

  private get query(): { [name: string]: string | number | boolean | undefined } {
    const { next, variations, fixed, sequence } = this.state;
    return { pattern: drawing(this.grid, this.area), next, where: condition(this.state), sequence, variations: variations || undefined, swap: fixed ? false : undefined };
  }

  /** Shows the position, and asks the server about it. */
  private async update(isNew = true): Promise<void> {
    remember(address("/explore", write(this.state)), isNew);
    const read = await this.kifu.read(record(this.state));
    const positions = read.game(0).positions();
    const points = this.state.columns * this.state.rows;
    this.stones = positions.slice(positions.length - points);
    read.free();
    this.marks = [];
    this.board.draw(this.grid, this.area, []);
    this.board.announce();
    this.drawPath();
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const { parts } = this;
    parts.status.textContent = "Searching…";
    try {
      await stream(address("/api/v1/search/stream", { ...this.query, limit: 30 }), signal, (figures, isDone) => this.show(figures, isDone));
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      for (const part of [parts.variations, parts.next, parts.years, parts.games]) part.replaceChildren();
      parts.status.replaceChildren(html("span", { class: "error", role: "alert" }, message(error)));
    }
  }

  private drawPath(): void {
    const items = this.state.moves.map((move, index) => {
      const button = html("button", { type: "button" }, stone(move.color === "B"), ` ${moveName(move, this.state.rows)}`);
      button.addEventListener("click", () => {
        this.undone.push(...this.state.moves.splice(index + 1).reverse());
        void this.update();
      });
      return html("li", {}, button);
    });
    this.parts.path.replaceChildren(...items);
  }

  private show(figures: Figures, isDone: boolean): void {
    const { main, variations } = figures;
    const decided = main.black_wins + main.white_wins;
    const won = decided > 0 ? `; Black won ${((main.black_wins / decided) * 100).toFixed(1)} %` : "";
    const state = !isDone ? " so far…" : figures.complete ? "" : " (incomplete: the time of a search is over)";
    this.parts.status.textContent = `${found(main)} of ${figures.searched.toLocaleString("en")}${won}${state}`;
    this.parts.variations.textContent = variations && `In variations: ${found(variations)}`;
    this.marks = this.marksOf(figures);
    this.board.draw(this.grid, this.area, this.marks);
    this.parts.next.replaceChildren(this.table(figures));
    const years = yearColumns(figures.years, (own) => own.hits);
    this.parts.years.replaceChildren(
      ...(years.length > 1 ? [html("h2", {}, "By year"), plot(years, "Hits by year")] : []),
    );
    if (isDone && figures.games) {
      this.parts.games.replaceChildren(html("h2", {}, "Games"), ...this.list(figures.games.list, figures.games.next));
    }
  }

  private marksOf(figures: Figures): Mark[] {
    const { left, top } = this.area;
    const all = Math.max(1, figures.main.hits + (figures.variations?.hits ?? 0));
    const turns = symmetries(this.grid, this.area);
    const marks = new Map<string, Mark>();
    figures.continuations.slice(0, LETTERS.length).forEach((next, rank) => {
      const decided = next.black_wins + next.white_wins;
      const shown = {
        letter: LETTERS[rank],
        color: next.color,
        share: (next.hits + next.in_variations) / all,
        black: decided > 0 ? next.black_wins / decided : undefined,
      };
      turns.forEach((turn, way) => {
        const [column, row] = turn(next.column, next.row);
        const key = `${column},${row}`;
        const mark = marks.get(key);
        if (!mark) marks.set(key, { column: column + left, row: row + top, copy: way > 0, nexts: [shown] });
        else if (mark.nexts.every((own) => own.color !== next.color)) mark.nexts.push(shown);
      });
    });
    return [...marks.values()];
  }

  private table(figures: Figures): HTMLElement {
    const { left, top } = this.area;
    const inVariations = (count: number) => (figures.variations ? [html("td", { class: "number" }, count.toLocaleString("en"))] : []);
    const rows = figures.continuations.slice(0, LETTERS.length).map((next, rank) => {
      const [column, row] = [next.column + left, next.row + top];
      const name = columnName(column, "western") + rowName(row, this.state.rows, "western");
      const button = html("button", { type: "button", title: "Play this move" }, `${LETTERS[rank]} `, stone(next.color === "black"), ` ${name}`);
      button.addEventListener("click", () => {
        this.play({ color: colorOf(next), point: [column, row] });
        void this.update();
      });
      const share = (next.hits / Math.max(1, figures.main.hits)) * 100;
      return html(
        "tr",
        { class: "next" },
        html("td", {}, button),
        html("td", { class: "number" }, next.hits.toLocaleString("en")),
        html("td", { class: "number" }, `${share.toFixed(1)} %`),
        html("td", { class: "fill" }, winBar(next.black_wins, next.white_wins, next.hits)),
        html("td", { class: "number" }, `${((next.tenuki / Math.max(1, next.hits)) * 100).toFixed(0)} %`),
        html("td", { class: "number" }, next.average_move?.toFixed(1) ?? ""),
        ...inVariations(next.in_variations),
      );
    });
    const { hits, in_variations } = figures.without_continuation;
    if (hits + in_variations > 0) {
      const empty = Array.from({ length: 4 }, () => html("td"));
      rows.push(html("tr", {}, html("td", {}, "no move"), html("td", { class: "number" }, hits.toLocaleString("en")), ...empty, ...inVariations(in_variations)));
    }
    const heads = ["Next", "Hits", "Share", "Black and White won", "Tenuki", "Move", ...(figures.variations ? ["In var."] : [])];
    return html("table", {}, html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))), html("tbody", {}, ...rows));
  }

  private list(games: GameRow[], next: number | null): HTMLElement[] {
    const body = html("tbody", {}, ...games.map(hitRow));
    const table = html("table", {}, html("thead", {}, html("tr", {}, ...["Date", "Game", "Result", "Hit"].map((head) => html("th", { scope: "col" }, head)))), body);
    if (next === null) return [table];
    const { query } = this;
    const button = html("button", { type: "button" }, "More games");
    const failure = html("p", { class: "error", role: "alert" });
    let offset = next;
    button.addEventListener("click", async () => {
      button.disabled = true;
      failure.textContent = "";
      try {
        const { games } = await ask<Figures>(address("/api/v1/search", { ...query, limit: 100, offset }));
        if (games) body.append(...games.list.map(hitRow));
        if (games?.next) offset = games.next;
        else button.remove();
      } catch (error) {
        failure.textContent = message(error);
      }
      button.disabled = false;
    });
    return [table, button, failure];
  }
}

/** The color of a continuation, as moves have it. */
const colorOf = (next: { color: "black" | "white" }): Move["color"] => (next.color === "black" ? "B" : "W");

/** The number of hits and their games. */
function found({ hits, games }: Counts): string {
  const many = (count: number, name: string) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
  return `${many(hits, "hit")} in ${many(games, "game")}`;
}

/** The row of a game that was found. */
function hitRow(game: GameRow): HTMLElement {
  const hit = game.hit!;
  const link = html("a", { href: address(`/game/${game.id}`, { node: `#${hit.node}` }) }, [game.black ?? "?", game.white ?? "?"].join(" – "));
  const place = `${hit.variation ? "node" : "move"} ${hit.variation ? hit.node : hit.move}${hit.swapped ? ", colors swapped" : ""}`;
  return html("tr", {}, html("td", {}, game.date ?? ""), html("td", {}, link), html("td", {}, game.result ?? ""), html("td", {}, place));
}

/** A disc that has the color of a move as its name. */
function stone(isBlack: boolean): HTMLElement {
  const made = disc(isBlack ? 1 : 2);
  made.removeAttribute("aria-hidden");
  made.role = "img";
  made.ariaLabel = isBlack ? "Black" : "White";
  return made;
}

/** The position explorer. */
export async function explorer(main: HTMLElement, values: URLSearchParams): Promise<void> {
  const [kifu, about] = await Promise.all([open(), info()]);
  const sizes = about.sizes.length > 0 ? about.sizes : ["19"];
  await new Explorer(main, kifu, sizes, read(values, sizes[0])).start();
}
