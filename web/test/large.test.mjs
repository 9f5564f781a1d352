// Files that take a while to read, show or change.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forTests, player, POLICY, state } from "./browser.mjs";

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

describe("a long file whose encoding is not certain", () => {
  /** Games in Latin letters: their texts are the bytes of their characters. */
  const encoded = (count, head, ...names) => Array.from({ length: count }, (_, at) => `(;SZ[9]${head}PB[${names[at % names.length]} ${at}]C[${names[(at * 7) % names.length]}](${moves})(;W[ef]))\n`).join("");
  const gbk = (count, head = "") => encoded(count, head, "\xc4\xf4\xce\xc0\xc6\xbd", "\xb9\xc5\xc1\xa6", "\xb3\xa3\xea\xbb\xbe\xc5\xb6\xce");
  const shiftJis = (count) => encoded(count, "", "\x88\xe4\x8eR\x97T\x91\xbe", "\x83\\\x81[\x83] \x8dD\x8e\xe8");
  const western = (count) => encoded(count, "", "J\xf6rg M\xfcller", "D\xe9sir\xe9");
  const FILES = [
    ["GBK without CA", gbk(2000), ["GBK"]],
    ["GBK as UTF-8", encoded(2000, "CA[UTF-8]", "\xc4\xf4\xce\xc0\xc6\xbd", "\xb3\xa3\xea\xbb\xbe\xc5\xb6\xce"), ["GBK", "UTF-8"]],
    ["Shift_JIS without CA", shiftJis(2000), ["Shift_JIS"]],
    ["GBK after games of ASCII", encoded(1500, "", "Ada") + gbk(1500), ["GBK"]],
    ["GBK with its CA", gbk(2000, "CA[GBK]"), ["GBK"]],
    ["UTF-8 as ISO-8859-1", encoded(2000, "CA[ISO-8859-1]", "Ada", "J\xc3\xb6rg M\xc3\xbcller"), ["UTF-8"]],
    ["GBK with an error", `${gbk(1000)}(;PB[\xb9\xc5\xc1\xa6\n${gbk(1000)}`, ["GBK"]],
    ["GBK and Shift_JIS", gbk(1000) + shiftJis(1000), ["GBK", "Shift_JIS"]],
    ["windows-1252 and Shift_JIS", western(1000) + shiftJis(1000), ["windows-1252", "Shift_JIS"]],
  ];

  /** In a page: loads a file; gives whether its record is the one that a reading at once makes, and its encodings. */
  const load = (page, bytes) =>
    page.evaluate(async (letters) => {
      const element = document.querySelector("kifu-player");
      const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
      const { open } = await import("/web/dist/core.js");
      const whole = await (await open()).read(bytes);
      await element.load(bytes);
      const first = element.player.record;
      const parts = first.isEditable ? 1 : 2;
      element.go("1:1");
      const better = await first.better?.();
      if (better) await new Promise((done) => setTimeout(done, 100));
      const { record } = element.player;
      const facts = (record) => JSON.stringify([record.length, record.nodeCount, record.titles(), record.problems().length, record.game(record.length - 1).text(0, "C")]);
      return { isSame: facts(record) === facts(whole), charsets: record.charsets(), parts, path: element.path, sgf: element.sgf.slice(0, 200) };
    }, bytes);

  for (const [name, bytes, charsets] of FILES) {
    test(`is read as if at once: ${name}`, on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
      const isWorking = page.waitForEvent("worker");
      const read = await load(page, bytes);
      await isWorking;
      assert.deepEqual([read.isSame, read.charsets, read.path], [true, charsets, "1:1.0"]);
      if (charsets.length === 1) assert.ok(read.parts > 1 && read.sgf === new TextDecoder(charsets[0]).decode(Uint8Array.from(bytes.slice(0, 1000), (letter) => letter.charCodeAt(0))).slice(0, 200));
    }));
  }

  test("stays as it is shown, with a message, if it cannot be read anew", on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
    let asked = 0;
    // The worker gets the module, and the page none.
    await page.route("**/full_bg.wasm", (route) => (asked++ ? route.abort() : route.continue()));
    const reason = await page.evaluate(async (letters) => {
      const element = document.querySelector("kifu-player");
      const error = new Promise((done) => element.addEventListener("kifu-error", ({ detail }) => done(detail.reason), { once: true }));
      await element.load(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
      return error;
    }, western(1000) + shiftJis(1000));
    assert.match(reason, /fetch/);
    assert.match((await state(page)).message, /^This file cannot be shown: /);
    assert.equal(await page.locator("kifu-player .list button").first().textContent(), "1. Jörg Müller 0");
    page.faults.length = 0;
  }));

  test("is read without a worker where the page allows none", on("<kifu-player></kifu-player>", { wait: false, headers: { "content-security-policy": `${POLICY}; worker-src 'none'` } }, async (page) => {
    const { isSame, charsets, parts } = await load(page, gbk(2000));
    assert.deepEqual([isSame, charsets, parts], [true, ["GBK"], 1]);
    page.faults.length = 0;
  }));
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
