// The player in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { button, forTests, player, press, ready, state } from "./browser.mjs";

const here = (path) => new URL(path, import.meta.url);
const GAME = "(;SZ[9]PB[Ada]BR[2d]PW[Bo]KM[6.5]ST[0];B[cc]C[one];W[gg];B[cg](;W[gc]C[four];B[ee])(;W[dc]TR[cc]LB[dc:x]SQ[gg];B[db]))";

const { site, on } = forTests();

describe("view", () => {
  test("steps, ten steps, first and last, by buttons", on(player(GAME), {}, async (page) => {
    assert.equal((await state(page)).where, "0 / 5");
    await button(page, "Next move").click();
    let seen = await state(page);
    assert.deepEqual([seen.where, seen.black, seen.comment], ["1 / 5", 1, "one"]);
    await button(page, "Forward 10 moves").click();
    assert.equal((await state(page)).where, "5 / 5");
    await button(page, "Previous move").click();
    assert.equal((await state(page)).comment, "four");
    await button(page, "Back 10 moves").click();
    assert.equal((await state(page)).where, "0 / 5");
    await button(page, "Last move").click();
    await button(page, "First move").click();
    assert.equal((await state(page)).black, 0);
  }));

  test("keys work when the player has the focus, and only then", on(player(GAME) + "<input aria-label=\"other\">", {}, async (page) => {
    await page.locator("main > input").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal((await state(page)).where, "0 / 5");
    await page.locator("kifu-player .kifu").focus();
    for (const key of ["ArrowRight", ".", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    assert.equal((await state(page)).comment, "four");
    await page.keyboard.press("ArrowDown");
    let seen = await state(page);
    assert.deepEqual([seen.path, seen.marks, seen.labels], ["4:1.0", 2, ["x"]]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await page.keyboard.press("c");
    assert.equal((await state(page)).comment, "one");
    await page.keyboard.press("c");
    assert.equal((await state(page)).comment, "four");
    await page.keyboard.press("End");
    assert.equal((await state(page)).where, "5 / 5");
    await page.keyboard.press("C");
    assert.equal((await state(page)).where, "4 / 5");
  }));

  test("marks variations as ST asks, and follows a press on one", on(player(GAME), {}, async (page) => {
    for (let step = 0; step < 3; step++) await button(page, "Next move").click();
    let seen = await state(page);
    assert.deepEqual([seen.hints.sort(), seen.next, seen.turn], [["A", "B"], ["White G7", "White D7"], "Bo"]);
    await press(page, 3, 2);
    assert.equal((await state(page)).path, "4:1.0");
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[9]ST[1];B[cc](;W[gg])(;W[cg]))"));
    await button(page, "Forward 10 moves").click();
    assert.deepEqual((await state(page)).hints, ["B"]);
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[9]ST[2];B[cc](;W[gg])(;W[cg]))"));
    await button(page, "Next move").click();
    assert.deepEqual((await state(page)).hints, []);
  }));

  test("shows captures, setup, territory, arrows, lines, dimming and passes", on(
    player("(;SZ[5]AB[ba][ab]AW[aa]PL[B]AR[aa:cc]LN[dd:ee]DD[ae:be]TB[cc]TW[dd];B[ee];W[bb]MA[aa]CR[ee]SL[dd];B[])"), {}, async (page) => {
    const count = (selector) => page.locator(`kifu-player ${selector}`).count();
    assert.deepEqual([(await state(page)).white, await count(".arrow"), await count(".marks .line"), await count(".dim"), await count(".owned")], [1, 1, 1, 2, 2]);
    await button(page, "Next move").click();
    await button(page, "Next move").click();
    assert.equal(await count(".mark"), 3);
    await button(page, "Next move").click();
    assert.match((await state(page)).live, /Black pass/);
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[5]AB[ba]AW[aa];B[ab])"));
    await button(page, "Next move").click();
    assert.equal((await state(page)).white, 0);
    assert.match(await page.locator("kifu-player .player.b small").textContent(), /1 captures/);
  }));

  test("calls a pass a pass, however it is written, and moves of other games by their names", on(
    player("(;FF[3]SZ[19];B[aa](;W[tt])(;W[])(;W[zz]))", 'node="1"') + player("(;GM[4]SZ[15](;B[hh])(;B[]))") + player("(;GM[11]SZ[5](;B[c2])(;B[resign]))"), {}, async (page) => {
      assert.deepEqual((await state(page)).next, ["White pass", "White pass", "White zz"]);
      await button(page, "Next move").first().click();
      assert.match((await state(page)).live, /Move 2: White pass\./);
      assert.deepEqual([(await state(page, 1)).next, (await state(page, 2)).next], [["Black H8", "Black pass"], ["Black c2", "Black resign"]]);
    }));

  test("has three kinds of coordinates, move numbers and all skins", on(player(GAME), {}, async (page) => {
    const names = () => page.locator("kifu-player .names text").allTextContents();
    assert.ok((await names()).includes("J"));
    await button(page, "Last move").click();
    await button(page, "Settings").click();
    const settings = page.locator("kifu-player .settings");
    await settings.locator("[name=coordinates]").selectOption("east-asian");
    assert.ok((await names()).includes("九"));
    await settings.locator("[name=coordinates]").selectOption("sgf");
    assert.ok((await names()).includes("i"));
    await settings.locator("[name=coordinates]").selectOption("none");
    assert.equal((await names()).length, 0);
    await settings.locator("[name=numbers]").selectOption("all");
    assert.deepEqual((await state(page)).labels.sort(), ["1", "2", "3", "4", "5"]);
    const skins = await settings.locator("[name=skin] option").allTextContents();
    assert.ok(skins.length >= 5);
    const seen = new Set();
    for (const skin of skins) {
      await settings.locator("[name=skin]").selectOption(skin);
      for (const scheme of ["light", "dark"]) {
        await page.locator("kifu-player").evaluate((element, scheme) => element.setAttribute("scheme", scheme), scheme);
        const colors = await page.locator("kifu-player .kifu").evaluate((frame) => ["--_board", "--_line", "--_black-2", "--_accent"].map((name) => getComputedStyle(frame).getPropertyValue(name)).join());
        seen.add(colors);
      }
    }
    assert.equal(seen.size, 2 * skins.length);
  }));

  test("boards of other games have the names of their players at the edges", on(
    player("(;GM[2]SZ[8];B[dc])") + player("(;GM[4]SZ[15];B[ii])") + player("(;GM[9]SZ[8])"), {}, async (page) => {
      const names = (index) => page.locator("kifu-player").nth(index).locator(".names text").allTextContents();
      const [othello, gomoku, lines] = [await names(0), await names(1), await names(2)];
      assert.deepEqual([othello[0], othello[14], othello[16]], ["a", "h", "1"]);
      assert.ok(gomoku.includes("I") && gomoku.includes("15"));
      assert.deepEqual([lines[0], lines[16]], ["a", "8"]);
      await page.locator("kifu-player").first().evaluate((one) => one.next());
      assert.match((await state(page)).live, /Black d3/);
      assert.match(await page.locator("kifu-player").first().locator("[data-point='3,2']").getAttribute("aria-label"), /d3/);
    }));

  test("what the reader chose stays when an attribute, the record or the page changes", on(player(GAME, 'coordinates="western"'), {}, async (page) => {
    const choose = (name, value) => page.locator(`kifu-player .settings [name=${name}]`).selectOption(value);
    const chosen = () => page.locator("kifu-player .settings select").evaluateAll((list) => list.map((select) => select.value));
    const set = (name, value) => page.locator("kifu-player").evaluate((element, [name, value]) => element.setAttribute(name, value), [name, value]);
    await button(page, "Settings").click();
    await choose("skin", "ink");
    await choose("coordinates", "sgf");
    await set("numbers", "all");
    assert.deepEqual(await chosen(), ["ink", "sgf", "all"]);
    await set("lang", "de");
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[9];B[aa])"));
    assert.deepEqual(await chosen(), ["ink", "sgf", "all"]);
    assert.equal(await page.locator("kifu-player .kifu").getAttribute("data-skin"), "ink");
    await set("skin", "paper");
    assert.deepEqual(await chosen(), ["paper", "sgf", "all"]);
    // A page that is loaded again has what its attributes ask for, and the choices of the reader beside them.
    await page.reload();
    await ready(page);
    assert.deepEqual(await chosen(), ["ink", "western", "none"]);
  }));

  test("remembers the place", on('<kifu-player src="/examples/go/1846-ear-reddening.sgf"></kifu-player>', {}, async (page) => {
    await button(page, "Forward 10 moves").click();
    await page.reload();
    await ready(page);
    assert.match((await state(page)).where, /^10 /);
  }));

  test("reads any encoding, loading the full module for what needs it", on('<kifu-player src="/examples/go/1846-shusaku-gennan-shift-jis.sgf"></kifu-player><kifu-player src="/examples/go/2016-alphago-lee-sedol-2-gb18030.sgf"></kifu-player>', {}, async (page) => {
    const names = await page.locator("kifu-player .player b").allTextContents();
    assert.equal(names.filter((name) => /[\u4e00-\u9fff]/.test(name)).length >= 2, true, names.join());
  }));

  test("draws rectangles, 52 by 52, and other games", on(
    player("(;SZ[7:13];B[gm])") + player("(;SZ[52];B[ZZ])") +
    ["hex", "twixt", "amazons", "lines-of-action", "othello-wipe-out", "gomoku", "gess", "backgammon"].map((name) => `<kifu-player src="/examples/other-games/${name}.sgf"></kifu-player>`).join(""), {}, async (page) => {
    const count = (index, selector) => page.locator("kifu-player").nth(index).locator(selector).count();
    assert.deepEqual([await count(0, "[role=gridcell]"), await count(1, "[role=gridcell]")], [91, 2704]);
    for (let index = 0; index < 10; index++) {
      await page.evaluate((index) => document.querySelectorAll("kifu-player")[index].next(), index);
      assert.ok((await count(index, ".board svg *")) > 20, `board ${index}`);
    }
    assert.equal((await state(page, 1)).black, 1);
  }));

  for (const [name, moves, steps] of [
    // The white and black pieces that the picture is described with, before a move and after it.
    ["chess-opera-game", 33, [[0, "8x8 board of squares, Black 16, White 16."], [7, "8x8 board of squares, Black 15, White 16."], [8, "8x8 board of squares, Black 15, White 15."]]],
    ["octi", 9, [[0, "9x9 Octi board, Black 3, White 3."], [1, "9x9 Octi board, Black 3, White 3."], [9, "9x9 Octi board, Black 3, White 2."]]],
  ]) {
    test(`steps through ${name}, whose board is a picture`, on(`<kifu-player src="/examples/other-games/${name}.sgf"></kifu-player>`, {}, async (page) => {
      const board = page.locator("kifu-player .board svg");
      const pictures = new Set();
      for (let at = 0; at <= moves; at++) {
        assert.equal((await state(page)).where, `${at} / ${moves}`);
        const step = steps.find(([number]) => number === at);
        if (step) assert.equal(await board.locator("desc").textContent(), step[1]);
        const curves = await board.locator("path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join(" "));
        // A knight, a king and a bishop have curves; pods have corners only.
        assert.equal(curves.includes("C"), name !== "octi", `move ${at}`);
        pictures.add(await board.innerHTML());
        if (at < moves) await button(page, "Next move").click();
      }
      // Every move is seen.
      assert.equal(pictures.size, moves + 1);
      await button(page, "First move").click();
      assert.ok(pictures.has(await board.innerHTML()));
      assert.match((await state(page)).where, /^0 /);
      const box = await board.boundingBox();
      assert.ok(box.width > 300 && box.height > 300, `${box.width}`);
    }));
  }

  test("says what of a record it cannot show, at the node where it is", on(player("(;SZ[9]TR[zz];B[zz]C[one];W[aa];B[aa]C[two];W[bb];B[zz])") + player("(;SZ[9];B[zz])", 'lang="de" mode="guess"'), {}, async (page) => {
    const notes = (index) => page.locator("kifu-player").nth(index).locator(".notes").textContent();
    const stepped = async () => {
      await page.evaluate(() => document.querySelector("kifu-player").next());
      return [await notes(0), (await state(page)).live];
    };
    assert.equal(await notes(0), "Note: `TR`: points outside of the board are ignored.");
    const outside = "Note: `zz` is not on the 9×9 board.";
    const [seen, live] = await stepped();
    assert.equal(seen, outside);
    assert.match(live, /^Move 1: .* Note: `zz` is not on the 9×9 board\. one$/);
    assert.deepEqual(await stepped(), ["", "Move 2: White A9."]);
    assert.deepEqual(await stepped(), ["Note: a white stone stands on `aa`.", "Move 3: Black A9. Note: a white stone stands on `aa`. two"]);
    assert.deepEqual(await stepped(), ["", "Move 4: White B8."]);
    assert.equal((await stepped())[0], outside);
    assert.equal(await page.locator("kifu-player .notes span").first().getAttribute("lang"), "en");
    assert.equal(await notes(1), "Anmerkung: `zz` is not on the 9×9 board.");
  }));

  for (const unit of ["Words go on. ", "Line after line.\n", "棋"]) {
    test(`a long comment is shown whole and at once: ${unit.trim()}`, on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
      const comment = unit.repeat(Math.ceil(1_000_000 / unit.length)).trim();
      const time = await page.evaluate(async (comment) => {
        const player = document.querySelector("kifu-player");
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        await player.load(`(;SZ[9];B[cc]C[${comment}])`);
        await frame();
        const start = performance.now();
        player.next();
        await frame();
        return performance.now() - start;
      }, comment);
      const seen = await state(page);
      assert.equal(seen.comment, comment);
      assert.equal(seen.live.length, 501);
      assert.ok(time < 1500, `${time} ms`);
    }));
  }

  test("the filter finds the names that the list shows", on(player("(;SZ[9])(;SZ[9]PB[Ann]PW[Bo]DT[2001])(;SZ[9])"), {}, async (page) => {
    const rows = () => page.locator("kifu-player .list button").allTextContents();
    for (const [text, expected] of [["game 3", ["Game 3"]], ["2. ann – bo · 2001", ["2. Ann – Bo · 2001"]], ["game", ["Game 1", "Game 3"]], ["ann", ["2. Ann – Bo · 2001"]]]) {
      await page.locator("kifu-player .games input").fill(text);
      await page.waitForFunction((count) => document.querySelector("kifu-player").shadowRoot.querySelectorAll(".list button").length === count, expected.length);
      assert.deepEqual(await rows(), expected);
    }
  }));

  test("lists a collection, filters it, and opens a game", on('<kifu-player src="/examples/problems/life-and-death.sgf"></kifu-player>', {}, async (page) => {
    const rows = page.locator("kifu-player .list button");
    assert.ok((await rows.count()) > 2);
    await rows.nth(1).click();
    assert.equal(await rows.nth(1).getAttribute("aria-current"), "true");
    await page.locator("kifu-player .games input").fill("nothing has this name");
    assert.equal(await rows.count(), 0);
  }));

  test("plays by itself, and stops", on(player(GAME, 'autoplay="60"'), {}, async (page) => {
    await page.waitForFunction(() => document.querySelector("kifu-player").path === "5");
    await page.waitForTimeout(200);
    assert.equal(await button(page, "Play automatically").isDisabled(), true);
  }));

  test("plays while the page asks for it, wherever the element is", on(player(`(;SZ[9]${";B[aa];W[bb]".repeat(30)})`), {}, async (page) => {
    const at = async () => Number((await state(page)).path);
    const moves = (from) => page.waitForFunction((from) => Number(document.querySelector("kifu-player").path) > from, from, { timeout: 5000 });
    const evaluate = (work) => page.locator("kifu-player").evaluate(work);
    await evaluate((element) => element.setAttribute("autoplay", "40"));
    await moves(1);
    await evaluate((element) => document.querySelector("h1").before(element));
    await moves(await at());
    await evaluate((element) => element.removeAttribute("autoplay"));
    const stopped = await at();
    await page.waitForTimeout(150);
    assert.equal(await at(), stopped);
    // What the reader paused stays paused.
    await evaluate((element) => element.setAttribute("autoplay", "40"));
    await moves(stopped);
    await button(page, "Pause").click();
    const paused = await at();
    await evaluate((element) => document.querySelector("main").append(element));
    await page.waitForTimeout(150);
    assert.equal(await at(), paused);
  }));

  test("draws the tree, and goes to a node of it", on(player(GAME), {}, async (page) => {
    const box = await page.locator("kifu-player .tree").boundingBox();
    await page.mouse.click(box.x + 4 * 22 + 11, box.y + 22 + 11);
    assert.equal((await state(page)).path, "4:1.0");
  }));

  test("speaks five languages", on(["en", "de-CH", "ja", "zh-TW", "ko"].map((language) => player(GAME, `lang="${language}"`)).join(""), {}, async (page) => {
    const labels = await page.locator("kifu-player .controls button:first-child").evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
    assert.deepEqual(labels, ["First move", "Erster Zug", "最初へ", "第一手", "처음으로"]);
  }));
});

describe("problem", () => {
  const PROBLEM = "(;SZ[9]AB[cc]AW[dd]PL[B](;B[dc];W[ec];B[ed]C[RIGHT])(;B[cd];W[ce]C[Wrong]))(;SZ[9]AB[aa];B[bb]TE[1])";
  test("answers, tells right from wrong, gives hints and keeps the score", on(player(PROBLEM, 'mode="problem"'), {}, async (page) => {
    assert.equal((await state(page)).score, "0 / 2 solved");
    await press(page, 8, 8);
    assert.match((await state(page)).message, /not in the solution/);
    await button(page, "Try again").click();
    await press(page, 2, 3);
    assert.equal((await state(page)).message, "Wrong.");
    await button(page, "Try again").click();
    await button(page, "Hint").click();
    assert.equal(await page.locator("kifu-player .ring.hint").count(), 1);
    await press(page, 3, 2);
    assert.equal((await state(page)).path, "2");
    await press(page, 4, 3);
    let seen = await state(page);
    // It was not solved without help.
    assert.deepEqual([seen.message, seen.score], ["Right!", "0 / 2 solved"]);
    await button(page, "Next problem").click();
    await press(page, 1, 1);
    seen = await state(page);
    assert.deepEqual([seen.message, seen.score], ["Right!", "1 / 2 solved"]);
    assert.equal(await button(page, "Next move").isVisible(), false);
  }));

  test("is solved by keys", on(player(PROBLEM, 'mode="problem"'), {}, async (page) => {
    await page.locator('kifu-player [role=gridcell][tabindex="0"]').focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.equal((await state(page)).path, "2");
    assert.match((await state(page)).live, /Your move/);
  }));

  test("a touch is confirmed where points are small", on(player(PROBLEM, 'mode="problem"'), { context: { hasTouch: true, viewport: { width: 280, height: 600 } } }, async (page) => {
    await press(page, 3, 2, "tap");
    assert.equal((await state(page)).path, "0");
    assert.equal(await page.locator("kifu-player .ghost .stone").count(), 1);
    await press(page, 3, 2, "tap");
    assert.equal((await state(page)).path, "2");
  }));

  const phone = { context: { hasTouch: true, viewport: { width: 280, height: 600 } } };
  test("a first touch does not count for another problem", on(player("(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];W[cc])", 'mode="problem"'), phone, async (page) => {
    for (const game of [1, 2]) {
      await press(page, 0, 0, "tap");
      assert.deepEqual([(await state(page)).path, (await state(page)).message], ["0", "Tap again to confirm."], `${game}`);
      await button(page, "Next problem").click();
    }
    // The first problem again: its touch is over, too.
    await press(page, 0, 0, "tap");
    assert.equal((await state(page)).path, "0");
  }));

  test("a first touch shows what the tool does, and does not count for another tool", on(player("(;SZ[9])", 'mode="edit"'), phone, async (page) => {
    const ghost = () => page.locator("kifu-player .ghost > *").evaluateAll((list) => list.map((element) => element.getAttribute("class")));
    await button(page, "White").click();
    await press(page, 3, 3, "tap");
    assert.deepEqual(await ghost(), ["stone white"]);
    await button(page, "△ Triangle").click();
    assert.deepEqual(await ghost(), []);
    await press(page, 3, 3, "tap");
    assert.deepEqual(await ghost(), ["ring hint"]);
    assert.doesNotMatch(await page.evaluate(() => document.querySelector("kifu-player").sgf), /AW|TR/);
    await press(page, 3, 3, "tap");
    assert.match(await page.evaluate(() => document.querySelector("kifu-player").sgf), /TR\[dd\]/);
  }));
});

describe("problem, the moves of the tree", () => {
  const problem = (tree, attributes = "") => player(`(;SZ[9]${tree})`, `mode="problem" ${attributes}`);
  const seen = async (page) => [(await state(page)).path, (await state(page)).message];

  const other = "(;W[bb]C[if White plays first];B[ee])";
  for (const [name, tree] of [
    ["before it", `AB[aa]PL[B]C[Black to play]${other}(;B[bb];W[dd];B[ee]C[RIGHT])`],
    ["before it, in a node of its own", `AB[aa]PL[B];C[Black to play]${other}(;B[bb];W[dd];B[ee])`],
    ["before it, that says what is right for the other", "AB[aa]PL[B](;W[bb];B[ee]C[Correct])(;B[bb];W[dd];B[ee])"],
    ["after it, without a side to move", `AB[aa](;B[bb];W[dd];B[ee])${other}`],
    ["that does not move", "AB[aa]PL[W](;B[bb];W[dd];B[ee])"],
  ]) {
    test(`the side to move solves it, with variations of the other side ${name}`, on(problem(tree), {}, async (page) => {
      await press(page, 1, 1);
      assert.equal((await state(page)).message, "Your move.");
      await press(page, 4, 4);
      assert.equal((await state(page)).message, "Right!");
    }));
  }

  test("a move of the other side is none of the solver", on(problem("PL[B](;W[bb];B[cc])(;B[dd])"), {}, async (page) => {
    await press(page, 1, 1);
    assert.deepEqual(await seen(page), ["0", "This move is not in the solution."]);
  }));

  test("the answer leaves a solution within reach", on(problem("(;B[aa](;W[bb];B[cc]C[Wrong])(;W[dd];B[ee]C[RIGHT]))"), {}, async (page) => {
    await press(page, 0, 0);
    assert.deepEqual(await seen(page), ["2:1.0", "Your move."]);
    await press(page, 4, 4);
    assert.equal((await state(page)).message, "Right!");
  }));

  test("the first answer is given where none leaves a solution", on(problem("(;B[aa](;W[bb];B[cc]C[Wrong])(;W[dd];B[ee]C[Wrong]))(;B[ii]C[RIGHT])"), {}, async (page) => {
    await press(page, 0, 0);
    assert.deepEqual(await seen(page), ["2", "Your move."]);
  }));

  test("the solver moves twice where the tree says so, and the opponent too", on(problem(";B[aa];B[bb];W[cc];W[dd];B[ee]"), {}, async (page) => {
    await press(page, 0, 0);
    assert.deepEqual(await seen(page), ["1", "Your move."]);
    await press(page, 1, 1);
    assert.deepEqual(await seen(page), ["4", "Your move."]);
    await press(page, 4, 4);
    assert.deepEqual(await seen(page), ["5", "Right!"]);
  }));

  test("it begins at the node that the page names, with the side that moves there", on(problem("C[RIGHT];B[aa]TE[1](;W[bb](;B[cc];W[dd]C[Wrong])(;B[ee];W[ff]))(;W[gg](;B[hh]C[Wrong])(;B[ii];W[ia]C[RIGHT]))", 'node="1"'), {}, async (page) => {
    assert.deepEqual(await seen(page), ["1", "Your move."]);
    await press(page, 1, 1);
    assert.equal((await state(page)).path, "3");
    await button(page, "Try again").click();
    assert.equal((await state(page)).path, "1");
    await press(page, 6, 6);
    assert.equal((await state(page)).path, "2:1.1:1.0");
    await press(page, 8, 0);
    assert.equal((await state(page)).message, "Right!");
    // The main line from another node is the solution where nothing is marked.
    await page.evaluate(async () => {
      const element = document.querySelector("kifu-player");
      await element.load("(;SZ[9](;B[aa])(;B[bb];W[cc];B[dd]))");
      element.setAttribute("node", "1:1.0");
    });
    assert.deepEqual(await seen(page), ["1:1.0", "Your move."]);
    await press(page, 2, 2);
    assert.deepEqual(await seen(page), ["1:1.2", "Right!"]);
  }));

  test("a pass is played and hinted where the tree has one", on(problem("AB[aa]PL[B];B[bb];W[cc];B[]C[RIGHT]") + problem("PL[B];B[bb];W[];B[cc]C[RIGHT]"), {}, async (page) => {
    const one = page.locator("kifu-player").first();
    const push = (name) => one.getByRole("button", { name, exact: true }).click();
    await push("Pass");
    assert.equal((await state(page)).message, "This move is not in the solution.");
    await one.locator('rect[data-point="1,1"]').click({ force: true });
    await push("Hint");
    assert.deepEqual([(await state(page)).path, (await state(page)).message], ["2", "Hint: Black pass"]);
    await push("Pass");
    assert.deepEqual([(await state(page)).path, (await state(page)).message], ["3", "Right!"]);
    assert.equal(await page.locator("kifu-player").nth(1).getByRole("button", { name: "Pass", exact: true }).isVisible(), false);
  }));

  test("a record without moves has no solution, and the next one is a problem again", on(player("(;SZ[9]C[Black to kill.]AB[aa])(;SZ[9];B[bb])", 'mode="problem"') + problem("AB[aa]"), {}, async (page) => {
    const shown = (index) => page.locator("kifu-player").nth(index).locator(".panel button:visible, .panel .score:visible").allTextContents();
    const { message, comment } = await state(page);
    assert.deepEqual([message, comment, await shown(0)], ["This problem has no solution.", "Black to kill.", ["Next problem"]]);
    assert.deepEqual([(await state(page, 1)).message, await shown(1)], ["This problem has no solution.", []]);
    await page.locator("kifu-player").first().getByRole("button", { name: "Next problem" }).click();
    assert.deepEqual([(await state(page)).message, await shown(0)], ["Your move.", ["Hint", "Try again", "Next problem", "0 / 2 solved"]]);
  }));

  test("nothing plays by itself", on(problem(";B[aa];W[bb];B[cc]", 'autoplay="20"') + player(GAME, 'mode="guess" autoplay="20"'), {}, async (page) => {
    await page.waitForTimeout(200);
    assert.deepEqual([(await state(page)).path, (await state(page, 1)).path], ["0", "0"]);
  }));
});

describe("problem, in words", () => {
  test("the task stands below the board, and what ends the line explains it", on(player("(;SZ[9]C[Black to kill.]AB[aa]PL[B](;B[bb]C[Correct: the vital point])(;B[cc];W[dd]C[This is the right idea, but crude]))", 'mode="problem"'), {}, async (page) => {
    assert.equal((await state(page)).comment, "Black to kill.");
    await press(page, 2, 2);
    const seen = await state(page);
    assert.deepEqual([seen.message, seen.comment], ["Wrong.", "This is the right idea, but crude"]);
    await button(page, "Try again").click();
    assert.equal((await state(page)).comment, "Black to kill.");
    await press(page, 1, 1);
    assert.equal((await state(page)).comment, "Correct: the vital point");
  }));

  test("nodes before the first move belong to the task", on(player("(;SZ[9]AB[aa]PL[W];C[White to play];W[bb];B[cc];W[dd])", 'mode="problem"'), {}, async (page) => {
    assert.deepEqual([(await state(page)).path, (await state(page)).comment], ["1", "White to play"]);
    await button(page, "Hint").click();
    assert.equal(await page.locator("kifu-player .ring.hint").count(), 1);
    await press(page, 1, 1);
    await press(page, 3, 3);
    assert.equal((await state(page)).message, "Right!");
    await button(page, "Try again").click();
    assert.equal((await state(page)).path, "1");
  }));
});

describe("guess", () => {
  test("a third try beside the move is called close", on(player(GAME, 'mode="guess"'), {}, async (page) => {
    for (const [column, row] of [[8, 8], [7, 7], [3, 2]]) await press(page, column, row);
    const seen = await state(page);
    assert.match(seen.score, /^Score: 3/);
    assert.match(seen.message, /Close/);
  }));

  test("counts right and near guesses, and reveals", on(player(GAME, 'mode="guess"'), {}, async (page) => {
    await press(page, 2, 2);
    assert.match((await state(page)).score, /10 \(100 %\)/);
    await press(page, 6, 7);
    assert.match((await state(page)).message, /Close/);
    await button(page, "Show move").click();
    assert.match((await state(page)).score, /10 \(50 %\)/);
  }));
});

describe("edit", () => {
  test("plays, marks, comments, undoes, and keeps the rest as it was", on(player("(;SZ[9]XX[ keep ];B[cc] ;W[gg])", 'mode="edit"'), {}, async (page) => {
    const sgf = () => page.evaluate(() => document.querySelector("kifu-player").sgf);
    await button(page, "Last move").click();
    await press(page, 4, 4);
    assert.match(await sgf(), /;B\[ee\]\)/);
    await button(page, "△ Triangle").click();
    await press(page, 0, 0);
    assert.match(await sgf(), /TR\[aa\]/);
    await press(page, 0, 0);
    assert.doesNotMatch(await sgf(), /TR/);
    await button(page, "Letter").click();
    await press(page, 1, 1);
    assert.match(await sgf(), /LB\[bb:A\]/);
    await page.locator("kifu-player textarea").fill("good ] move");
    await page.locator("kifu-player textarea").blur();
    assert.match(await sgf(), /C\[good \\\] move\]/);
    await button(page, "Undo").click();
    await button(page, "Undo").click();
    assert.doesNotMatch(await sgf(), /LB|good/);
    await button(page, "Redo").click();
    assert.match(await sgf(), /LB/);
    await button(page, "Black").click();
    await press(page, 8, 8);
    assert.match(await sgf(), /;AB\[ii\]/);
    await button(page, "Delete node").click();
    assert.doesNotMatch(await sgf(), /AB/);
    await button(page, "First move").click();
    await button(page, "Move").click();
    await press(page, 7, 7);
    assert.equal((await state(page)).path, "1:1.0");
    await button(page, "Make main line").click();
    assert.equal((await state(page)).path, "1");
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /XX\[ keep \]/);
  }));

  for (const [name, context] of [["wide", {}], ["narrow", { viewport: { width: 390, height: 844 } }]]) {
    test(`a press takes what was typed, where a message is shown: ${name}`, on(player("(;SZ[9];B[ee])", 'mode="edit" node="1"'), { context }, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await button(page, "Copy SGF").click();
      await page.locator("kifu-player .message", { hasText: "Copied" }).waitFor();
      await page.locator("kifu-player textarea").pressSequentially("words");
      const [download] = await Promise.all([page.waitForEvent("download", { timeout: 5000 }), button(page, "Save").click()]);
      assert.match(readFileSync(await download.path(), "utf8"), /C\[words\]/);
      assert.equal((await state(page)).message, "");
    }));
  }

  test("undo and redo go where the change was", on(player("(;SZ[9];B[cc];W[gg](;B[dd])(;B[ee];W[ff]))", 'mode="edit"'), {}, async (page) => {
    const path = async () => (await state(page)).path;
    await button(page, "Last move").click();
    for (const column of [0, 1]) await press(page, column, 0);
    assert.equal(await path(), "5");
    for (const [name, place] of [["Undo", "4"], ["Undo", "3"], ["Redo", "4"], ["Redo", "5"], ["Undo", "4"]]) {
      await button(page, name).click();
      assert.equal(await path(), place, name);
    }
    // What is deleted comes back with all that follows it.
    await page.evaluate(() => document.querySelector("kifu-player").go("3:1"));
    await button(page, "Delete node").click();
    assert.equal(await path(), "2");
    await button(page, "First move").click();
    await button(page, "Undo").click();
    assert.equal(await path(), "3:1.0");
    await button(page, "Redo").click();
    assert.equal(await path(), "2");
  }));

  test("undo goes to the game and the node where the change was", on(player("(;SZ[9]GN[a];B[aa])(;SZ[9]GN[b];W[bb])", 'mode="edit"'), {}, async (page) => {
    await page.evaluate(() => document.addEventListener("kifu-change", () => (window.changes = (window.changes ?? 0) + 1)));
    const seen = async () => [(await state(page)).path, await page.locator("kifu-player .list [aria-current]").textContent()];
    const open = (index) => page.locator("kifu-player .list button").nth(index).click();
    await press(page, 4, 4);
    await page.locator("kifu-player textarea").fill("here");
    await open(1);
    for (const [name, path] of [["Undo", "1:1.0"], ["Undo", "0"], ["Redo", "1:1.0"], ["Redo", "1:1.0"]]) {
      await open(1);
      await button(page, name).click();
      assert.deepEqual(await seen(), [path, "1. a"], name);
    }
    assert.match(await page.evaluate(() => document.querySelector("kifu-player").sgf), /B\[ee\]C\[here\]/);
    assert.equal(await page.evaluate(() => window.changes), 6);
  }));

  test("a change leaves the variation that is followed", on(player("(;SZ[9](;B[cc];W[dd])(;B[ee];W[ff]))", 'mode="edit"'), {}, async (page) => {
    await page.evaluate(() => document.querySelector("kifu-player").go("1:1.1"));
    await button(page, "First move").click();
    await page.locator("kifu-player textarea").fill("x");
    await button(page, "Last move").click();
    assert.equal((await state(page)).path, "1:1.1");
    // What is followed may go away.
    await button(page, "Previous move").click();
    await button(page, "Delete node").click();
    await button(page, "Last move").click();
    assert.equal((await state(page)).path, "2");
  }));

  test("without its module the mode before stays, and the reader is told", async () => {
    const page = await site.open(player(GAME, 'node="1"'));
    await page.route("**/full*", (route) => route.abort());
    const reason = await page.evaluate(() => {
      const element = document.querySelector("kifu-player");
      const failed = new Promise((done) => element.addEventListener("kifu-error", (event) => done(event.detail.reason), { once: true }));
      element.setAttribute("mode", "edit");
      return failed;
    });
    const seen = await state(page);
    assert.equal(seen.message, reason);
    assert.deepEqual([seen.path, await page.locator("kifu-player div.comment").isVisible(), await page.locator("kifu-player textarea").count()], ["1", true, 0]);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("lang", "de"));
    assert.deepEqual([(await state(page)).path, await page.locator("kifu-player textarea").count()], ["1", 0]);
    await button(page, "Nächster Zug").click();
    assert.equal((await state(page)).path, "2");
    await page.close();
  });

  const sgfOf = (page) => page.evaluate(() => document.querySelector("kifu-player").sgf);
  const paste = (page, text) => page.locator("kifu-player .kifu").evaluate((frame, text) => {
    const data = new DataTransfer();
    if (text) data.setData("text/plain", text);
    else data.items.add(new File([new Uint8Array([137, 80, 78, 71])], "a.png"));
    frame.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, composed: true, cancelable: true }));
  }, text);

  test("keeps its changes in other modes, and where another file cannot be shown", on(player("(;SZ[9])", 'mode="edit"'), {}, async (page) => {
    await press(page, 4, 4);
    for (const mode of ["view", "edit", "view"]) {
      await page.evaluate((mode) => document.querySelector("kifu-player").setAttribute("mode", mode), mode);
      assert.match(await sgfOf(page), /B\[ee\]/);
      assert.equal((await state(page)).path, "1");
    }
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "edit"));
    // The question whether changes may go is answered with no, and then with yes.
    const asked = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      return asked.length === 1 ? dialog.dismiss() : dialog.accept();
    });
    await paste(page, "(;SZ[9]PB[other])");
    assert.match(await sgfOf(page), /B\[ee\]/);
    await paste(page, "");
    await page.locator("kifu-player .message.wrong", { hasText: "no game in it" }).waitFor();
    assert.match(await sgfOf(page), /B\[ee\]/);
    assert.equal(asked.length, 2);
    await paste(page, "(;SZ[9]PB[other])");
    await page.locator("kifu-player .player.b b", { hasText: "other" }).waitFor();
  }));

  test("asks for changes that are not saved, and no others", on(player("(;SZ[9])", 'mode="edit"'), {}, async (page) => {
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked++;
      return dialog.dismiss();
    });
    // What is saved is the file that was opened, or the one that was saved last.
    const isAsked = async (work) => {
      await work();
      const before = asked;
      await paste(page, "(;SZ[9]PB[other])");
      await page.waitForTimeout(100);
      return asked > before;
    };
    const save = () => Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.equal(await isAsked(() => press(page, 4, 4)), true);
    await button(page, "Undo").click();
    await button(page, "Redo").click();
    await save();
    assert.equal(await isAsked(() => press(page, 3, 3)), true);
    await button(page, "Undo").click();
    await page.locator("kifu-player textarea").pressSequentially("typed");
    assert.equal(await isAsked(() => {}), true);
    assert.equal(await isAsked(() => page.locator("kifu-player").evaluate((element) => element.setAttribute("mode", "view"))), true);
    await page.locator("kifu-player").evaluate((element) => element.setAttribute("mode", "edit"));
    await save();
    assert.equal(await isAsked(() => {}), false);
    await page.locator("kifu-player .player.b b", { hasText: "other" }).waitFor();
    assert.equal(asked, 4);
  }));

  test("takes a comment that is still being typed when a script steps", on(player("(;SZ[9];B[cc];W[gg])", 'mode="edit"'), {}, async (page) => {
    await page.locator("kifu-player textarea").pressSequentially("hello");
    await page.evaluate(() => document.querySelector("kifu-player").next());
    assert.match(await sgfOf(page), /SZ\[9\]C\[hello\]/);
    assert.equal((await state(page)).path, "1");
    assert.equal(await page.locator("kifu-player textarea").inputValue(), "");
    await page.locator("kifu-player textarea").pressSequentially("moved");
    // A page that changes an attribute meanwhile takes nothing away.
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("numbers", "all"));
    assert.match(await sgfOf(page), /B\[cc\]C\[moved\]/);
  }));

  test("stops playing where a comment is written", on(player("(;SZ[9];B[cc];W[gg];B[dd])", 'mode="edit" autoplay="300"'), {}, async (page) => {
    const comment = page.locator("kifu-player textarea");
    // The second time the focus is there already when playing begins.
    for (const [start, pace] of [["focus", "301"], ["input", "302"]]) {
      await page.evaluate((pace) => document.querySelector("kifu-player").setAttribute("autoplay", pace), pace);
      if (start === "focus") await button(page, "First move").focus();
      await comment.focus();
      await comment.pressSequentially("slow words", { delay: 60 });
      await page.waitForTimeout(350);
      assert.equal((await sgfOf(page)).match(/C\[/g).length, 1);
      assert.match(await sgfOf(page), start === "focus" ? /C\[slow words\]/ : /C\[slow wordsslow words\]/);
    }
  }));

  test("says what cannot be saved, and saves it in UTF-8", on('<kifu-player mode="edit"></kifu-player>', { wait: false }, async (page) => {
    await page.waitForFunction(() => customElements.get("kifu-player"));
    await page.evaluate(() => document.querySelector("kifu-player").load(new Uint8Array([..."(;SZ[9]CA[GBK]PB[\xce\xe2])"].map((character) => character.charCodeAt(0)))));
    await page.locator("kifu-player textarea").fill("😀");
    await button(page, "Save").click();
    assert.match((await state(page)).message, /GBK has no `😀`/);
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save (UTF-8)").click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /CA\[UTF-8\]PB\[吴\].*C\[😀\]/s);
    assert.equal(await button(page, "Save (UTF-8)").isVisible(), false);
  }));

  test("writes a pass, and no points in games with other notations", on(player("(;SZ[9];B[cc])", 'mode="edit"') + player("(;GM[11]SZ[9];B[c2];W[d4])", 'mode="edit"'), {}, async (page) => {
    await page.locator("kifu-player").first().getByRole("button", { name: "Pass", exact: true }).click();
    assert.match(await sgfOf(page), /;B\[\]/);
    const hex = page.locator("kifu-player").nth(1);
    assert.equal(await hex.getByRole("button", { name: "Pass", exact: true }).isVisible(), false);
    await hex.locator('rect[data-point="5,5"]').click({ force: true });
    assert.equal(await page.evaluate(() => document.querySelectorAll("kifu-player")[1].sgf.match(/;/g).length), 3);
  }));

  test("writes a pass of FF[3] as its games do", on(player("(;FF[3]SZ[19];B[cc])", 'mode="edit" node="last"') + player("(;FF[3]SZ[25];B[cc])", 'mode="edit" node="last"'), {}, async (page) => {
    for (const [index, pass] of [/;W\[tt\]/, /;W\[\]/].entries()) {
      await page.locator("kifu-player").nth(index).getByRole("button", { name: "Pass", exact: true }).click();
      assert.match(await page.evaluate((index) => document.querySelectorAll("kifu-player")[index].sgf, index), pass);
      assert.match((await state(page, index)).live, /pass/);
    }
  }));

  const NODES = [
    // A node, a tool, and what the node is after a press on `cc`.
    ["(;SZ[9];B[cc];AW[cc])", "Erase", "AE[cc]"],
    ["(;SZ[9];B[cc];AW[cc])", "Black", ""],
    ["(;SZ[9];B[cc];AE[cc])", "White", "AW[cc]"],
    ["(;SZ[9]AB[cc];AE[cc]C[x])", "Black", "C[x]"],
    ["(;SZ[9]AB[cc];C[x])", "Black", "AE[cc]C[x]"],
    ["(;SZ[9]AB[cc];C[x])", "White", "AW[cc]C[x]"],
    ["(;SZ[9];AB[bb:cc])", "Erase", "AB[bb][cb][bc]"],
    ["(;SZ[9];AB[cc])", "White", "AW[cc]"],
    ["(;SZ[9];AE[cc])", "Black", "AB[cc]"],
    ["(;SZ[9]AB[cc][dd])", "Erase", "SZ[9]AB[dd]"],
    // Points as the board reads them; other values stay as they are.
    ["(;SZ[9];AB[ cc ][ dd ])", "Erase", "AB[ dd ]"],
    ["(;SZ[9];AB[CC][ee:ff])", "Erase", "AB[ee:ff]"],
    ["(;SZ[9];AB[ cc : bb ])", "Erase", "AB[bb][cb][bc]"],
    ["(;SZ[9];AB[cc, dd])", "Erase", "AB[dd]"],
    ["(;SZ[9];AB[gz:hg][cc])", "Erase", "AB[gz:hg]"],
    ["(;SZ[9];AB[bb:cc])", "White", "AB[bb][cb][bc]AW[cc]"],
    ["(;SZ[9];TR[ cc ]SQ[ee:ff])", "△ Triangle", "SQ[ee:ff]"],
    ["(;SZ[9];SQ[c\nc])", "△ Triangle", "TR[cc]"],
    ["(;SZ[9];LB[ cc :A][dd:B])", "Letter", "LB[dd:B]"],
  ];
  test("setup says what the position before does not", on(player("(;SZ[9])", 'mode="edit"'), {}, async (page) => {
    for (const [sgf, tool, node] of NODES) {
      await page.evaluate((sgf) => document.querySelector("kifu-player").load(sgf, sgf), sgf);
      await page.evaluate(() => document.querySelector("kifu-player").last());
      await button(page, tool).click();
      await press(page, 2, 2);
      const last = /.*;(.*)\)/s.exec(await page.evaluate(() => document.querySelector("kifu-player").sgf.replace(/FF.4.CA.UTF-8./, "")))[1];
      assert.equal(last.trim(), node, `${sgf} ${tool}`);
    }
  }));

  test("a comment that is typed and erased stays as it was", on(player("(;SZ[9])", 'mode="edit"'), {}, async (page) => {
    await page.evaluate(() => document.addEventListener("kifu-change", () => (window.changes = (window.changes ?? 0) + 1)));
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[9]C[a\tb\\\r\nc\r\nd];B[cc])"));
    await page.locator("kifu-player textarea").focus();
    await page.keyboard.type("Q");
    await page.keyboard.press("Backspace");
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save").click()]);
    assert.equal(readFileSync(await download.path(), "utf8"), "(;SZ[9]C[a\tb\\\r\nc\r\nd];B[cc])");
    assert.equal(await page.evaluate(() => window.changes), undefined);
  }));

  test("opens other formats", on('<kifu-player mode="edit" src="/testdata/formats/tygem-korean.gib"></kifu-player>', {}, async (page) => {
    assert.match(await sgfOf(page), /^\(;/);
    assert.notEqual((await state(page)).where, "0 / 0");
  }));

  const MARKED = "(;SZ[9]AB[aa][ba]AW[bb][cb]TR[aa]SQ[bb]CR[cc]MA[dd]SL[ee]LB[ff:A]AR[ga:gc]LN[ha:hc]DD[ia][ib]TB[ii]TW[ih](;B[ee]TR[aa])(;B[fe]))";
  for (const skin of ["kaya", "paper", "walnut", "contrast"]) {
    test(`an exported SVG looks as the board does: ${skin}`, on(player(MARKED, `mode="edit" skin="${skin}" numbers="all"`), {}, async (page) => {
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, "SVG").click()]);
      const differing = await page.evaluate((text) => {
        const { shadowRoot } = document.querySelector("kifu-player");
        const drawing = shadowRoot.querySelector(".board svg");
        // Properties that do not change a drawing.
        const other = /^--|^(cursor|pointer-events|outline|user-select|-webkit-user-select|touch-action|display|width|height|box-sizing|line-height|color|block-size)/;
        const rules = (list) => [...list].flatMap((rule) => (rule.selectorText ? [rule] : [...(rule.cssRules ? rules(rule.cssRules) : [])]));
        const isOfPage = ({ selectorText }) => [...shadowRoot.querySelectorAll(selectorText.replaceAll(/:(hover|focus-visible)/g, ""))].some((element) => element instanceof HTMLElement);
        const names = new Set(rules(shadowRoot.adoptedStyleSheets[0].cssRules).filter((rule) => !isOfPage(rule)).flatMap((rule) => [...rule.style]).filter((name) => !other.test(name)));
        if (!["fill", "stroke-opacity", "stroke-dasharray"].every((name) => names.has(name))) return ["no rules"];
        const elements = (root) => [root, ...root.querySelectorAll("*")].filter((element) => !element.closest(".grid"));
        const file = document.body.appendChild(document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
        const copies = elements(file);
        return elements(drawing).flatMap((element, index) => {
          const [seen, own] = [getComputedStyle(element), getComputedStyle(copies[index])];
          return [...names].filter((name) => seen.getPropertyValue(name) !== own.getPropertyValue(name)).map((name) => `${element.getAttribute("class")}: ${name} ${seen.getPropertyValue(name)}, ${own.getPropertyValue(name)}`);
        });
      }, readFileSync(await download.path(), "utf8"));
      assert.deepEqual(differing, []);
    }));
  }

  test("exports SVG and PNG", on(player(GAME, 'mode="edit"'), {}, async (page) => {
    for (const [name, begin] of [["SVG", "<svg"], ["PNG", "\x89PNG"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
      const contents = readFileSync(await download.path());
      assert.equal(contents.subarray(0, begin.length).toString("latin1"), begin);
      assert.ok(contents.length > 4000);
    }
  }));
});

describe("focus", () => {
  test("goes to the player where a control goes away", on(player(GAME), {}, async (page) => {
    const focused = () => page.evaluate(() => document.querySelector("kifu-player").shadowRoot.activeElement?.className);
    await page.evaluate(() => document.querySelector("kifu-player").go("3"));
    await page.locator("kifu-player .next button").first().focus();
    await page.keyboard.press("Enter");
    assert.equal((await state(page)).path, "4");
    assert.match(await focused(), /kifu/);
    await button(page, "Next move").focus();
    await page.keyboard.press("Enter");
    assert.equal((await state(page)).path, "5");
    await page.keyboard.press("ArrowLeft");
    assert.equal((await state(page)).path, "4");
  }));
});

describe("other games", () => {
  const HEX = ";GM[11]SZ[5];B[c2];W[swap-pieces];B[d4];W[a1]";
  const other = (name, attributes) => `<kifu-player src="/examples/other-games/${name}.sgf" ${attributes}></kifu-player>`;

  test("whose moves are points are guessed", on(player(`(${HEX})`, 'mode="guess"'), {}, async (page) => {
    await press(page, 2, 1);
    assert.match((await state(page)).score, /10 \(100 %\)/);
    // A move without a point is not asked.
    assert.equal((await state(page)).path, "2");
    await press(page, 3, 3);
    assert.match((await state(page)).score, /20 \(100 %\)/);
  }));

  test("whose moves are points have problems", on(player("(;GM[4]SZ[9];B[ee](;W[aa])(;W[dd];B[ff]C[RIGHT]))", 'mode="problem"'), {}, async (page) => {
    await button(page, "Hint").click();
    assert.equal(await page.locator("kifu-player .ring.hint").count(), 1);
    await press(page, 4, 4);
    assert.equal((await state(page)).path, "2:1.0");
    await press(page, 5, 5);
    assert.equal((await state(page)).message, "Right!");
    assert.equal(await page.locator("kifu-player .ring.right").count(), 1);
  }));

  test("with longer moves have neither", on(["problem", "guess"].flatMap((mode) => ["amazons", "chess-opera-game"].map((name) => other(name, `mode="${mode}"`))).join(""), {}, async (page) => {
    for (let index = 0; index < 4; index++) {
      assert.equal((await state(page, index)).message, "This mode is not available for this game.");
      assert.equal(await page.locator("kifu-player").nth(index).locator(".panel").isVisible(), false);
    }
    // A press does nothing.
    await page.locator("kifu-player").nth(2).locator('rect[data-point="3,4"]').click({ force: true });
    assert.deepEqual([(await state(page, 2)).path, (await state(page, 2)).message], ["0", "This mode is not available for this game."]);
  }));

  test("follow a press on a variation, and repeat no move", on(player("(;GM[11]SZ[5];B[c2](;W[a1])(;W[b1]))", 'node="1"'), {}, async (page) => {
    await press(page, 1, 0);
    assert.equal((await state(page)).path, "2:1.0");
    await page.evaluate(() => document.querySelector("kifu-player").load("(;GM[4]SZ[9];B[ee];W[dd])"));
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "edit"));
    await page.locator("kifu-player textarea").waitFor();
    for (const at of [4, 3, 2]) await press(page, at, at);
    assert.match(await page.evaluate(() => document.querySelector("kifu-player").sgf), /;B\[ee\];W\[dd\];B\[cc\]\)/);
  }));
});

describe("games whose rules are unknown", () => {
  const JUNGLE = "(;GM[12]GN[jungle]C[the rat];B[aa]C[swims];W[bb])";
  const seen = (page) => page.locator("kifu-player").evaluate(({ shadowRoot }) => [shadowRoot.querySelector(".board").textContent.trim(), shadowRoot.querySelector("[aria-current]")?.textContent]);
  const open = (page, index) => page.locator("kifu-player .list button").nth(index).click();

  for (const mode of ["view", "problem", "guess", "edit"]) {
    test(`hide no other game of their collection: ${mode}`, on(player(`${JUNGLE}(;SZ[9]GN[go];B[dd])`, `mode="${mode}"`), { wait: false }, async (page) => {
      await page.locator("kifu-player .fail", { hasText: "the rules of Jungle are unknown" }).waitFor();
      await open(page, 1);
      assert.equal(await page.locator("kifu-player [role=gridcell]").count(), 81);
      await open(page, 0);
      assert.deepEqual(await seen(page), ["the rules of Jungle are unknown", "1. jungle"]);
    }));
  }

  test("have words and a tree", on(player(`(;SZ[9]GN[go];B[dd])${JUNGLE}`), {}, async (page) => {
    await open(page, 1);
    await button(page, "Next move").click();
    const { comment, where, live } = await state(page);
    assert.deepEqual([comment, where, live], ["swims", "1 / 2", "Move 1: Black aa. swims"]);
  }));

  test("have comments that are edited, and no pictures", on(player(`(;SZ[9]C[go];B[dd])${JUNGLE}`, 'mode="edit"'), {}, async (page) => {
    await open(page, 1);
    const comment = page.locator("kifu-player textarea");
    assert.equal(await comment.inputValue(), "the rat");
    await comment.fill("the cat");
    await button(page, "SVG").click();
    assert.match((await state(page)).message, /no board/);
    assert.match(await page.evaluate(() => document.querySelector("kifu-player").sgf), /C\[go\].*C\[the cat\]/s);
  }));

  test("alone replace no open record, and leave its changes", on(player("(;SZ[9];B[cc])", 'mode="edit"'), {}, async (page) => {
    await press(page, 5, 5);
    for (const text of ["", "junk", "(", JUNGLE, JUNGLE + JUNGLE]) {
      assert.equal(await page.evaluate((text) => document.querySelector("kifu-player").load(text), text), false, text);
      assert.equal((await state(page)).path, "1:1.0");
      assert.match(await page.evaluate(() => document.querySelector("kifu-player").sgf), /B\[ff\]/);
    }
    await button(page, "Undo").click();
    assert.equal((await state(page)).path, "0");
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "view"));
    assert.equal(await page.locator("kifu-player textarea").count(), 0);
  }));
});

/** Texts, and their bytes in encodings that no `CA` names. */
const ENCODED = [
  ["PB[José]PW[Bülow]", "SZ[9]PB[Jos\xe9]PW[B\xfclow]"],
  ["PB[GRÖßE]GC[Århus]", "PB[GR\xd6\xdfE]GC[\xc5rhus]"],
  ["PB[古力]PW[常昊]", "PB[\xb9\xc5\xc1\xa6]PW[\xb3\xa3\xea\xbb]"],
  ["PB[古力]", "PB[\xb9\xc5\xc1\xa6]"],
  ["PB[이창호]", "PB[\xc0\xcc\xc3\xa2\xc8\xa3]"],
  ["PB[이창호]PW[조훈현]", "PB[\xc0\xcc\xc3\xa2\xc8\xa3]PW[\xc1\xb6\xc8\xc6\xc7\xf6]"],
  ["GN[ソーゾ 好手]PB[本因坊秀策]", "GN[\x83\\\x81[\x83] \x8dD\x8e\xe8]PB[\x96{\x88\xf6\x96V\x8fG\x8d\xf4]"],
  ["PB[周俊勳]PW[許家元]", "PB[\xa9P\xabT\xbe\xb1]PW[\xb3\\\xaea\xa4\xb8]"],
  ["PB[武宮正樹]GC[黒の手が好手]", "PB[\xc9\xf0\xb5\xdc\xc0\xb5\xbc\xf9]GC[\xb9\xf5\xa4\xce\xbc\xea\xa4\xac\xb9\xa5\xbc\xea]"],
];

const GO = "GM[1]FF[4]";

/** Files in which UTF-8 or `CA` is misleading, as bytes: what the full module reads, the encodings, and what the inline build lacks. */
const MISLEADING = [
  [`(;${GO}CA[GBK]PB[\xd1\xa6\xcd\xae]PW[\xd0\xbb\xd9\xbb];B[aa])`, ["薛彤 – 谢倩"], ["GBK"]],
  [`(;${GO}CA[GBK]PB[M\xfcller]PW[Andr\xe9]C[caf\xe9];B[aa];W[bb])`, ["Müller – André"], ["windows-1252"]],
  [`(;${GO}CA[ISO-8859-1]PB[M\xfcller];B[aa])\n(;${GO}PB[\xe6\x9f\xaf\xe6\xb4\x81]PW[Jos\xc3\xa9];B[bb])`, ["Müller – ", "柯洁 – José"], ["windows-1252", "UTF-8"]],
  [`(;${GO}CA[ISO-8859-1]PB[\xc4\xf4\xce\xc0\xc6\xbd];B[aa])`, ["聂卫平 – "], ["GBK"]],
  [`(;${GO}CA[GB2312]PB[\xc4\xf4\xce\xc0\xc6\xbd]PW[\xb3\xa3\xea\xbb]C[\xd6\xd0\xca\xa4\xd1\xa1\xca\xd6];B[aa])\n(;${GO}PB[Jos\xc3\xa9];B[bb])`, ["聂卫平 – 常昊", "José – "], ["GBK", "UTF-8"]],
  [`(;${GO}CA[GB18030]PB[\x82\x35\x8f\x33];B[aa])`, ["龦 – "], ["GB18030"]],
  [`(;${GO}CA[GBK]PB[M\xc3\xbcller]PW[\xe6\x9f\xaf\xe6\xb4\x81];B[aa])`, ["Müller – 柯洁"], ["UTF-8"]],
  [`(;${GO}CA[GB2312]PB[\xc4\xf4\xce\xc0\xc6];B[aa])`, ["聂卫� – "], ["GBK"]],
  ["(;PB[~{<:~}]PW[~{>;~}];B[aa])", ["己 – 净"], ["HZ-GB-2312"], "no HZ"],
  ["(;PB[\x1b$B0f;3\x1b(B];B[aa])", ["井山 – "], ["ISO-2022-JP"]],
  [`(\0;\0P\0B\0[\0A\0d\0a\0]\0)\0`, ["Ada – "], ["UTF-16LE"], "no UTF-16 without a mark"],
  [`\xff\xfe(\0;\0P\0B\0[\0A\0d\0a\0]\0)\0`, ["Ada – "], ["UTF-16LE"]],
];

/** In a page: loads a file, given as text of its bytes; gives the names of its games, and their encodings. */
const namesOf = (page, bytes) =>
  page.evaluate(async (letters) => {
    const element = document.querySelector("kifu-player");
    await element.load(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    const { record } = element.player;
    return [record.titles().map(({ black, white }) => `${black} – ${white}`), record.charsets()];
  }, bytes);

describe("a file in which UTF-8 or `CA` is misleading", () => {
  test("is read by all modes and functions as by the full module", on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
    for (const [bytes, names, charsets] of MISLEADING) {
      for (const mode of ["view", "edit"]) {
        await page.evaluate((mode) => document.querySelector("kifu-player").setAttribute("mode", mode), mode);
        assert.deepEqual(await namesOf(page, bytes), [names, charsets], `${mode}: ${bytes}`);
      }
      const read = await page.evaluate(async (letters) => {
        const { open } = await import("/web/dist/core.js");
        const record = await (await open()).read(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
        return [record.titles().map(({ black, white }) => `${black} – ${white}`), record.charsets()];
      }, bytes);
      assert.deepEqual(read, [names, charsets], bytes);
    }
  }));

  test("needs the full module, and a file that is certainly UTF-8 or Chinese does not", on("<kifu-player></kifu-player>", { wait: false }, async (page) => {
    const isFullLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("full_bg")));
    for (const text of ["PB[Ada]CA[GBK]", "PB[Jörg]", "PB[柯]PW[이창호]", "\ufeffPB[Ada]PW[£]", "CA[utf-8]PB[ë]", `C[${"ë ".repeat(18)}]`]) {
      const bytes = Buffer.from(text.replace(/(\ufeff?)(.*)/, "$1(;$2;B[aa])")).toString("latin1");
      assert.deepEqual((await namesOf(page, bytes))[1], ["UTF-8"], text);
      assert.equal(await isFullLoaded(), false, text);
    }
    // Chinese names in GBK, as `CA` says.
    const chinese = "PB[\xc4\xf4\xce\xc0\xc6\xbd]PW[\xb3\xa3\xba\xec]C[\xd6\xd0\xca\xa4\xd1\xa1\xca\xd6]";
    assert.deepEqual(await namesOf(page, `(;CA[GBK]${chinese};B[aa])`), [["聂卫平 – 常红"], ["GBK"]]);
    assert.equal(await isFullLoaded(), false);
    await namesOf(page, "(;PB[\xc3\xab];B[aa])");
    assert.equal(await isFullLoaded(), true);
  }));
});

describe("embedding", () => {
  test("a place that does not exist leads nowhere", on(player(GAME, 'node="#x"') + player(GAME, 'node="#1.5"'), {}, async (page) => {
    assert.deepEqual([(await state(page, 0)).where, (await state(page, 1)).where], ["0 / 5", "0 / 5"]);
    await page.evaluate(() => {
      const [one] = document.querySelectorAll("kifu-player");
      one.next();
      one.go("nonsense");
      let refused;
      try {
        one.go(5);
      } catch (error) {
        refused = error;
      }
      if (!/`path` is 5/.test(refused?.message)) throw new Error("a number is taken for a path");
      one.setAttribute("node", "#-3");
    });
    assert.equal((await state(page)).path, "1");
  }));

  test("attributes that change while it is on no page count", on(player(GAME), {}, async (page) => {
    await page.evaluate(() => {
      const element = document.querySelector("kifu-player");
      const parent = element.parentNode;
      element.remove();
      element.setAttribute("mode", "edit");
      element.setAttribute("skin", "paper");
      element.setAttribute("node", "2");
      parent.append(element);
    });
    await page.locator("kifu-player textarea").waitFor();
    assert.equal(await page.locator("kifu-player .kifu").getAttribute("data-skin"), "paper");
    assert.equal((await state(page)).path, "2");
  }));

  test("the language follows its attribute, and the page through a shadow root", on(player(GAME) + '<div id="host"></div>', { language: "de" }, async (page) => {
    await page.evaluate((game) => {
      const root = document.querySelector("#host").attachShadow({ mode: "open" });
      root.innerHTML = game;
    }, player(GAME));
    await page.waitForFunction(() => document.querySelector("#host").shadowRoot.querySelector("kifu-player").shadowRoot.querySelector(".board svg"));
    const label = (inner) => page.evaluate((inner) => (inner ? document.querySelector("#host").shadowRoot : document).querySelector("kifu-player").shadowRoot.querySelector(".controls button").ariaLabel, inner);
    assert.equal(await label(true), "Erster Zug");
    await page.evaluate(() => document.querySelector("kifu-player").next());
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("lang", "ko"));
    assert.equal(await label(false), "처음으로");
    assert.equal((await state(page)).path, "1");
  }));

  test("long names fit a narrow column, and marks stay readable among numbers", on(player("(;SZ[9]PB[Shibano Toramaru Honinbo Meijin Oza]BR[9p]PW[Iyama Yuta Kisei Judan Tengen]WR[9p];B[ee]TR[ee])", 'numbers="all" node="last"'), { context: { viewport: { width: 320, height: 700 } } }, async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    const seen = await state(page);
    assert.deepEqual([seen.marks, seen.labels], [1, []]);
  }));

  test("a long name keeps its beginning, also from right to left", on(player("(;SZ[9]PB[Shibano Toramaru Honinbo Meijin Oza Judan Kisei];B[ee])"), { direction: "rtl", context: { viewport: { width: 320, height: 700 } } }, async (page) => {
    const [first, box] = await page.locator("kifu-player .player.b b").evaluate((name) => {
      const range = document.createRange();
      range.setStart(name.firstChild, 0);
      range.setEnd(name.firstChild, 1);
      return [range.getBoundingClientRect().toJSON(), name.getBoundingClientRect().toJSON()];
    });
    assert.ok(first.left >= box.left - 1 && first.right <= box.right, `${JSON.stringify(first)} in ${JSON.stringify(box)}`);
  }));

  test("looks the same after it moved into a frame, and follows the scheme of the system", on(player(GAME, 'mode="problem"'), {}, async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => document.querySelector("kifu-player").hasAttribute("data-dark"));
    const sheets = await page.evaluate(() => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const element = document.querySelector("kifu-player");
      frame.contentDocument.body.append(element);
      return element.shadowRoot.adoptedStyleSheets.length;
    });
    assert.equal(sheets, 1);
  }));

  test("the fallback stays for a file that is missing or broken", on('<kifu-player src="/nothing.sgf"><p id="f">Fallback</p></kifu-player><kifu-player src="/LICENSE-MIT"><p>Fallback</p></kifu-player>', { wait: false }, async (page) => {
    await page.waitForFunction(() => [...document.querySelectorAll("kifu-player")].every((player) => player.shadowRoot.querySelector(".fail")));
    assert.equal(await page.locator("#f").isVisible(), true);
  }));

  for (const attributes of ["", 'scheme="dark"']) {
    test(`paper is light, and has no controls: ${attributes}`, on(player(GAME, `${attributes} node="1"`), { context: { colorScheme: "dark" } }, async (page) => {
      const color = (selector, property) => page.locator(selector).first().evaluate((element, property) => getComputedStyle(element)[property], property);
      const [dark, line] = [await color("kifu-player .kifu", "backgroundColor"), await color("kifu-player .star", "fill")];
      await page.emulateMedia({ media: "print" });
      assert.deepEqual([dark, await color("kifu-player .kifu", "backgroundColor")], ["rgb(23, 24, 26)", "rgb(255, 255, 255)"]);
      assert.notEqual(line, await color("kifu-player .star", "fill"));
      assert.equal(await page.locator("kifu-player button:visible").count(), 0);
      assert.equal(await color("kifu-player .player.b .disc", "printColorAdjust"), "exact");
      assert.deepEqual([await color("kifu-player .side", "overflow"), await page.locator("kifu-player .comment").isVisible()], ["visible", true]);
    }));
  }

  test("a file that is on its way when src is removed is not shown", on('<kifu-player></kifu-player>', { wait: false }, async (page) => {
    const games = await page.evaluate(async () => {
      const player = document.querySelector("kifu-player");
      let games = 0;
      player.addEventListener("kifu-load", () => games++);
      player.setAttribute("src", "/examples/go/1846-shusaku-gennan-shift-jis.sgf");
      player.removeAttribute("src");
      await new Promise((done) => setTimeout(done, 500));
      return games;
    });
    assert.equal(games, 0);
  }));

  test("broken records are shown as far as they can be read", on(player("(;SZ[9];B[cc];W[gg]C[never closed") + player(";B[aa] garbage ( ; W[bb"), {}, async (page) => {
    assert.equal((await state(page, 0)).where, "0 / 2");
    assert.match((await state(page, 1)).where, /\/ [12]$/);
  }));

  test("ten players on one page have a place each", on(Array.from({ length: 10 }, (_, index) => player(`(;SZ[9]GN[${index}];B[cc];W[gg])`)).join(""), {}, async (page) => {
    await page.evaluate(() => document.querySelectorAll("kifu-player")[7].next());
    const places = await Promise.all(Array.from({ length: 10 }, async (_, index) => (await state(page, index)).black));
    assert.deepEqual(places, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
  }));

  test("a record is pasted, and dropped", on(player(GAME), {}, async (page) => {
    const give = (kind) => page.locator("kifu-player .kifu").evaluate((frame, kind) => {
      const data = new DataTransfer();
      data.setData("text/plain", `(;SZ[9]PB[${kind}];B[aa])`);
      const event = kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, composed: true, cancelable: true }) : new DragEvent("drop", { dataTransfer: data, bubbles: true, composed: true, cancelable: true });
      frame.dispatchEvent(event);
    }, kind);
    for (const kind of ["paste", "drop"]) {
      await give(kind);
      await page.locator("kifu-player .player.b b", { hasText: kind }).waitFor();
    }
  }));

  test("another format is read by a module of its own, and can be edited", on(player(GAME), {}, async (page) => {
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name.split("/").pop()).filter((name) => name.endsWith(".wasm")).sort());
    assert.deepEqual(await loaded(), ["core_bg.wasm"]);
    const done = await page.evaluate(() => document.querySelector("kifu-player").load(new TextEncoder().encode("boardsize 9\nplay B E5\nplay W C3\n")));
    assert.equal(done, true);
    assert.equal(await page.locator("kifu-player [role=gridcell]").count(), 81);
    assert.deepEqual(await loaded(), ["convert_bg.wasm", "core_bg.wasm"]);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "edit"));
    await page.waitForFunction(() => performance.getEntriesByType("resource").some((entry) => entry.name.endsWith("full_bg.wasm")));
    await page.waitForFunction(() => document.querySelector("kifu-player").sgf?.includes("B[ee]"));
  }));

  test("is one script; other modes are others, loaded for them", on(player(GAME), {}, async (page) => {
    const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name.split("/").pop()).filter((name) => name.endsWith(".js")).map((name) => name.replace(/-[A-Z0-9]+[.]/, ".")).sort());
    assert.deepEqual(await scripts(), ["kifu-player.js"]);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "guess"));
    await button(page, "Show move").waitFor();
    assert.deepEqual(await scripts(), ["kifu-player.js", "solve.js"]);
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "edit"));
    await page.locator("kifu-player textarea").waitFor();
    assert.deepEqual(await scripts(), ["edit.js", "full.js", "kifu-player.js", "solve.js"]);
  }));

  test("works offline once it is loaded", on(player(GAME), {}, async (page) => {
    await page.context().setOffline(true);
    await page.evaluate(() => document.querySelector("kifu-player").load("(;SZ[13];B[aa])"));
    assert.equal(await page.locator("kifu-player [role=gridcell]").count(), 169);
  }));

  test("works from a disk by the inline build", async () => {
    const page = await site.browser.newPage();
    const script = pathToFileURL(here("../dist/kifu-player-inline.js").pathname).href;
    const { writeFileSync, mkdtempSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const folder = mkdtempSync(`${tmpdir()}/kifu-`);
    writeFileSync(`${folder}/game.html`, `<!doctype html><meta charset="utf-8"><script src="${script}"></script>${player(GAME)}`);
    await page.goto(pathToFileURL(`${folder}/game.html`).href);
    await ready(page);
    assert.equal((await state(page)).where, "0 / 5");
    await page.evaluate(() => document.querySelector("kifu-player").setAttribute("mode", "edit"));
    await page.locator("kifu-player textarea").waitFor();
    for (const [text, bytes] of ENCODED) {
      assert.match(
        await page.evaluate(async (bytes) => {
          const element = document.querySelector("kifu-player");
          await element.load(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
          return element.sgf;
        }, `(;${bytes};B[cc])`),
        new RegExp(text.replace(/[[\]]/g, "\\$&")),
      );
    }
    for (const [bytes, names, charsets, reason] of MISLEADING) {
      if (reason) continue;
      const [found, [charset]] = await namesOf(page, bytes);
      if (!names[0].includes("\ufffd")) assert.deepEqual(found, names, bytes);
      assert.equal(charset, charsets[0], bytes);
    }
    await page.close();
  });
});

describe("everyone", () => {
  const axe = readFileSync(here("../node_modules/axe-core/axe.min.js"), "utf8");
  const audit = async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run({ include: ["main"] }));
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.flat().join(" ")} ${node.failureSummary}`).slice(0, 3).join("; ")}`);
  };
  // The audit is code of its own, which the policy of the other pages forbids.
  const free = { headers: {} };
  for (const [name, attributes, options] of [
    ["view", "", {}], ["view, dark", "", { context: { colorScheme: "dark" } }], ["view on a phone", "", { context: { viewport: { width: 360, height: 740 } } }],
    ["problem", 'mode="problem"', {}], ["guess", 'mode="guess"', {}], ["edit", 'mode="edit"', {}],
    ["contrast", 'skin="contrast" scheme="dark"', {}], ["right to left", "", { direction: "rtl" }],
  ]) {
    test(`axe finds nothing: ${name}`, on(player(GAME, attributes) + '<kifu-player src="/examples/problems/life-and-death.sgf"></kifu-player>', { ...free, ...options }, async (page) => {
      await page.evaluate(() => {
        for (let step = 0; step < 3; step++) document.querySelector("kifu-player").next();
      });
      if (!/problem|guess|edit/.test(name)) await page.locator("kifu-player").first().locator('button[aria-label="Settings"]').click();
      assert.deepEqual(await audit(page), []);
    }));
  }

  test("axe finds nothing: all properties", on(player(GAME, "properties") + player("(;)", "properties"), free, async (page) => {
    await page.locator("kifu-player .properties dd").last().waitFor();
    assert.deepEqual(await audit(page), []);
  }));

  test("every point has a name, and moves are announced", on(player(GAME), {}, async (page) => {
    await button(page, "Next move").click();
    assert.match(await page.locator('kifu-player rect[data-point="2,2"]').getAttribute("aria-label"), /^Black C7, last move$/);
    assert.match(await page.locator('kifu-player rect[data-point="3,3"]').getAttribute("aria-label"), /^empty D6$/);
    assert.match((await state(page)).live, /Move 1: Black C7\. +one/);
  }));

  test("nothing is wider than the page, on small and large windows, in both directions", on(player(GAME) + player(GAME, 'mode="edit"'), { direction: "rtl" }, async (page) => {
    for (const width of [320, 390, 768, 1400]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    }
  }));
});
