import { html } from "../player/dom.js";
import { address, ask, info, isAbort, message, remember, type GamePage, type GameRow } from "./api.js";
import { problems } from "./problems.js";

/** The height of a row; browsers limit the height of an element, so that rows of long lists are scrolled in proportion. */
const ROW = 32;
const TALLEST = 8_000_000;

/** Games of a request. */
const CHUNK = 100;

const COLUMNS: [name: string, sort: string][] = [
  ["Date", "date"], ["Black", "black"], ["White", "white"], ["Result", "result"], ["Moves", "moves"], ["Event", "event"],
];

/** A list of games of any length: what is seen is asked for, and nothing else. */
class Table {
  readonly element = html("div", { class: "scroll", tabindex: 0, role: "grid", "aria-label": "Games" });
  private readonly head = html("div", { class: "grid head", role: "row" });
  private readonly rows = html("div", { class: "rows" });
  private chunks = new Map<number, GameRow[] | "asked">();
  private total = 0;
  private query: { where: string; sort: string; reverse: boolean } = { where: "", sort: "date", reverse: true };
  private turn = 0;
  private chosen = -1;
  /** The game of the chosen row. */
  private kept?: GameRow;
  private stop = new AbortController();

  constructor(
    private readonly open: (game: GameRow, isPress: boolean) => void,
    private readonly told: (total: number) => void,
    private readonly failed: (reason: string) => void,
    private readonly sorted: (sort: string, reverse: boolean) => void,
  ) {
    this.element.append(this.head, this.rows);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.rows.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-index]");
      if (row) this.choose(Number(row.dataset.index), true);
    });
  }

  show(where: string, sort: string, reverse: boolean): void {
    this.query = { where, sort, reverse };
    this.forget();
    this.kept = undefined;
    this.element.scrollTop = 0;
    this.head.replaceChildren(
      ...COLUMNS.map(([name, key]) => {
        const mark = key === sort ? (reverse ? " ↓" : " ↑") : "";
        const button = html("button", { type: "button" }, name + mark);
        button.addEventListener("click", () => this.sorted(key, key === sort ? !reverse : key === "date"));
        const order = key === sort ? (reverse ? "descending" : "ascending") : "none";
        return html("div", { role: "columnheader", "aria-sort": order }, button);
      }),
    );
    void this.load(0);
  }

  /** Reads all rows again, because the index has changed. The place and the chosen game stay. */
  refresh(): void {
    this.forget();
    this.draw();
  }

  private forget(): void {
    this.stop.abort();
    this.stop = new AbortController();
    this.turn++;
    this.chunks.clear();
    this.chosen = -1;
  }

  private resize(total: number): void {
    this.total = total;
    this.rows.style.height = `${this.height}px`;
    this.element.setAttribute("aria-rowcount", String(total));
  }

  private get height(): number {
    return Math.min(this.total * ROW, TALLEST);
  }

  /** The first row that is seen. */
  private get first(): number {
    const room = this.element.clientHeight - this.head.offsetHeight;
    const longest = Math.max(1, this.height - room);
    const last = Math.max(0, this.total - Math.floor(room / ROW));
    return Math.min(last, Math.round((this.element.scrollTop / longest) * last));
  }

  private async load(chunk: number): Promise<void> {
    if (this.chunks.has(chunk)) return;
    this.chunks.set(chunk, "asked");
    const turn = this.turn;
    const { where, sort, reverse } = this.query;
    try {
      const url = address("/api/v1/games", { where, sort, reverse, offset: chunk * CHUNK, limit: CHUNK });
      const page = await ask<GamePage>(url, { signal: this.stop.signal });
      if (turn !== this.turn) return;
      this.chunks.set(chunk, page.games);
      this.resize(page.total);
      const { kept } = this;
      const place = kept ? page.games.findIndex((game) => game.file === kept.file && game.number === kept.number) : -1;
      if (place >= 0) this.chosen = chunk * CHUNK + place;
      this.told(page.total);
      this.draw();
      if (chunk === 0 && !kept && page.games.length > 0 && matchMedia("(min-width:64rem)").matches) this.choose(0);
    } catch (error) {
      if (isAbort(error) || turn !== this.turn) return;
      this.chunks.delete(chunk);
      // Without an answer to this filter, the rows on the page are those of an earlier one.
      if (![...this.chunks.values()].some(Array.isArray)) {
        this.resize(0);
        this.draw();
      }
      this.failed(message(error));
    }
  }

  private game(index: number): GameRow | undefined {
    const chunk = this.chunks.get(Math.floor(index / CHUNK));
    return Array.isArray(chunk) ? chunk[index % CHUNK] : undefined;
  }

  private draw(): void {
    const first = Math.max(0, this.first - 5);
    const last = Math.min(this.total, first + Math.ceil(this.element.clientHeight / ROW) + 10);
    const top = this.total * ROW > TALLEST ? this.element.scrollTop - 5 * ROW : first * ROW;
    const rows = [];
    for (let index = first; index < last; index++) {
      const game = this.game(index);
      if (!game) void this.load(Math.floor(index / CHUNK));
      const texts = game ? [game.date, game.black, game.white, game.result, String(game.moves), game.event] : ["…"];
      const row = html(
        "div",
        { class: "grid row", role: "row", "data-index": index, "aria-selected": String(index === this.chosen), "aria-rowindex": index + 1 },
        ...texts.map((text, place) => html("span", { role: "gridcell", class: place === 4 && "number", title: text }, text ?? "")),
      );
      row.style.top = `${top + (index - first) * ROW}px`;
      rows.push(row);
    }
    this.rows.replaceChildren(...rows);
  }

  private choose(index: number, isPress = false): void {
    const game = this.game(index);
    if (!game) return;
    this.chosen = index;
    this.kept = game;
    this.draw();
    this.open(game, isPress);
  }

  private key(event: KeyboardEvent): void {
    const steps: { [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 };
    const step = steps[event.key];
    if (!step || this.total === 0) return;
    event.preventDefault();
    const wanted = Math.min(this.total - 1, Math.max(0, this.chosen + step));
    const seen = Math.floor((this.element.clientHeight - this.head.offsetHeight) / ROW) - 1;
    if (wanted < this.first || wanted > this.first + seen) {
      this.element.scrollTop += step * ROW * (this.height / Math.max(1, this.total * ROW));
    }
    this.choose(wanted);
  }
}

/** What a game is called. */
export const title = (game: GameRow): string => [game.black, game.white].filter(Boolean).join(" – ") || `${game.file}, ${game.number}`;

/** The page with the table of all games. */
export async function library(main: HTMLElement, values: URLSearchParams): Promise<void> {
  const about = await info();
  const where = html("input", { name: "where", placeholder: "player~Shusaku and date<1850", list: "fields", spellcheck: "false", autocomplete: "off" });
  const fields = html("datalist", { id: "fields" }, ...about.fields.map(({ name, meaning }) => html("option", { value: `${name}=` }, meaning)));
  const found = html("p", { class: "faint", role: "status" });
  const preview = html("section", { class: "preview", "aria-label": "Game" });
  const statistics = html("a", { href: "/statistics" }, "Statistics of these games");
  const explore = html("a", { href: "/explore" }, "Positions in these games");
  let [sort, reverse] = ["date", true];
  const fill = (values: URLSearchParams) => {
    where.value = values.get("where") ?? "";
    [sort, reverse] = [values.get("sort") ?? "date", (values.get("reverse") ?? "true") === "true"];
  };
  const table = new Table(
    (game, isPress) => show(preview, game, isPress, () => table.refresh()),
    (total) => (found.textContent = `${total.toLocaleString("en")} of ${about.games.toLocaleString("en")} games`),
    (reason) => found.replaceChildren(html("span", { class: "error" }, reason)),
    (by, down) => {
      [sort, reverse] = [by, down];
      update(true);
    },
  );
  const update = (isNew: boolean) => {
    const text = where.value.trim();
    remember(address("/", { where: text, sort: sort === "date" ? "" : sort, reverse: reverse ? "" : "false" }), isNew);
    statistics.href = address("/statistics", { where: text });
    explore.href = address("/explore", { where: text });
    table.show(text, sort, reverse);
  };
  const form = html(
    "form",
    { class: "filters", role: "search" },
    html("label", { class: "wide" }, "Select games", where),
    fields,
    html("button", { type: "submit" }, "Select"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    update(true);
  });
  const list = html("section", { "aria-label": "Games" }, form, found, table.element, html("p", {}, explore, " · ", statistics));
  main.replaceChildren(html("h1", {}, about.title), html("div", { class: "library" }, list, preview));
  addEventListener("popstate", () => {
    fill(new URLSearchParams(location.search));
    update(false);
  });
  fill(values);
  update(false);
}

/** Shows a game beside the table, or below it on narrow screens: there a pressed row scrolls to its game. */
function show(place: HTMLElement, game: GameRow, isPress: boolean, changed: () => void): void {
  const player = html("kifu-player" as "div", { node: "0" });
  const open = html("a", {}, "Open");
  const sgf = html("a", {}, "SGF");
  const name = (own: GameRow) => {
    game = own;
    open.href = `/game/${own.id}`;
    [sgf.href, sgf.download] = [`/api/v1/games/${own.id}.sgf`, `${own.id}.sgf`];
    player.setAttribute("src", sgf.getAttribute("href")!);
  };
  name(game);
  const list = html("div");
  const check = html("button", { type: "button" }, "Problems of the file");
  const written = (own: GameRow) => {
    if (player.isConnected) name(own);
    changed();
  };
  check.addEventListener("click", () => void problems(list, game, written));
  if (isPress) {
    // Before the board is drawn, the page may be too short to scroll.
    const reveal = () => {
      if (!player.isConnected || player.getBoundingClientRect().top < innerHeight / 2) return;
      const isReduced = matchMedia("(prefers-reduced-motion:reduce)").matches;
      player.scrollIntoView({ block: "start", behavior: isReduced ? "auto" : "smooth" });
    };
    for (const event of ["kifu-load", "kifu-error"]) player.addEventListener(event, reveal, { once: true });
  }
  place.replaceChildren(
    player,
    html("div", { class: "actions" }, open, sgf, check),
    html("p", { class: "faint" }, `${game.file}, game ${game.number}`),
    list,
  );
}
