import { html } from "../player/dom.js";
import { address, ask, message, quoted, remember } from "./api.js";
import { columns, winBar, yearColumns } from "./plot.js";

interface Wins {
  games: number;
  black_wins: number;
  white_wins: number;
}

interface Statistics extends Wins {
  moves: number;
  years: (Wins & { year: number | null })[];
  komi: (Wins & { komi: number | null })[];
  lengths: { from: number; games: number }[];
  sizes: { value: string; games: number }[];
  results: { value: string; games: number }[];
  players: { name: string; games: number; won: number; lost: number }[];
  player_count: number;
  events: { value: string; games: number }[];
}

const number = (value: number) => value.toLocaleString("en");

const section = (name: string, ...content: Node[]) => html("section", {}, html("h2", {}, name), html("div", { class: "wrap" }, ...content));

function table(heads: string[], rows: (string | Node)[][]): HTMLTableElement {
  return html(
    "table",
    {},
    html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
    html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", { class: typeof cell === "string" && /^-?[\d,.]+$/.test(cell) && "number" }, cell))))),
  );
}

/** The page with figures of the selected games. */
export async function statistics(main: HTMLElement, values: URLSearchParams): Promise<void> {
  const where = html("input", { name: "where", value: values.get("where"), spellcheck: "false", autocomplete: "off" });
  const form = html("form", { class: "filters", role: "search" }, html("label", { class: "wide" }, "Select games", where), html("button", { type: "submit" }, "Select"));
  const place = html("div");
  const link = (name: string, text: string) => html("a", { href: address("/", { where: text }) }, name);
  let stop = new AbortController();
  const update = async (isNew: boolean) => {
    remember(address("/statistics", { where: where.value.trim() }), isNew);
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    place.replaceChildren(html("p", { role: "status" }, "Counting…"));
    try {
      const data = await ask<Statistics>(address("/api/v1/statistics", { where: where.value.trim() }), { signal });
      if (signal.aborted) return;
      const card = (name: string, value: string) => html("div", {}, html("b", {}, value), name);
      const share = (part: number) => `${((part / Math.max(1, data.black_wins + data.white_wins)) * 100).toFixed(1)} %`;
      place.replaceChildren(
        html("div", { class: "cards" }, card("games", number(data.games)), card("moves", number(data.moves)), card("Black won", share(data.black_wins)), card("White won", share(data.white_wins)), card("players", number(data.player_count))),
        html(
          "div",
          { class: "plots" },
          section("By year", columns(yearColumns(data.years, (own) => own.games), "Games by year")),
          section("By number of moves", columns(data.lengths.map((own) => ({ label: String(own.from), value: own.games })), "Games by number of moves")),
          section("Players", table(["Player", "Games", "Won", "Lost"], data.players.map((own) => [link(own.name, `player=${quoted(own.name)}`), number(own.games), number(own.won), number(own.lost)]))),
          section("Komi", table(["Komi", "Games", "Black and White won"], data.komi.map((own) => [own.komi === null ? "not given" : String(own.komi), number(own.games), winBar(own.black_wins, own.white_wins, own.games)]))),
          section("Results", table(["Result", "Games"], data.results.map((own) => [own.value, number(own.games)]))),
          section("Events", table(["Event", "Games"], data.events.map((own) => [link(own.value, `event=${quoted(own.value)}`), number(own.games)]))),
          section("Boards", table(["Board", "Games"], data.sizes.map((own) => [own.value, number(own.games)]))),
        ),
      );
    } catch (error) {
      if (signal.aborted) return;
      place.replaceChildren(html("p", { class: "error", role: "alert" }, message(error)));
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void update(true);
  });
  addEventListener("popstate", () => {
    where.value = new URLSearchParams(location.search).get("where") ?? "";
    void update(false);
  });
  main.replaceChildren(html("h1", {}, "Statistics"), form, place);
  await update(false);
}
