// What the player looks like in Chromium: sizes, directions and colors.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { start } from "./browser.mjs";

let site;
before(async () => {
  site = await start();
});
after(() => site.close());

const player = (sgf, attributes = "") => `<kifu-player ${attributes}><script type="application/x-go-sgf">${sgf}</script></kifu-player>`;

/** Opens a page, does the work, and asserts that nothing failed on it. */
const on = (body, options, work) => async () => {
  const page = await site.open(body, options);
  try {
    await work(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
};

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
      if (await page.locator("kifu-player summary:visible").count()) await page.locator("kifu-player summary").click({ timeout: 2000 });
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
