// The pages of `kifu serve` in Chromium. `KIFU_BIN` names the program; without it these tests are skipped.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { serving } from "./serving.mjs";

const program = process.env.KIFU_BIN;
const examples = new URL("../../examples/go", import.meta.url).pathname;

/** Six games; the fix of the fifth changes its main line, and with it the identifier of the game. */
const collection = [1, 2, 3, 4, 5, 6]
  .map((number) => `(;GM[1]FF[4]SZ[19]PB[Black ${number}]PW[White ${number}]RU[japanese];B[p${"abcdef"[number - 1]}];W[dp]${number === 5 ? "AW[aa]" : ""})`)
  .join("\n");

/** More games than the explorer lists at once, and than it adds. */
const many = Array.from({ length: 240 }, (_, number) => `(;GM[1]FF[4]SZ[19]EV[Many]PB[Player ${number}];B[aa];W[sa])`).join("\n");

/** Moves in the upper right corner that occur in variations only. */
const joseki = "(;GM[1]FF[4]SZ[19]EV[Joseki](;B[dd];W[dp])(;B[qd];W[od](;B[oc])(;B[pd]))(;B[qd];W[oc])(;B[qd]))";

/** Moves in the upper right corner, by either color; at O17 by both. */
const corner = ["W[nc]", "W[nc]", "W[nc]", "W[dp];B[nc]", "W[dp];B[nc]", "W[dp];B[pg]"].map((moves) => `(;GM[1]FF[4]SZ[19]EV[Corner];B[pd];${moves})`).join("");

/** A game whose event and players have characters that filters write with an escape. */
const escaped = String.raw`(;GM[1]FF[4]SZ[19]EV[The "Old\\New" Cup]PB[Ann "the\\Wall" Lee]PW[Bo];B[dd];W[pp])`;

/** Games of years far apart. */
const years = [["Gap", 1900], ["Gap", 1905], ["Wide", 1700], ["Wide", 1925]].map(([event, year]) => `(;GM[1]FF[4]SZ[19]EV[${event}]DT[${year}];B[dd];W[pp])`).join("");

/** A path without a place to break. */
const long = `${"folder_".repeat(12)}.sgf`;

describe("the pages of the server", { skip: program ? false : "KIFU_BIN is not set" }, () => {
  let folder, file, server, base, browser;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "kifu-site-"));
    cpSync(examples, join(folder, "games"), { recursive: true });
    // Characters that have a meaning in filters.
    file = join(folder, "games", "six [1] 'games'.sgf");
    writeFileSync(file, collection);
    writeFileSync(join(folder, "games", "others.sgf"), collection.replaceAll("Black ", "Other "));
    writeFileSync(join(folder, "games", "many.sgf"), many);
    writeFileSync(join(folder, "games", "joseki.sgf"), joseki);
    writeFileSync(join(folder, "games", "corner.sgf"), corner);
    writeFileSync(join(folder, "games", "escaped.sgf"), escaped);
    writeFileSync(join(folder, "games", "changed.sgf"), "(;GM[1]FF[4]SZ[19]EV[Changed];B[dd];W[pp])");
    writeFileSync(join(folder, "games", "years.sgf"), years);
    writeFileSync(join(folder, "games", long), "(;GM[1]FF[4]SZ[19]EV[Long]RU[japanese];B[dd];W[pp])");
    writeFileSync(join(folder, "games", "small.sgf"), "(;GM[1]FF[4]SZ[9]KM[-6.5];B[ee];W[ec])");
    const environment = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
    ({ server, base } = await serving(program, join(folder, "games"), ["--allow-edit"], environment));
    browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  });

  after(async () => {
    await browser?.close();
    server?.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  const on = (path, options, work) => async () => {
    const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, ...options });
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && !/40[09]/.test(message.text()) && faults.push(message.text()));
    try {
      await page.goto(base + path);
      await work(page);
      assert.deepEqual(faults, []);
    } finally {
      await page.close();
    }
  };

  test("the table is filtered, sorted, and opens a game", on("/", {}, async (page) => {
    await page.waitForSelector(".row");
    const all = await page.locator("[role=status]").first().textContent();
    assert.match(all, /^(\d+) of \1 games$/);
    await page.getByLabel("Select games").fill("player~Shusaku");
    await page.getByRole("button", { name: "Select" }).click();
    await page.waitForFunction((all) => document.querySelector("[role=status]").textContent !== all, all);
    assert.match(page.url(), /where=player/);
    await page.getByRole("button", { name: /^Black/ }).click();
    await page.waitForFunction(() => document.querySelector('[aria-sort="ascending"]'));
    await page.locator(".row").first().click();
    await page.waitForFunction(() => document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg"));
    await page.getByLabel("Select games").fill("date>=");
    await page.getByRole("button", { name: "Select" }).click();
    await page.waitForSelector(".error");
    assert.equal(await page.locator(".row").count(), 0);
    await page.getByLabel("Select games").fill("");
    await page.getByRole("button", { name: "Select" }).click();
    await page.waitForSelector(".row");
  }));

  test("the browser leads back to the filters before", on("/", {}, async (page) => {
    const rows = (text) => page.waitForFunction((text) => document.querySelector("[role=status]").textContent.startsWith(text), text);
    await page.waitForSelector(".row");
    const all = (await page.locator("[role=status]").first().textContent()).split(" ")[0];
    for (const [filter, count] of [['black="Black 5"', "1 "], ['black="Other 5" or black="Other 4"', "2 "]]) {
      await page.getByLabel("Select games").fill(filter);
      await page.getByRole("button", { name: "Select" }).click();
      await rows(count);
    }
    await page.goBack();
    await rows("1 ");
    assert.equal(await page.getByLabel("Select games").inputValue(), 'black="Black 5"');
    await page.goBack();
    await rows(`${all} of ${all} `);
    assert.equal(await page.getByLabel("Select games").inputValue(), "");
    await page.goForward();
    await rows("1 ");
  }));

  test("the browser leads back to the statistics before", on("/statistics", {}, async (page) => {
    const games = (text) => page.waitForFunction((text) => document.querySelector(".cards b")?.textContent === text, text);
    await page.waitForSelector(".cards");
    const all = await page.locator(".cards b").first().textContent();
    await page.getByLabel("Select games").fill('black="Black 5"');
    await page.getByRole("button", { name: "Select" }).click();
    await games("1");
    await page.goBack();
    await games(all);
    assert.equal(await page.getByLabel("Select games").inputValue(), "");
  }));

  test("a move that was taken back does not follow another one", on("/explore", {}, async (page) => {
    const moves = (count) => page.waitForFunction((count) => document.querySelectorAll(".path li").length === count, count);
    const press = (name) => page.getByRole("button", { name, exact: true }).click();
    await page.waitForSelector("tr.next");
    await page.locator("tr.next button").first().click();
    await moves(1);
    await press("Back");
    await moves(0);
    await page.waitForFunction(() => document.querySelectorAll("tr.next").length > 1);
    await page.locator("tr.next button").nth(1).click();
    await moves(1);
    await press("Forward");
    await page.waitForSelector("tr.next");
    assert.equal(await page.locator(".path li").count(), 1);
    await press("Back");
    await press("Pass");
    await press("Forward");
    await page.waitForFunction(() => location.search.includes("moves=B"));
    assert.equal(await page.locator(".path li").count(), 1);
  }));

  test("stones are played, continuations arrive, and the address leads back", on("/explore", {}, async (page) => {
    await page.waitForSelector("tr.next");
    const point = (column, row) => page.locator(`.host rect[data-point="${column},${row}"]`);
    await point(15, 3).click();
    await page.waitForFunction(() => document.querySelectorAll(".path li").length === 1);
    assert.match(page.url(), /moves=Bpd/);
    await page.waitForSelector("tr.next");
    await page.locator("tr.next button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".path li").length === 2);
    const address = page.url();
    await page.getByRole("button", { name: "Back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".path li").length === 1);
    await page.goto(address);
    await page.waitForFunction(() => document.querySelectorAll(".path li").length === 2);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Drag the area that counts" }).click();
    await point(10, 0).hover();
    await page.mouse.down();
    await point(18, 8).hover();
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes("area=ka%3Asi"));
    await page.waitForSelector(".games a");
    await page.locator(".games a").first().click();
    await page.waitForFunction(() => document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg"));
  }));

  test("more games are added until all are listed", on(`/explore?${new URLSearchParams({ where: 'event="Many"' })}`, {}, async (page) => {
    const rows = (count) => page.waitForFunction((count) => document.querySelectorAll(".games tbody tr").length === count, count);
    const more = page.getByRole("button", { name: "More games" });
    await rows(30);
    for (const count of [130, 230, 240]) {
      await more.click();
      await rows(count);
    }
    assert.equal(await more.count(), 0);
    const names = await page.locator(".games tbody a").allTextContents();
    assert.equal(new Set(names).size, 240);
  }));

  for (const width of [360, 1300]) {
    const address = `/explore?${new URLSearchParams({ where: "event=Joseki", moves: "Bqd", area: "ka:si", variations: "true" })}`;
    test(`hits in variations are counted: ${width} px`, on(address, { viewport: { width, height: 800 } }, async (page) => {
      await isDone(page);
      const answer = page.getByRole("region", { name: "Answer" });
      assert.match(await answer.textContent(), /0 hits in 0 games of 1In variations: 3 hits in 1 game/);
      assert.equal(await answer.locator("th").nth(6).textContent(), "In var.");
      const counts = await answer.locator(".wrap:has(tr.next) tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, row.cells[6].textContent]));
      assert.deepEqual(counts, [["A  P17", "1"], ["B  P16", "1"], ["no move", "1"]]);
      const bars = await page.locator(".host .share:not(.b, .w)").evaluateAll((bars) => bars.map((bar) => bar.width.baseVal.value));
      assert.ok(bars.length === 2 && bars.every((bar) => bar > 10), String(bars));
      const places = await page.locator(".wrap").evaluateAll((places) => places.map((place) => place.scrollWidth - place.clientWidth));
      assert.deepEqual(places, places.map(() => 0));
      await page.getByLabel("Variations").uncheck();
      await page.waitForFunction(() => !document.querySelector("[aria-label=Answer]").textContent.includes("In variations"));
      assert.equal(await answer.getByRole("columnheader", { name: "In var." }).count(), 0);
    }));
  }

  const both = `/explore?${new URLSearchParams({ where: "event=Corner", moves: "Bpd", area: "ka:si" })}`;
  test("a press on a mark plays what its row plays", on(both, {}, async (page) => {
    await isDone(page);
    const rows = () => page.locator("tr.next button").evaluateAll((buttons) => buttons.map((button) => `${button.querySelector(".disc").ariaLabel} ${button.textContent.trim()}`));
    assert.deepEqual(await rows(), ["White A  O17", "Black B  O17", "Black C  N16"]);
    const marks = await page.locator(".host g.overlay > g:not(.copy)").evaluateAll((groups) => groups.map((group) => [...group.querySelectorAll(".ring, text")].map((part) => part.textContent || part.classList[1]).join(" ")));
    assert.deepEqual(marks, ["white A black B", "black C"]);
    for (const [start, at, played] of [
      ["Bpd", [12, 3], "Bpd-Bmd"],
      ["Bpd", [13, 2], "Bpd-Wnc"],
      // Black is in turn.
      ["Bpd-W", [13, 2], "Bpd-W-Bnc"],
      // The copy of a mark, and a point without one.
      ["Bpd", [15, 6], "Bpd-Bpg"],
      ["Bpd", [10, 10], "Bpd-Wkk"],
    ]) {
      await page.goto(base + both.replace("moves=Bpd", `moves=${start}`));
      await page.waitForSelector("tr.next");
      await isDone(page);
      await point(page, ...at).click();
      await page.waitForFunction((played) => new URLSearchParams(location.search).get("moves") === played, played);
    }
  }));

  test("statistics have plots", on("/statistics", { colorScheme: "dark" }, async (page) => {
    await page.waitForSelector(".plot");
    assert.ok((await page.locator(".plot rect").count()) > 3);
    const isInside = (text) => {
      const [own, plot] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
      return own.left >= plot.left && own.right <= plot.right;
    };
    for (const text of await page.locator(".plot text:visible").all()) assert.ok(await text.evaluate(isInside), await text.textContent());
    assert.equal(await page.getByRole("cell", { name: "-6.5", exact: true }).getAttribute("class"), "number");
  }));

  test("a file that has changed is named as the reason", async () => {
    const where = "event=Changed";
    const { games } = await (await fetch(`${base}/api/v1/games?${new URLSearchParams({ where })}`)).json();
    writeFileSync(join(folder, "games", "changed.sgf"), "(;GM[1]FF[4]SZ[19]EV[Changed];B[aa];W[bb];B[cc])");
    for (const path of [`/?${new URLSearchParams({ where })}`, `/game/${games[0].id}`]) {
      await on(path, {}, async (page) => {
        const fail = page.locator("kifu-player .fail");
        await fail.waitFor();
        assert.match(await fail.textContent(), /\.sgf: the file of the game has changed since it was indexed/, path);
      })();
    }
  });

  test("plots by year have columns of years without games, and decades if there are many", async () => {
    const labels = { Gap: ["1900: 1", "1901: 0", "1902: 0", "1903: 0", "1904: 0", "1905: 1"], Wide: Array.from({ length: 23 }, (_, index) => `${1700 + 10 * index}s: ${index % 22 === 0 ? 1 : 0}`) };
    for (const [event, expected] of Object.entries(labels)) {
      for (const [path, name] of [["/statistics", "Games by year"], ["/explore", "Hits by year"]]) {
        await on(`${path}?${new URLSearchParams({ where: `event=${event}`, size: "19" })}`, {}, async (page) => {
          const plot = page.getByRole("img", { name });
          await plot.waitFor();
          assert.deepEqual(await plot.locator("title").allTextContents(), expected, path);
        })();
      }
    }
  });

  test("a long path fits a phone", on(`/?where=${encodeURIComponent("event=Long")}`, { viewport: { width: 360, height: 740 } }, async (page) => {
    await page.locator(".row").first().click();
    await page.getByRole("button", { name: "Problems of the file" }).click();
    await page.getByRole("heading", { name: "folder_" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }));

  test("players and events of the statistics lead to their games", on(`/statistics?${new URLSearchParams({ where: 'player="Bo"' })}`, {}, async (page) => {
    for (const name of ['Ann "the\\Wall" Lee', 'The "Old\\New" Cup']) {
      const address = await page.getByRole("link", { name, exact: true }).getAttribute("href");
      const { total } = await (await fetch(`${base}/api/v1/games${new URL(address, base).search}`)).json();
      assert.equal(total, 1, name);
    }
  }));

  for (const [path, width] of [["/statistics", 360], ["/statistics", 860], ["/explore", 360], ["/explore", 1300]]) {
    test(`texts of plots can be read: ${path}, ${width} px`, on(path, { viewport: { width, height: 800 } }, async (page) => {
      await page.waitForSelector(".plot");
      const texts = await page.locator(".plot").evaluateAll((plots) => plots.map((plot) => {
        const seen = [...plot.querySelectorAll("text")].filter((text) => text.getClientRects().length > 0);
        const boxes = seen.map((text) => text.getBoundingClientRect());
        const bar = plot.querySelector("rect").getBoundingClientRect();
        return { size: Number.parseFloat(getComputedStyle(seen[0]).fontSize) * plot.getScreenCTM().a, boxes: boxes.slice(1).map(({ left, right, top }) => ({ left, right, top })), plot: plot.getBoundingClientRect().toJSON(), base: bar.bottom };
      }));
      for (const { size, boxes, plot, base } of texts) {
        assert.ok(size >= 11, `${size} px`);
        boxes.forEach(({ left, right, top }, index) => {
          assert.ok(left >= plot.left - 0.5 && right <= plot.right + 0.5, `${left}-${right}`);
          assert.ok(top >= base - 2, `${top} above ${base}`);
          if (index > 0) assert.ok(left > boxes[index - 1].right, "labels overlap");
        });
      }
    }));
  }

  for (const width of [320, 360, 960, 1100, 1300]) {
    test(`next moves and hits are not cut: ${width} px`, on("/explore", { viewport: { width, height: 800 } }, async (page) => {
      await page.waitForSelector(".games td");
      const tables = await page.locator(".wrap").evaluateAll((places) => places.map((place) => place.scrollWidth - place.clientWidth));
      assert.deepEqual(tables, tables.map(() => 0));
      await page.locator(".games td:last-child").first().evaluate((cell) => (cell.textContent = "move 123, colors swapped"));
      const [seen, whole] = await page.locator("div.games").evaluate((place) => [place.clientWidth, place.scrollWidth]);
      assert.ok(whole <= seen, `${whole} of ${seen}`);
    }));
  }

  test("what is pressed stands out in forced colors", on("/explore", { forcedColors: "active" }, async (page) => {
    const color = (selector) => page.locator(selector).first().evaluate((button) => getComputedStyle(button).backgroundColor);
    await page.waitForSelector("button[aria-pressed=true]");
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "forced-color-adjust:none;background:Highlight";
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    });
    assert.equal(await color("button[aria-pressed=true]"), highlight);
    assert.notEqual(await color("button[aria-pressed=false]"), highlight);
  }));

  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const [path, there] of [["/", ".row"], ["/explore", ".games td"], ["/statistics", ".plot"], ["game", "kifu-player"]]) {
    for (const [name, options] of [["light", {}], ["dark, on a phone", { colorScheme: "dark", viewport: { width: 360, height: 740 } }]]) {
      test(`axe finds nothing: ${path}, ${name}`, async () => {
        const { games } = await (await fetch(`${base}/api/v1/games?limit=1`)).json();
        // The policy of the pages forbids code of others.
        const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options, bypassCSP: true });
        const page = await context.newPage();
        await page.goto(base + (path === "game" ? `/game/${games[0].id}` : path));
        await page.waitForSelector(there);
        if (there === "kifu-player") await page.waitForFunction(() => document.querySelector("kifu-player").shadowRoot?.querySelector(".board svg"));
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`), []);
        await context.close();
      });
    }
  }

  test("errors of a filter keep their lines", async () => {
    for (const path of ["/", "/explore", "/statistics"]) {
      await on(`${path}?where=${encodeURIComponent("date>2000 and foo=3")}`, {}, async (page) => {
        await page.waitForSelector(".error");
        const seen = await page.locator(".error").evaluate((error) => {
          const range = document.createRange();
          range.selectNodeContents(error);
          const { whiteSpace, fontFamily } = getComputedStyle(error);
          return [error.textContent.split("\n").length, new Set([...range.getClientRects()].map((box) => box.top)).size, whiteSpace, fontFamily.includes("monospace")];
        });
        assert.deepEqual(seen, [3, 3, "pre-wrap", true], path);
      })();
    }
  });

  test("a press that changes nothing is no step of the history", on("/explore", {}, async (page) => {
    await page.waitForSelector("tr.next");
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    for (const name of ["Back", "Forward", "Whole board", "Clear", "Search"]) await page.getByRole("button", { name, exact: true }).click();
    assert.equal(await steps(), before);
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    await page.waitForFunction((before) => history.length === before + 1, before);
  }));

  test("moves are told by discs in their own colors, which have names", on("/explore?moves=Bpd-Wdp", { colorScheme: "dark" }, async (page) => {
    await page.waitForSelector("tr.next");
    const color = (selector) => page.locator(selector).first().evaluate((disc) => getComputedStyle(disc).backgroundColor);
    for (const place of [".path", ".tools"]) {
      assert.deepEqual([await color(`${place} .disc.b`), await color(`${place} .disc.w`)], ["rgb(17, 17, 17)", "rgb(255, 255, 255)"]);
    }
    for (const name of ["Black Q16", "White D4", /^A (Black|White) [A-T]\d+$/]) assert.ok(await page.getByRole("button", { name, exact: true }).first().isVisible(), `${name}`);
    assert.doesNotMatch(await page.locator("main").textContent(), /[●○]/);
  }));

  test("pages fit a phone", on("/explore", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }, async (page) => {
    await page.waitForSelector("tr.next");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }));

  const point = (page, column, row) => page.locator(`.host rect[data-point="${column},${row}"]`);
  const frames = (page) => page.locator(".host .frame").count();
  const tool = (page, name) => page.getByRole("button", { name }).click();
  const isDone = (page) => page.waitForFunction(() => /hits? in .* games? of [\d,]+[^…]*$/.test(document.querySelector("[role=status]")?.textContent));
  const phone = { viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true };

  /** Moves a finger between the middles of two points. */
  async function swipe(page, from, to) {
    const session = await page.context().newCDPSession(page);
    const middle = async (at) => {
      const { x, y, width, height } = await point(page, ...at).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [start, end] = [await middle(from), await middle(to)];
    const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", [start]);
    for (let step = 1; step <= 8; step++) {
      await send("touchMove", [{ x: start.x + ((end.x - start.x) * step) / 8, y: start.y + ((end.y - start.y) * step) / 8 }]);
    }
    await send("touchEnd", []);
    await session.detach();
  }

  test("a finger drags the area and stones, or scrolls", on("/explore", phone, async (page) => {
    await isDone(page);
    await point(page, 9, 9).evaluate((element) => element.scrollIntoView({ block: "center" }));
    await tool(page, "Drag the area");
    await swipe(page, [10, 0], [18, 8]);
    await page.waitForFunction(() => location.search.includes("area=ka%3Asi"));
    assert.equal(await frames(page), 1);
    await tool(page, "Clear");
    await page.waitForFunction(() => !location.search.includes("area"));
    await tool(page, "Put black stones");
    await point(page, 3, 3).tap();
    await page.waitForFunction(() => location.search.includes("marks=ddX"));
    await swipe(page, [3, 3], [5, 6]);
    await page.waitForFunction(() => location.search.includes("fgX"));
    await isDone(page);
    await tool(page, "Play stones in turn");
    const [address, scrolled] = [page.url(), await page.evaluate(() => scrollY)];
    await swipe(page, [9, 14], [9, 3]);
    await page.waitForFunction((scrolled) => scrollY > scrolled, scrolled);
    assert.equal(await frames(page), 0);
    assert.equal(page.url(), address);
  }));

  test("a pointer that is released outside of the board leaves no area", on("/explore", {}, async (page) => {
    await isDone(page);
    await tool(page, "Drag the area");
    const address = page.url();
    await point(page, 10, 10).hover();
    await page.mouse.down();
    await point(page, 14, 14).hover();
    assert.equal(await frames(page), 1);
    await page.getByRole("heading", { name: "Positions" }).hover();
    assert.equal(await frames(page), 0);
    await page.mouse.up();
    await point(page, 10, 10).hover();
    assert.equal(await frames(page), 0);
    // A drag that returns to its start.
    await page.mouse.down();
    await point(page, 14, 14).hover();
    await point(page, 10, 10).hover();
    await page.mouse.up();
    assert.equal(await frames(page), 0);
    assert.equal(page.url(), address);
    // The coordinates belong to the nearest points.
    await page.mouse.down();
    const { x, y, width, height } = await page.locator(".host .board svg").boundingBox();
    await page.mouse.move(x + width - 4, y + height - 4, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => location.search.includes("area=kk%3Ass"));
  }));

  test("the form shows the filters of the address", on("/explore", {}, async (page) => {
    const form = () => page.evaluate(() => [...document.querySelectorAll("form.filters :is(input, select)")].map((input) => (input.type === "checkbox" ? input.checked : input.value)));
    await isDone(page);
    const empty = await form();
    await page.getByLabel("Next move").selectOption("black");
    await page.waitForFunction(() => location.search.includes("next=black"));
    await page.getByLabel("Select games").fill("year>1900");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForFunction(() => location.search.includes("where=year"));
    await page.goBack();
    await page.waitForFunction(() => !location.search.includes("where"));
    assert.equal(await page.getByLabel("Next move").inputValue(), "black");
    assert.equal(await page.getByLabel("Select games").inputValue(), "");
    await page.goBack();
    await page.waitForFunction(() => !location.search.includes("next"));
    assert.deepEqual(await form(), empty);
    await page.goForward();
    await page.goForward();
    await page.waitForFunction(() => location.search.includes("where=year"));
    assert.equal(await page.getByLabel("Select games").inputValue(), "year>1900");
    // The filters apply to another board too.
    await page.getByRole("combobox", { name: "Board" }).selectOption("9");
    await page.waitForFunction(() => location.search.includes("size=9"));
    assert.match(page.url(), /next=black&where=year/);
    assert.equal(await page.getByLabel("Next move").inputValue(), "black");
  }));

  test("a part of a board is searched on boards of its size", async () => {
    for (const [size, where, found] of [["9", "", /in 1 game of/], ["9", "komi<0 or year>3000", /in 1 game of/], ["9", "year>3000", /in 0 games/], ["9:13", "", /in 0 games/], ["19", "", /in [1-9]\d+ games/]]) {
      const query = new URLSearchParams({ size, where, marks: "eeX", area: "ee:ee" });
      await on(`/explore?${query}`, {}, async (page) => {
        await isDone(page);
        assert.match(await page.locator(".explorer [aria-label=Answer]").textContent(), found, `${size} ${where}`);
        assert.equal(await page.getByLabel("Select games").inputValue(), where);
      })();
    }
  });

  test("keys announce what is on a point, and choose the area", on("/explore", {}, async (page) => {
    await isDone(page);
    const board = page.getByRole("application");
    const live = () => page.locator("[aria-live=polite]").first().textContent();
    await board.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await live(), "L10, empty");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.search.includes("moves=Bkj"));
    assert.equal(await live(), "L10, black stone");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.search.includes("moves=Bkj-Wlj"));
    assert.equal(await live(), "M10, white stone");
    await tool(page, "Any:");
    await board.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.search.includes("marks=lk*"));
    assert.equal(await live(), "M9, any");
    await page.keyboard.down("Shift");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    assert.equal(await live(), "Area M9 to L10, 2 by 2 points");
    assert.equal(await frames(page), 1);
    assert.ok(!page.url().includes("area"));
    await page.keyboard.press("Escape");
    await page.keyboard.up("Shift");
    assert.equal(await frames(page), 0);
    assert.ok(!page.url().includes("area"));
    await page.keyboard.down("Shift");
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await page.keyboard.up("Shift");
    await page.waitForFunction(() => location.search.includes("area=kj%3All"));
    assert.equal(await frames(page), 1);
    // The next extension starts from the same corner.
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction(() => location.search.includes("area=kj%3Aml"));
  }));

  for (const reducedMotion of ["reduce", "no-preference"]) {
    test(`a tapped game is scrolled into view (motion: ${reducedMotion})`, on("/", { ...phone, reducedMotion }, async (page) => {
      await page.waitForSelector(".row");
      const cut = () => page.evaluate(() => [...document.querySelectorAll(".row > :first-child")].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
      await page.waitForFunction(() => document.querySelectorAll(".row > :first-child").length > 5);
      assert.deepEqual((await cut()).filter((date) => date.length <= 10), []);
      await page.locator(".row").nth(1).tap();
      await page.waitForFunction(() => {
        const board = document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg")?.getBoundingClientRect();
        return board && board.top >= 0 && board.bottom <= innerHeight;
      });
    }));
  }

  test("written fixes lead to the game as it is in the new file", on(`/?where=${encodeURIComponent('black="Black 5"')}`, {}, async (page) => {
    const open = page.getByRole("link", { name: "Open", exact: true });
    const before = await open.getAttribute("href");
    await page.getByRole("button", { name: "Problems of the file" }).click();
    await page.getByRole("button", { name: "Show all safe fixes" }).click();
    await page.getByRole("button", { name: "Write these fixes" }).click();
    const done = page.getByText("The fixes are written.");
    await done.waitFor();
    await page.waitForSelector(".preview h2");
    assert.match(readFileSync(file, "utf8"), /RU\[Japanese\]/);
    assert.equal(await page.locator(".error").count(), 0);
    assert.ok(await done.evaluate((element) => element === document.activeElement));
    assert.notEqual((await open.getAttribute("href")).split("-").at(-1), before.split("-").at(-1));
    await page.waitForFunction(() => document.querySelector('.row[aria-selected="true"]')?.textContent.includes("Black 5"));
    const games = await page.getByRole("link", { name: "Games of this file" }).getAttribute("href");
    await open.click();
    await page.waitForFunction(() => document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg"));
    assert.match(await page.locator("h1").textContent(), /Black 5/);
    await page.goto(base + games);
    await page.waitForFunction(() => document.querySelectorAll(".row").length === 6);
  }));

  test("the page of a game stays after its fixes are written", on(`/?where=${encodeURIComponent('black="Other 5"')}`, {}, async (page) => {
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg"));
    const before = page.url();
    await page.getByRole("button", { name: "Problems of the file" }).click();
    await page.getByRole("button", { name: "Show all safe fixes" }).click();
    await page.getByRole("button", { name: "Write these fixes" }).click();
    await page.getByText("The fixes are written.").waitFor();
    assert.notEqual(page.url(), before);
    await page.reload();
    await page.waitForFunction(() => document.querySelector("kifu-player")?.shadowRoot.querySelector(".board svg"));
    assert.match(await page.locator("h1").textContent(), /Other 5/);
    assert.equal(await page.locator(".error").count(), 0);
  }));
});
