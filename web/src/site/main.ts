/** The pages of `kifu serve`. */
import { open } from "../core/index.js";
import { html } from "../player/dom.js";
import { define } from "../player/element.js";
import { info, message } from "./api.js";
import { explorer } from "./explorer.js";
import { game } from "./game.js";
import { library } from "./library.js";
import { statistics } from "./statistics.js";

define(open);

async function route(): Promise<void> {
  const main = document.querySelector<HTMLElement>("#main")!;
  const { pathname, search } = location;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === pathname) link.setAttribute("aria-current", "page");
  }
  const values = new URLSearchParams(search);
  try {
    const about = await info();
    document.title = about.title;
    document.querySelector("header .title")!.textContent = about.title;
    if (pathname === "/explore") await explorer(main, values);
    else if (pathname === "/statistics") await statistics(main, values);
    else if (pathname.startsWith("/game/")) await game(main, decodeURIComponent(pathname.slice(6)), values);
    else await library(main, values);
  } catch (error) {
    main.replaceChildren(html("p", { class: "error", role: "alert" }, message(error)));
  }
}

void route();
