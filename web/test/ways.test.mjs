// Ways to use the player: lists, keys, searches, fields, and pages that wait, print or mistrust.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { button, forTests, player, POLICY, press, ready, state } from "./browser.mjs";

const { site, on } = forTests();
const inPlayer = (page, selector) => page.locator(`kifu-player ${selector}`);

describe("the list of games", () => {
  const GAMES = Array.from({ length: 100 }, (_, index) => `(;SZ[9]GN[Name ${index + 1}];B[aa]C[c])`).join("");
  const active = (page) =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector("kifu-player");
      const list = shadowRoot.querySelector(".list");
      const row = shadowRoot.getElementById(list.getAttribute("aria-activedescendant"));
      const [box, frame] = [row, list].map((element) => element.getBoundingClientRect());
      const place = ["aria-posinset", "aria-setsize", "aria-selected"].map((name) => row.getAttribute(name));
      return [row.textContent, place.join(" "), box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1];
    });

  test("is one stop of Tab, and its games are chosen by keys", on(player(GAMES), {}, async (page) => {
    await inPlayer(page, ".games input").focus();
    await page.keyboard.press("Tab");
    assert.deepEqual(await active(page), ["1. Name 1", "1 100 true", true]);
    for (const [key, wanted] of [["ArrowDown", ["2. Name 2", "2 100 false", true]], ["End", ["100. Name 100", "100 100 false", true]], ["PageUp", ["90. Name 90", "90 100 false", true]], ["ArrowUp", ["89. Name 89", "89 100 false", true]]]) {
      await page.keyboard.press(key);
      assert.deepEqual(await active(page), wanted);
    }
    assert.equal((await state(page)).path, "0");
    await page.keyboard.press("Enter");
    assert.equal(await inPlayer(page, ".list [aria-selected=true]").textContent(), "89. Name 89");
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    assert.deepEqual(await active(page), ["1. Name 1", "1 100 true", true]);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.querySelector("kifu-player").shadowRoot.activeElement.closest(".list")), null);
  }));

  test("keeps its keys after a click, and among the games of a filter", on(player(GAMES), {}, async (page) => {
    await inPlayer(page, ".games input").fill("Name 9");
    assert.deepEqual(await active(page), ["9. Name 9", "1 11 false", true]);
    await inPlayer(page, ".list button").nth(2).click();
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await active(page), ["92. Name 92", "4 11 false", true]);
    await inPlayer(page, ".games input").fill("nothing");
    assert.equal(await inPlayer(page, ".list button").count(), 0);
    await inPlayer(page, ".list").press("Enter");
    assert.deepEqual(page.faults, []);
  }));

  test("keeps its filter while the player is out of the page", on(player(GAMES.repeat(30)), {}, async (page) => {
    await page.evaluate(async () => {
      const element = document.querySelector("kifu-player");
      const filter = element.shadowRoot.querySelector(".games input");
      filter.value = "Name 99";
      filter.dispatchEvent(new Event("input"));
      element.remove();
      await new Promise((done) => setTimeout(done, 300));
      document.querySelector("main").append(element);
    });
    assert.deepEqual(await active(page), ["99. Name 99", "1 30 false", true]);
    await inPlayer(page, ".list").press("End");
    assert.deepEqual(await active(page), ["2999. Name 99", "30 30 false", true]);
  }));

  const UNNAMED = ["", "EV[15th Cup]DT[2001-02-03]", "DT[2001-02-03]", "EV[Cup]", "PB[Abe]", "GN[7. Corner]EV[Cup]", "PB[3rd]PW[Cho]EV[Cup]DT[1999]"];
  for (const [language, game] of [["en", "Game"], ["de", "Partie"], ["ja", "棋譜"], ["zh", "棋谱"], ["ko", "기보"]]) {
    test(`has the number of each game, and what is known of it: ${language}`, on(player(UNNAMED.map((info) => `(;SZ[9]${info};B[aa])`).join("")), { language }, async (page) => {
      const wanted = [`${game} 1`, "2. 15th Cup · 2001-02-03", "3. 2001-02-03", "4. Cup", "5. Abe", "7. Corner", "7. 3rd – Cho · Cup · 1999"];
      assert.deepEqual(await inPlayer(page, ".list button").allTextContents(), wanted);
    }));
  }
});

describe("ways through a game", () => {
  const GAME = "(;SZ[9];B[aa];W[bb]C[A ladder];B[cc](;W[dd];B[ee]N[Ladder two])(;W[ff];B[gg](;W[hh])(;W[ii])))";
  const find = async (page, text) => {
    await inPlayer(page, ".main input[type=search]").fill(text);
    await page.keyboard.press("Enter");
    return (await state(page)).path;
  };

  test("a text and a move number are found", on(player(GAME), {}, async (page) => {
    await inPlayer(page, ".kifu").focus();
    await page.keyboard.press("/");
    assert.deepEqual([await find(page, "LADDER"), await find(page, "ladder"), await find(page, "ladder")], ["2", "5", "2"]);
    assert.equal(await find(page, "nobody"), "2");
    assert.equal((await state(page)).message, "Not found.");
    assert.equal(await find(page, "4"), "4");
    assert.equal((await state(page)).message, "");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    assert.equal((await state(page)).path, "4:1.0");
    await page.getByRole("button", { name: "4 / 6" }).click();
    // The number is one of the line that is shown.
    assert.equal(await find(page, "5"), "4:1.1");
    assert.equal(await find(page, "77"), "4:1.1");
  }));

  test("b and B go to the next and the previous branch", on(player(GAME), {}, async (page) => {
    await inPlayer(page, ".kifu").focus();
    const paths = [];
    for (const key of ["b", "b", "ArrowRight", "ArrowDown", "b", "b", "B", "B"]) {
      await page.keyboard.press(key);
      paths.push((await state(page)).path);
    }
    assert.deepEqual(paths, ["3", "3", "4", "4:1.0", "4:1.1", "4:1.1", "3", "3"]);
  }));

  test("a digit follows the variation at its place", on(player(GAME), {}, async (page) => {
    await inPlayer(page, ".kifu").focus();
    const paths = [];
    for (const key of ["2", "1", "1", "2", "9", "1", "Control+1"]) {
      await page.keyboard.press(key);
      paths.push((await state(page)).path);
    }
    assert.deepEqual(paths, ["0", "1", "2", "2", "2", "3", "3"]);
    await page.keyboard.press("2");
    assert.equal((await state(page)).path, "4:1.0");
  }));

  test("nothing is found in a mode that hides the moves", on(player(GAME, 'mode="guess"'), {}, async (page) => {
    await inPlayer(page, ".kifu").focus();
    for (const key of ["/", "g", "b", "1"]) await page.keyboard.press(key);
    assert.equal(await inPlayer(page, "input:visible").count(), 0);
    assert.equal((await state(page)).path, "0");
  }));

  test("keys and buttons run as the tree does on a page from right to left", on(player(GAME), { direction: "rtl" }, async (page) => {
    const place = async (name) => (await button(page, name).boundingBox()).x;
    const places = [await place("First move"), await place("Previous move"), await place("Next move"), await place("Last move")];
    assert.deepEqual(places, [...places].sort((a, b) => a - b));
    assert.equal(await button(page, "Next move").locator("svg").evaluate((icon) => getComputedStyle(icon).transform), "none");
    await inPlayer(page, ".kifu").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal((await state(page)).path, "1");
  }));
});

describe("labels that are too long for a point", () => {
  test("are in the name of the cell, and shown to the pointer", on(player("(;SZ[9]LB[cc:a long label][dd:AB];B[aa])"), {}, async (page) => {
    const cell = inPlayer(page, 'rect[data-point="2,2"]');
    assert.equal(await cell.getAttribute("aria-label"), "empty C7, a long label");
    assert.equal(await cell.locator("title").textContent(), "a long label");
    assert.equal(await inPlayer(page, "title").count(), 1);
    const [x, y] = await cell.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    assert.equal(await page.evaluate(([x, y]) => document.querySelector("kifu-player").shadowRoot.elementFromPoint(x, y).querySelector("title")?.textContent, [x, y]), "a long label");
    await page.evaluate(() => document.querySelector("kifu-player").next());
    assert.equal(await inPlayer(page, "title").count(), 0);
  }));
});

describe("the editor", () => {
  const sgf = (page) => page.evaluate(() => document.querySelector("kifu-player").sgf);
  test("changes the name of a node, and the comment beside it", on(player("(;SZ[9];B[cc]N[Old]C[Words];W[gg])", 'mode="edit" node="1"'), {}, async (page) => {
    const name = page.locator("kifu-player").getByRole("textbox", { name: "Name of the node" });
    assert.equal(await name.inputValue(), "Old");
    await name.fill("New");
    await inPlayer(page, "textarea").fill("Other");
    await button(page, "Next move").click();
    assert.equal(await name.inputValue(), "");
    assert.match(await sgf(page), /;B\[cc\]N\[New\]C\[Other\]\s*;W\[gg\]/);
    await button(page, "Previous move").click();
    await name.fill("");
    await name.press("Enter");
    assert.match(await sgf(page), /;B\[cc\]C\[Other\]/);
  }));

  test("keeps both fields when a script steps while they are typed", on(player("(;SZ[9];B[cc];W[gg])", 'mode="edit" node="1"'), {}, async (page) => {
    await page.evaluate(() => {
      const element = document.querySelector("kifu-player");
      for (const selector of [".name", "textarea"]) {
        const field = element.shadowRoot.querySelector(selector);
        field.value = "typed";
        field.dispatchEvent(new InputEvent("input"));
      }
      element.next();
    });
    assert.match(await sgf(page), /B\[cc\]N\[typed\]C\[typed\]/);
  }));

  test("copies what it saves", async () => {
    const page = await site.open('<kifu-player mode="edit"></kifu-player>', { wait: false });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const text = "Words before\n( ;SZ[9] XX[ keep ] ;B[cc]\n\n)\nWords after";
    await page.evaluate((text) => document.querySelector("kifu-player").load(text), text);
    await ready(page);
    await button(page, "Copy SGF").click();
    await page.waitForFunction(() => document.querySelector("kifu-player").shadowRoot.querySelector(".message").textContent === "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    // A text has no encoding but UTF-8: neither that of a file, nor the one that its `CA` names.
    const file = [..."(;CA[ISO-8859-1]C[caf"].map((letter) => letter.charCodeAt(0)).concat(0xe9, 0x5d, 0x29);
    for (const [source, word] of [[file, "café"], ["(;CA[ISO-8859-1]C[Müller])", "Müller"]]) {
      await page.evaluate((source) => document.querySelector("kifu-player").load(typeof source === "string" ? source : new Uint8Array(source)), source);
      await button(page, "Copy SGF").click();
      await page.waitForFunction(async (word) => (await navigator.clipboard.readText()).includes(word), word);
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /CA\[UTF-8\]/);
    }
    await page.close();
  });
});

describe("a page", () => {
  test("says that a record is on its way, in room for it", async () => {
    const page = await site.open("<kifu-player></kifu-player><p id=after>After</p>", { wait: false, language: "de" });
    let release;
    const held = new Promise((done) => (release = done));
    await page.route("**/late.sgf", async (route) => {
      await held;
      await route.fulfill({ body: "(;SZ[9];B[aa])" });
    });
    const frame = inPlayer(page, ".kifu");
    assert.equal(await frame.getAttribute("aria-busy"), null);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("src", "/late.sgf"));
    const shown = await frame.evaluate((element) => [element.getAttribute("aria-busy"), getComputedStyle(element, "::after").content, element.offsetHeight > 300]);
    assert.deepEqual(shown, ["true", '"Wird geladen…"', true]);
    release();
    await ready(page);
    assert.deepEqual(await frame.evaluate((element) => [element.getAttribute("aria-busy"), getComputedStyle(element, "::after").content]), ["false", "none"]);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("src", "/nothing.sgf"));
    await page.locator("kifu-player [role=alert]").waitFor();
    assert.equal(await frame.getAttribute("aria-busy"), "false");
    await page.close();
  });

  test("on paper has long names and the game info", on(player(`(;SZ[9]PB[${"Honinbo Meijin ".repeat(6)}]PW[Cho]KM[6.5];B[aa])`), { context: { viewport: { width: 360, height: 740 } } }, async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.ok(await inPlayer(page, ".player b").first().evaluate((name) => name.scrollWidth <= name.clientWidth + 1));
    const info = await inPlayer(page, "dd").last().evaluate((value) => [value.textContent, value.checkVisibility({ contentVisibilityAuto: true }), value.getBoundingClientRect().height > 5]);
    assert.deepEqual(info, ["6.5", true, true]);
  }));

  const trusting = { headers: { "content-security-policy": `${POLICY}; require-trusted-types-for 'script'; trusted-types kifu-player` } };
  test("that wants trusted markup has boards as pictures", on(`<kifu-player src="/examples/other-games/chess-opera-game.sgf"></kifu-player>${player("(;GM[6])")}${player("(;GM[6])")}`, trusting, async (page) => {
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("kifu-player")].filter(({ shadowRoot }) => shadowRoot.querySelector(".board svg")).length), 3);
  }));

  test("that a server makes can import the player", () => {
    const code = 'const { KifuPlayer, SKINS } = await import(process.argv[1]); console.log(typeof KifuPlayer, SKINS[0]);';
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code, new URL("../dist/kifu-player.js", import.meta.url).href], { encoding: "utf8" });
    assert.equal(stdout, "function kaya\n", stderr);
  });

});

/** The contrast of two colors, as WCAG defines it. */
function contrast(...colors) {
  const [light, dark] = colors
    .map((color) => color.match(/[\d.]+/g).slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)))
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("the newest number", () => {
  const SKINS = ["kaya", "paper", "walnut", "bamboo", "ink", "contrast"];
  for (const scheme of ["light", "dark"]) {
    test(`can be read on stones of each skin: ${scheme}`, on(SKINS.flatMap((skin) => ["1", "2"].map((node) => player("(;SZ[9];B[cc];W[dd])", `skin="${skin}" scheme="${scheme}" numbers="all" node="${node}"`))).join(""), {}, async (page) => {
      const colors = await page.evaluate(() =>
        [...document.querySelectorAll("kifu-player")].map(({ shadowRoot }) => {
          const number = shadowRoot.querySelector(".number.newest");
          const side = number.classList.contains("on-white") ? "white" : "black";
          const stop = shadowRoot.querySelector(`.stop-${side}-2`);
          return [side, getComputedStyle(number).fill, getComputedStyle(stop).stopColor];
        }));
      assert.deepEqual(new Set(colors.map(([side]) => side)), new Set(["black", "white"]));
      colors.forEach(([side, ...pair], index) => assert.ok(contrast(...pair) >= 4.5, `${SKINS[index >> 1]} on ${side}: ${pair} ${contrast(...pair).toFixed(2)}`));
    }));
  }
});
