import { html } from "../player/dom.js";
import { ask, info, type GameRow } from "./api.js";
import { title } from "./library.js";
import { problems } from "./problems.js";

/** The page of one game. `node` is the place in it: a move, or a path. */
export async function game(main: HTMLElement, id: string, values: URLSearchParams): Promise<void> {
  const [about, row] = await Promise.all([info(), ask<GameRow>(`/api/v1/games/${encodeURIComponent(id)}`)]);
  document.title = title(row);
  const list = html("div");
  const check = html("button", { type: "button" }, "Problems of the file");
  check.addEventListener("click", () => void problems(list, row.id, about.edits));
  main.replaceChildren(
    html("h1", {}, title(row)),
    html("kifu-player" as "div", { src: `/api/v1/games/${row.id}.sgf`, node: values.get("node") ?? "0" }),
    html("div", { class: "tools" }, html("a", { href: `/api/v1/games/${row.id}.sgf`, download: `${row.id}.sgf` }, "SGF"), html("a", { href: `/api/v1/games/${row.id}.svg` }, "SVG"), check),
    html("p", { class: "faint" }, `${row.file}, game ${row.number}`),
    list,
  );
}
