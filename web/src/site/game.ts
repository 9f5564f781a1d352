import { html } from "../player/dom.js";
import { ask, type GameRow } from "./api.js";
import { title } from "./library.js";
import { problems } from "./problems.js";

/** The page of one game. `node` is the place in it: a move, or a path. */
export async function game(main: HTMLElement, id: string, values: URLSearchParams): Promise<void> {
  let row = await ask<GameRow>(`/api/v1/games/${encodeURIComponent(id)}`);
  const heading = html("h1");
  const player = html("kifu-player" as "div", { node: values.get("node") ?? "0" });
  const sgf = html("a", {}, "SGF");
  const svg = html("a", {}, "SVG");
  const list = html("div");
  const show = (game: GameRow) => {
    row = game;
    document.title = heading.textContent = title(row);
    player.setAttribute("src", `/api/v1/games/${row.id}.sgf`);
    [sgf.href, sgf.download] = [`/api/v1/games/${row.id}.sgf`, `${row.id}.sgf`];
    svg.href = `/api/v1/games/${row.id}.svg`;
  };
  show(row);
  const written = (game: GameRow) => {
    show(game);
    history.replaceState(null, "", `/game/${game.id}${location.search}`);
  };
  const check = html("button", { type: "button" }, "Problems of the file");
  check.addEventListener("click", () => void problems(list, row, written));
  main.replaceChildren(heading, player, html("div", { class: "tools" }, sgf, svg, check), html("p", { class: "faint" }, `${row.file}, game ${row.number}`), list);
}
