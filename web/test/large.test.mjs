// Files that take a while to read, show or change.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forTests, player } from "./browser.mjs";

const { on } = forTests();

const moves = ";B[aa];W[bb];B[cc];W[dd]".repeat(50);
/** A game with brackets and parentheses in its texts. */
const game = (number) => `(;SZ[9]PB[Black ${number}]C[\\](;B[aa\\]) (( :-) \\\\];B[ee]C[node ${number}](${moves})(;W[ef]N[other]))\n`;
const games = (count) => Array.from({ length: count }, (_, number) => game(number)).join("");

/** In a page: loads a text; gives what the record has, what a reading at once has, and the turns of the page meanwhile. */
const load = (page, text) =>
  page.evaluate(async (text) => {
    const element = document.querySelector("kifu-player");
    const { open } = await import("/web/dist/core.js");
    const bytes = new TextEncoder().encode(text);
    const whole = await (await open()).read(bytes);
    await element.load("(;)");
    let turns = 0;
    const turn = scheduler.yield.bind(scheduler);
    scheduler.yield = () => {
      turns++;
      return turn();
    };
    const event = new Promise((done) => element.addEventListener("kifu-load", ({ detail }) => done(detail), { once: true }));
    await element.load(bytes);
    const facts = (record) => {
      const places = [0, 1, Math.floor(record.length / 2), record.length - 1];
      const ofGame = (game) => [game.length, game.info(), game.search("node"), game.properties(2), game.text(1, "C"), game.scene(3), game.positions().length];
      return JSON.stringify([record.length, record.nodeCount, record.titles(), record.problems(), record.toString(), places.map((place) => ofGame(record.game(place)))]);
    };
    return { isSame: facts(element.player.record) === facts(whole), turns, event: await event, games: whole.length };
  }, text);

describe("a long file", () => {
  test("is read in parts, with turns of the page between them", on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
    const { isSame, turns, event, games: count } = await load(page, `\ufeff${games(5000)}`);
    assert.equal(isSame, true);
    assert.deepEqual([event.games, event.problems, count], [5000, 0, 5000]);
    assert.ok(turns >= 3, `${turns} turns`);
    const list = page.locator("kifu-player .list");
    assert.equal(await list.getByRole("option").first().getAttribute("aria-setsize"), "5000");
    await page.locator("kifu-player .games input").fill("black 4999");
    await list.getByText("Black 4999").click();
    await page.evaluate(() => document.querySelector("kifu-player").next());
    assert.equal(await page.locator("kifu-player div.comment").textContent(), "node 4999");
  }));

  for (const [name, at] of [["a parenthesis too few", "(;SZ[9]PB[x];B[aa]\n"], ["a parenthesis too many", "(;SZ[9]))\n"], ["a value without end", "(;C[x)\n"], ["text between games", "some (text) (;B\n"]]) {
    test(`with ${name} is read as if at once`, on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
      for (const place of [10, 1500]) {
        const { isSame } = await load(page, `${games(place)}${at}${games(2500)}`);
        assert.equal(isSame, true);
      }
    }));
  }
});

describe("a large tree", () => {
  const variations = Array.from({ length: 20 }, (_, at) => `(;W[${"abcdefghijklmnopqrs"[at % 19]}a];B[bb];W[cc])`).join("");
  const tree = `(;SZ[19]${`(;B[qq]${variations}`.repeat(300)}${")".repeat(301)}`;

  test("costs a step what is in view of it", on(player(tree), {}, async (page) => {
    const asked = await page.evaluate(async () => {
      const element = document.querySelector("kifu-player");
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      element.go(`1${".1:20".repeat(100)}`);
      await frame();
      const { game } = element.player.navigator;
      const count = [0, 0];
      const { parent } = game;
      game.parent = (node) => {
        count[0]++;
        return parent.call(game, node);
      };
      const read = CSSStyleDeclaration.prototype.getPropertyValue;
      CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
        count[1]++;
        return read.call(this, name);
      };
      element.next();
      await frame();
      return [element.path.split(".").length, ...count];
    });
    assert.equal(asked[0], 101);
    assert.ok(asked[1] > 50 && asked[1] < 4000, `${asked[1]} parents`);
    assert.ok(asked[2] > 0 && asked[2] < 10, `${asked[2]} colors`);
  }));
});

describe("a long comment", () => {
  const looks = (page) =>
    page.locator("kifu-player textarea").evaluate((field) => {
      const { unicodeBidi, direction } = getComputedStyle(field);
      const { record, navigator } = document.querySelector("kifu-player").player;
      return [unicodeBidi, direction, record.canUndo, navigator.game.text(0, "C").slice(0, 2)];
    });

  for (const [word, direction] of [["word ", "ltr"], ["שלום ", "rtl"]]) {
    test(`is typed in one direction, ${direction}, and written when the field is left`, on(player(`(;SZ[9]C[${word.repeat(10_000)}];B[aa]C[b])`, "mode=edit"), {}, async (page) => {
      const field = page.locator("kifu-player textarea");
      await field.waitFor();
      assert.deepEqual(await looks(page), ["isolate", direction, false, word.slice(0, 2)]);
      await field.evaluate((field) => {
        field.focus();
        field.setSelectionRange(1, 1);
      });
      await page.keyboard.type("abc");
      assert.equal((await looks(page))[2], false);
      await field.blur();
      assert.deepEqual((await looks(page)).slice(2), [true, `${word[0]}a`]);
      await page.evaluate(() => document.querySelector("kifu-player").next());
      assert.equal((await field.evaluate((field) => getComputedStyle(field).unicodeBidi)), "plaintext");
    }));
  }
});
