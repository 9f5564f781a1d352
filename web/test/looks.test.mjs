// What the player looks like in Chromium: sizes, directions and colors.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forTests, player } from "./browser.mjs";

const { on } = forTests();

describe("the side of a wide player", () => {
  const INFO = "PB[Lee Changho]PW[Cho Chikun]BR[9d]WR[9d]EV[Samsung Cup]RO[Final]DT[2001-01-01]PC[Seoul]KM[6.5]RU[Korean]TM[10800]RE[B+R]";
  const game = (size, info = "") => `(;GM[1]FF[4]${size}${info}C[Root];B[aa](;W[ba]C[${"Words of the comment on this move. ".repeat(6)}])(;W[ca])(;W[da]))`;
  const many = `(;SZ[19];B[pd]C[Many];W[qf]C[Next](${[..."abcdefghijklmnopqrs"].map((letter) => `;B[${letter}a]`).join(")(")}))`;

  /** The boxes of the parts, of the side itself, and whether each part can be scrolled to. */
  const measure = (page) =>
    page.evaluate(() => {
      const side = document.querySelector("kifu-player").shadowRoot.querySelector(".side");
      const top = side.getBoundingClientRect().top - side.scrollTop;
      const parts = [...side.children].filter((part) => part.offsetHeight > 0);
      const boxes = parts.map((part) => [part.className || part.tagName, part.getBoundingClientRect().top - top, part.getBoundingClientRect().bottom - top]);
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(side).overflowY);
      // What is inside of a part that does not scroll must not leave it either.
      const spills = parts.filter((part) => getComputedStyle(part).overflowY === "visible" && part.scrollHeight > part.clientHeight + 1).map((part) => part.className);
      return { boxes, spills, reach: scrolls ? side.scrollHeight : side.clientHeight };
    });

  for (const [name, sgf, width, steps] of [
    ["12 games, 760 px", game("SZ[19]", INFO).repeat(12), 760, 2], ["12 games, 900 px", game("SZ[19]", INFO).repeat(12), 900, 2],
    ["12 games, 1100 px", game("SZ[19]", INFO).repeat(12), 1100, 2], ["a part of a board", game("SZ[19]VW[aa:si]", INFO).repeat(10), 1100, 1],
    ["two rows", game("SZ[19:2]", INFO), 1100, 1], ["five rows", game("SZ[19:5]", INFO).repeat(10), 1100, 1], ["19 next moves", many, 760, 2],
  ]) {
    test(`parts lie below each other and can be reached: ${name}`, on(player(sgf), { context: { viewport: { width, height: 900 } } }, async (page) => {
      await page.evaluate((steps) => {
        const element = document.querySelector("kifu-player");
        for (let step = 0; step < steps; step++) element.next();
        for (const details of element.shadowRoot.querySelectorAll("details")) details.open = true;
      }, steps);
      const { boxes, spills, reach } = await measure(page);
      assert.deepEqual(spills, []);
      boxes.slice(1).forEach(([part, top], index) => assert.ok(top >= boxes[index][2] - 0.5, `${part} at ${top} after ${boxes[index]}`));
      assert.ok(boxes.at(-1)[2] <= reach + 1, `${boxes.at(-1)} of ${reach}`);
      for (const [part, top, bottom] of boxes) if (/tree|comment/.test(part)) assert.ok(bottom - top >= 30, `${part}: ${bottom - top}`);
      const tree = boxes.find(([part]) => part === "tree");
      if (tree) assert.ok(tree[2] - tree[1] > 150, `${tree}`);
      for (const summary of await page.locator("kifu-player summary:visible").all()) await summary.click({ timeout: 2000 });
    }));
  }
});

describe("a page from right to left", () => {
  const games = "(;SZ[9]PB[Abe]PW[Cho];B[aa];W[bb])(;SZ[9]PB[Ito]PW[Oda];B[bb];W[cc])";
  const rtl = { language: "he", direction: "rtl" };

  /** The characters of a text in the order in which they are seen. */
  const seen = (page, selector, index = 0) =>
    page.evaluate(([selector, index]) => {
      const element = document.querySelectorAll("kifu-player")[index].shadowRoot.querySelector(selector);
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const places = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        [...node.data].forEach((letter, at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          places.push([letter, range.getBoundingClientRect().left]);
        });
      }
      return places.sort((a, b) => a[1] - b[1]).map(([letter]) => letter).join("");
    }, [selector, index]);

  test("shows numbers and English sentences from left to right", on(player(games) + player(games, 'mode="problem"') + player("(;SZ[9]TR[zz])"), rtl, async (page) => {
    await page.evaluate(() => document.querySelector("kifu-player").next());
    assert.equal(await seen(page, ".where"), "1 / 2");
    assert.equal(await seen(page, ".list button"), "1. Abe – Cho");
    assert.equal(await seen(page, ".player small"), "0 captures");
    assert.equal(await seen(page, ".score", 1), "0 / 2 solved");
    assert.equal(await seen(page, ".message", 1), "Your move.");
    assert.match(await seen(page, ".notes", 2), /^Note: .*ignored\.$/);
  }));

  test("keeps names of right to left in their order", on(player("(;SZ[9]GN[שלום, עולם];B[aa])".repeat(2)), rtl, async (page) => {
    assert.equal(await seen(page, ".list button"), [..."1. שלום, עולם"].reverse().join(""));
  }));
});

describe("colors", () => {
  const sgf = "(;SZ[9]PB[Abe]PW[Cho];B[aa]C[one](;W[bb]C[two])(;W[cc]))(;SZ[9]PB[Ito])";
  const style = (page, selector, ...names) =>
    page.locator(`kifu-player ${selector}`).first().evaluate((element, names) => {
      const style = getComputedStyle(element);
      return names.map((name) => style[name] || style.getPropertyValue(name)).join(" ");
    }, names);

  for (const [name, context] of [["light", {}], ["dark", { colorScheme: "dark" }], ["forced", { forcedColors: "active" }], ["forced, dark", { forcedColors: "active", colorScheme: "dark" }]]) {
    test(`discs are black and white, and what is chosen stands out: ${name}`, on(player(sgf, 'mode="edit"'), { context }, async (page) => {
      const background = (selector) => style(page, selector, "backgroundColor");
      for (const place of [".player", "[data-tool=AB]", "[data-tool=AW]"]) {
        const [black, white] = place === ".player" ? [".player.b .disc", ".player.w .disc"] : [".panel .disc.b", ".panel .disc.w"];
        assert.deepEqual([await background(black), await background(white)], ["rgb(17, 17, 17)", "rgb(255, 255, 255)"]);
      }
      assert.doesNotMatch(await page.locator("kifu-player .tools").textContent(), /[●○]/);
      const differ = async (chosen, other, ...names) => assert.notEqual(await style(page, chosen, ...names), await style(page, other, ...names), chosen);
      await differ("[aria-pressed=true]", "[aria-pressed=false]", "backgroundColor");
      await differ(".list [aria-current=true]", ".list button:not([aria-current])", "backgroundColor");
      await differ(".player.turn", ".player:not(.turn)", "borderInlineStartColor");
    }));
  }

  test("a pressed tool keeps its colors under the pointer", on(player(sgf, 'mode="edit"'), {}, async (page) => {
    const before = await style(page, "[aria-pressed=true]", "backgroundColor", "color");
    await page.locator("kifu-player [aria-pressed=true]").hover();
    assert.equal(await style(page, "[aria-pressed=true]", "backgroundColor", "color"), before);
  }));

  for (const colorScheme of ["light", "dark"]) {
    test(`marks of comments are seen in the tree: ${colorScheme}`, on(player(sgf), { context: { colorScheme } }, async (page) => {
      const luminance = (color) => {
        const digits = color.trim().slice(1);
        const parts = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
        const [r, g, b] = parts.map((part) => Number.parseInt(part, 16) / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const skins = await page.locator("kifu-player [name=skin] option").evaluateAll((list) => list.map((option) => option.value));
      for (const skin of skins) {
        await page.locator("kifu-player").evaluate((element, skin) => element.setAttribute("skin", skin), skin);
        const [one, other] = (await style(page, ".tree", "--_comment", "--_panel")).split(" ").map(luminance).sort((a, b) => b - a);
        assert.ok((one + 0.05) / (other + 0.05) >= 3, `${skin}: ${(one + 0.05) / (other + 0.05)}`);
      }
    }));
  }
});
