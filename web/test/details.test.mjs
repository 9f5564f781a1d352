// Words and small behaviors of the player in Chromium.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { button, forTests, player, press, state } from "./browser.mjs";

const { site, on } = forTests();

const sgfOf = (page) => page.evaluate(() => document.querySelector("kifu-player").sgf);
const set = (page, name, value) => page.evaluate(([name, value]) => document.querySelector("kifu-player").setAttribute(name, value), [name, value]);

describe("words", () => {
  const VARIATIONS = "(;SZ[9];B[aa](;N[Joseki])(;AB[bb])(;C[Why])(;TR[cc])(;W[dd]))";
  for (const [language, words] of [
    ["en", ["Joseki", "Setup 2", "Comment 3", "Variation 4", "White D6"]],
    ["de", ["Joseki", "Stellung 2", "Kommentar 3", "Variante 4", "Weiß D6"]],
    ["ja", ["Joseki", "配置 2", "コメント 3", "変化 4", "白 D6"]],
    ["zh", ["Joseki", "摆子 2", "注解 3", "变化 4", "白 D6"]],
    ["ko", ["Joseki", "배치 2", "해설 3", "변화 4", "백 D6"]],
  ]) {
    test(`variations without a move have names: ${language}`, on(player(VARIATIONS, 'node="1"'), { language }, async (page) => {
      assert.deepEqual((await state(page)).next, words);
      await button(page, words[1]).click();
      assert.equal((await state(page)).path, "2:1.0");
    }));
  }

  test("a long name of a variation is shortened", on(player(`(;SZ[9](;N[${"棋".repeat(200)}])(;N[${"x".repeat(80)}]))`), {}, async (page) => {
    assert.deepEqual((await state(page)).next, [`${"棋".repeat(79)}…`, "x".repeat(80)]);
  }));

  for (const [language, word, skins] of [
    ["en", "Pass", ["Kaya", "Paper", "Walnut", "Bamboo", "Ink", "Contrast"]],
    ["de", "Passen", ["Kaya", "Papier", "Nussbaum", "Bambus", "Tinte", "Kontrast"]],
    ["ja", "パス", ["榧", "紙", "胡桃", "竹", "墨", "高コントラスト"]],
  ]) {
    test(`the button to pass and the looks: ${language}`, on(player("(;SZ[9];B[aa](;W[])(;W[bb]))", 'mode="edit" node="1"'), { language }, async (page) => {
      assert.equal(await button(page, word).count(), 1);
      assert.deepEqual(await page.locator("kifu-player [name=skin] option").allTextContents(), skins);
    }));
  }

  test("a touch is confirmed, whatever the tool does", on(player("(;SZ[19])", 'mode="edit"'), { context: { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true } }, async (page) => {
    for (const [tool, property] of [["△ Triangle", /TR\[dd\]/], ["Black", /AB\[dd\]/], ["Erase", /SZ\[19\]TR\[dd\]\)/]]) {
      await button(page, tool).tap();
      await press(page, 3, 3, "tap");
      assert.equal((await state(page)).message, "Tap again to confirm.");
      await press(page, 3, 3, "tap");
      assert.match(await sgfOf(page), property);
    }
  }));

  test("a file that cannot be fetched is named", async () => {
    const page = await site.open('<kifu-player src="http://127.0.0.1:9/nothing.sgf"></kifu-player>', { wait: false, headers: {} });
    const fail = page.locator("kifu-player .fail");
    await fail.waitFor();
    assert.match(await fail.textContent(), /http:\/\/127\.0\.0\.1:9\/nothing\.sgf: Failed to fetch/);
    await page.close();
  });
});

describe("attributes and methods", () => {
  test("modes and schemes have any case", on(player("(;SZ[9];B[aa])", 'mode="PROBLEM" scheme="Dark"'), {}, async (page) => {
    assert.equal(await button(page, "Hint").count(), 1);
    assert.equal(await page.locator("kifu-player").getAttribute("data-scheme"), "dark");
    await set(page, "mode", "Edit");
    await page.locator("kifu-player textarea").waitFor();
    await press(page, 4, 4);
    assert.match(await sgfOf(page), /\[ee\]/);
  }));

  for (const pace of ["-1", "0", "x", "Infinity", "1e12", ""]) {
    test(`autoplay="${pace}" plays at the usual pace`, on(player("(;SZ[9];B[aa];W[bb];B[cc];W[dd])"), {}, async (page) => {
      const delay = await page.evaluate((pace) => {
        const { setInterval } = window;
        let delay;
        window.setInterval = (work, time) => setInterval(work, (delay = time));
        document.querySelector("kifu-player").setAttribute("autoplay", pace);
        return delay;
      }, pace);
      assert.equal(delay, 1200);
    }));
  }

  test("focus() lets keys work", on(player("(;SZ[9];B[aa])"), {}, async (page) => {
    await page.evaluate(() => document.querySelector("kifu-player").focus());
    await page.keyboard.press("ArrowRight");
    assert.equal((await state(page)).where, "1 / 1");
  }));

  test("Next comment is disabled where none follows", on(player("(;SZ[9];B[aa])") + player("(;SZ[9];B[aa];W[bb]C[x];B[cc])"), {}, async (page) => {
    const next = button(page, "Next comment");
    assert.deepEqual([await next.nth(0).isDisabled(), await next.nth(1).isDisabled()], [true, false]);
    await next.nth(1).click();
    assert.deepEqual([(await state(page, 1)).comment, await next.nth(1).isDisabled()], ["x", true]);
  }));
});

describe("the editor", () => {
  test("letters go on after Z with small ones, and then with numbers", on(player("(;SZ[19])", 'mode="edit"'), {}, async (page) => {
    const names = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
    const points = names.map((name, index) => `[${"abcdefghijklmnopqrs"[index % 19]}${"abc"[Math.floor(index / 19)]}:${name}]`);
    await page.evaluate((sgf) => document.querySelector("kifu-player").load(sgf), `(;SZ[19]LB${points.slice(0, 26).join("")})`);
    await button(page, "Letter").click();
    await press(page, 10, 10);
    assert.match(await sgfOf(page), /\[kk:a\]/);
    await page.evaluate((sgf) => document.querySelector("kifu-player").load(sgf), `(;SZ[19]LB${points.join("")})`);
    await button(page, "Letter").click();
    await press(page, 10, 10);
    await press(page, 11, 10);
    assert.match(await sgfOf(page), /\[kk:1\]\[lk:2\]/);
  }));

  test("text that is dragged into the comment goes there", on('<p id="source">dragged words</p>' + player("(;SZ[9]C[inside];B[aa])", 'mode="edit"'), { context: { viewport: { width: 1100, height: 1400 } } }, async (page) => {
    const field = page.locator("kifu-player textarea");
    await page.evaluate(() => getSelection().selectAllChildren(document.querySelector("#source")));
    const middle = async (locator) => {
      const box = await locator.boundingBox();
      return [box.x + 30, box.y + 12];
    };
    const [from, to] = [await middle(page.locator("#source")), await middle(field)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 8, from[1] + 2, { steps: 3 });
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.move(to[0] + 5, to[1], { steps: 3 });
    await page.waitForFunction(() => !document.querySelector("kifu-player").shadowRoot.querySelector(".dropping"));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("kifu-player").shadowRoot.querySelector("textarea").value.includes("dragged words"));
    assert.match(await sgfOf(page), /dragged words/);
  }));

  test("a file that is dropped on the comment is opened by the player", on(player("(;SZ[9];B[aa])", 'mode="edit"'), {}, async (page) => {
    const isTaken = await page.locator("kifu-player textarea").evaluate((field) => {
      const data = new DataTransfer();
      data.items.add(new File(["(;SZ[9]PB[dropped];B[aa])"], "a.sgf"));
      return !field.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, composed: true, cancelable: true }));
    });
    assert.ok(isTaken);
    await page.locator("kifu-player .player.b b", { hasText: "dropped" }).waitFor();
  }));
});
