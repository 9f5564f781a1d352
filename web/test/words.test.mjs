// What the player says: the line that screen readers read, messages, and the game info.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { transformSync } from "esbuild";
import { button, forTests, player, press, state } from "./browser.mjs";

const { on } = forTests();

describe("the live line", () => {
  const PROBLEM = "(;SZ[9]AB[aa]AW[bb]PL[B];B[cc];W[dd];B[ff];W[gg]C[correct])";
  for (const [name, context] of [["at once", {}], ["in time", { reducedMotion: "no-preference" }]]) {
    test(`says the answer to a move: ${name}`, on(player(PROBLEM, 'mode="problem"'), { context }, async (page) => {
      await press(page, 2, 2);
      await page.waitForFunction(() => document.querySelector("kifu-player").path === "2");
      assert.match((await state(page)).live, /Move 2: White D6\. Your move\.$/);
      await press(page, 5, 5);
      await page.waitForFunction(() => document.querySelector("kifu-player").path === "4");
      assert.match((await state(page)).live, /Move 4: White G3\. Right! correct$/);
    }));
  }

  test("says the reader's own move before the answer", on(player(PROBLEM, 'mode="problem"'), {}, async (page) => {
    await press(page, 2, 2);
    assert.equal((await state(page)).live, "Move 1: Black C7. Move 2: White D6. Your move.");
  }));

  test("says the move after a guess, right, wrong or shown", on(player("(;SZ[9];B[cc];W[gg];B[dd];W[ee])", 'mode="guess"'), {}, async (page) => {
    await press(page, 2, 2);
    assert.equal((await state(page)).live, "Right! Move 1: Black C7.");
    for (const [column, row] of [[0, 0], [0, 1], [0, 2]]) await press(page, column, row);
    assert.equal((await state(page)).live, "No. Move 2: White G3.");
    await button(page, "Show move").click();
    assert.equal((await state(page)).live, "Move 3: Black D6.");
    await button(page, "Show move").click();
    assert.equal((await state(page)).live, "Move 4: White E5. The game is over.");
  }));

  test("says setup and captures", on(player("(;SZ[9]AB[ba]AW[aa];AW[ee];B[ab];W[];B[cc])"), {}, async (page) => {
    const said = [];
    for (let step = 0; step < 4; step++) {
      await page.evaluate(() => document.querySelector("kifu-player").next());
      said.push((await state(page)).live);
    }
    assert.deepEqual(said, ["Setup.", "Move 1: Black A8, captures: 1.", "Move 2: White pass.", "Move 3: Black C7."]);
  }));

  test("says the last of several steps alone", on(player("(;SZ[9];B[aa];W[bb];B[cc])"), {}, async (page) => {
    await page.evaluate(() => {
      for (let step = 0; step < 3; step++) document.querySelector("kifu-player").next();
    });
    assert.equal((await state(page)).live, "Move 3: Black C7.");
  }));
});

describe("verdicts", () => {
  test("of comments are those of problem books", async () => {
    const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
    const { code } = transformSync(read("../src/player/modes/verdict.ts"), { loader: "ts", format: "esm" });
    const { verdictOf } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const names = { 1: "correct", [-1]: "wrong", 0: "variation", undefined: "-" };
    const rows = read("../../testdata/verdicts.tsv").trim().split("\n").filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
    assert.deepEqual(rows.map(([, text]) => [names[verdictOf(text.replaceAll("\\n", "\n"))], text]), rows);
  });

  test("call a line right that is also correct", on(player("(;SZ[9]AW[aa]PL[B]C[Black to play](;B[ee]C[Correct])(;B[dd]C[Also correct])(;B[ff]C[This is also correct.])(;B[gg]C[This would be correct if White had no ko threats]))", 'mode="problem"'), {}, async (page) => {
    for (const [at, verdict] of [[3, "Right!"], [5, "Right!"], [6, "Wrong."]]) {
      await press(page, at, at);
      assert.equal((await state(page)).message, verdict);
      await button(page, "Try again").click();
    }
  }));
});

describe("messages", () => {
  test("a hint says its point, instead of what was wrong before", on(player("(;SZ[9]PL[B];B[fe]C[RIGHT])", 'mode="problem"') + player("(;SZ[9]PL[B];B[fe]C[RIGHT])", 'mode="problem" lang="ja" coordinates="east-asian"'), {}, async (page) => {
    await page.locator('kifu-player rect[data-point="0,0"]').first().click({ force: true });
    assert.match((await state(page)).message, /not in the solution/);
    await button(page, "Hint").first().click();
    const seen = await state(page);
    assert.deepEqual([seen.message, seen.live], ["Hint: Black F5", "Hint: Black F5"]);
    assert.equal(await page.locator("kifu-player").first().locator(".ring").count(), 1);
    await button(page, "ヒント").click();
    assert.equal((await state(page, 1)).live, "ヒント: 黒 6-五");
  }));

  test("a shown move ends what was said of the guess", on(player("(;SZ[9];B[cc];W[gg];B[dd])", 'mode="guess"'), {}, async (page) => {
    await press(page, 8, 0);
    assert.equal((await state(page)).message, "No.");
    await button(page, "Show move").click();
    assert.equal((await state(page)).message, "");
  }));

  test("a right third guess has more points than a near one", on(player("(;SZ[9];B[cc];W[gg])", 'mode="guess"') + player("(;SZ[9];B[cc];W[gg])", 'mode="guess"'), {}, async (page) => {
    for (const [index, third] of ["2,2", "3,2"].entries()) {
      for (const point of ["8,8", "0,8", third]) await page.locator("kifu-player").nth(index).locator(`rect[data-point="${point}"]`).click({ force: true });
    }
    const points = await Promise.all([0, 1].map(async (index) => Number.parseInt((await state(page, index)).score.replace(/\D+/, ""), 10)));
    assert.ok(points[0] > points[1] && points[1] > 0, `${points}`);
  }));
});

describe("the game info", () => {
  const MERGED = "(;SZ[9](;B[aa]PB[Alice]BR[9d]PW[Bob]KM[6.5](;W[bb])(;W[dd]))(;B[cc]PB[Carol]))";
  const shown = (page) =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector("kifu-player");
      const texts = (selector) => [...shadowRoot.querySelectorAll(selector)].map((element) => element.textContent);
      const details = shadowRoot.querySelector("details");
      return { names: texts(".player b"), hidden: details.hidden, info: texts("dt,dd"), open: details.open };
    });

  test("is the one of the variation in a file of merged games", on(player(MERGED), {}, async (page) => {
    const go = (path) => page.evaluate((path) => document.querySelector("kifu-player").go(path), path);
    assert.deepEqual(await shown(page), { names: ["Black", "White"], hidden: true, info: [], open: false });
    await go("1");
    const alice = { names: ["Alice 9d", "Bob"], hidden: false, info: ["Black", "Alice 9d", "White", "Bob", "Komi", "6.5"] };
    assert.deepEqual(await shown(page), { ...alice, open: false });
    await page.locator("kifu-player summary", { hasText: "Game info" }).click();
    await go("2:1");
    assert.deepEqual(await shown(page), { ...alice, open: true });
    await go("1:1");
    assert.deepEqual(await shown(page), { names: ["Carol", "White"], hidden: false, info: ["Black", "Carol"], open: true });
  }));

  test("of a game stays where a later node has some of it", on(player("(;SZ[9]PB[Abe]PW[Cho]KM[6.5];B[aa]RE[B+R])", 'node="1"'), {}, async (page) => {
    const { names, info } = await shown(page);
    assert.deepEqual([names, info.slice(-2)], [["Abe", "Cho"], ["Komi", "6.5"]]);
  }));

  test("has its names in the language of the player", on(player("(;SZ[9]EV[Cup]DT[2001]PB[A]KM[6.5])", 'lang="ja"'), {}, async (page) => {
    assert.deepEqual((await shown(page)).info, ["棋戦", "Cup", "日付", "2001", "黒番", "A", "コミ", "6.5"]);
  }));

  test("has a name for everything in each language", on(["en", "de", "ja", "zh", "ko"].map((language) => player("(;SZ[9]AN[a]CP[c]DT[2001]EV[e]GN[g]GC[gc]ON[o]OT[ot]PB[b]PC[pc]PW[w]RE[B+R]RO[r]RU[Japanese]SO[so]TM[3600]KM[6.5]HA[2])", `lang="${language}"`)).join(""), {}, async (page) => {
    const names = await page.evaluate(() => [...document.querySelectorAll("kifu-player")].map(({ shadowRoot }) => [...shadowRoot.querySelectorAll("dt")].map((name) => name.textContent)));
    assert.deepEqual(names.map((list) => list.length), [18, 18, 18, 18, 18]);
    for (const list of names.slice(2)) assert.doesNotMatch(list.join(""), /[A-Za-z]/);
    assert.match(names[1].join(" "), /Turnier .*Bedenkzeit/);
  }));
});

describe("all properties of a node", () => {
  const NODE = "GB[1]GW[2]DM[]UC[1]HO[2]V[-3.5]N[Big \\] point]FG[257:Figure 1]DD[aa:bb][ee]VW[]DO[]LB[cc:A][dd:x\\:y]AR[aa:bb]TR[cc]BL[95.5]XY[one][two]KGSDE[ab]C[]";
  const SGF = `(;SZ[9]HA[2]AB[gc][cg]RU[Japanese];W[ee]${NODE};B[])`;
  const rows = (page, index = 0) =>
    page.evaluate((index) => {
      const list = document.querySelectorAll("kifu-player")[index].shadowRoot.querySelector(".properties dl");
      return [...list.querySelectorAll("dd")].map((value) => `${value.previousSibling?.textContent ?? ""} ${value.textContent}`);
    }, index);
  const wait = (page, length) => page.waitForFunction((length) => document.querySelector("kifu-player").shadowRoot.querySelectorAll(".properties dd").length === length, length);

  test("are a closed list, whose script is loaded when it is opened", on(player(SGF, 'node="1"'), {}, async (page) => {
    const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").filter((entry) => entry.name.includes("/properties-")).length);
    assert.deepEqual([await rows(page), await scripts()], [[], 0]);
    await page.locator("kifu-player summary", { hasText: "All properties" }).press("Enter");
    await wait(page, 19);
    assert.equal(await scripts(), 1);
    assert.deepEqual(await rows(page), [
      "W Move, White: E5", "GB Good for Black: normal", "GW Good for White: emphasized", "DM Even position: ✓", "UC Unclear position: normal",
      "HO Hotspot: emphasized", "V Estimated score: White +3.5", "N Name: Big ] point", "FG Figure: Figure 1 (257)", "DD Dimmed points: A9–B8 E5",
      "VW Visible points: ✓", "DO Doubtful move: ✓", "LB Label: C7: A\nD6: x:y", "AR Arrow: A9 → B8", "TR Triangle: C7", "BL Time left, Black: 1:35",
      "XY one\ntwo", "KGSDE ab", "C Comment: ✓",
    ]);
    await page.evaluate(() => document.querySelector("kifu-player").next());
    await wait(page, 1);
    assert.deepEqual(await rows(page), ["B Move, Black: pass"]);
    await page.evaluate(() => document.querySelector("kifu-player").first());
    await wait(page, 4);
    assert.deepEqual(await rows(page), ["SZ Board size: 9", "HA Handicap: 2", "AB Setup, Black: G7 C3", "RU Rules: Japanese"]);
  }));

  test("follow the attribute, the coordinates and the changes of the editor", on(player("(;SZ[9];B[ee];)", 'mode="edit" node="1" properties coordinates="east-asian"'), {}, async (page) => {
    await wait(page, 1);
    assert.deepEqual(await rows(page), ["B Move, Black: 5-五"]);
    await button(page, "△ Triangle").click();
    await press(page, 0, 0);
    await wait(page, 2);
    assert.equal((await rows(page))[1], "TR Triangle: 1-一");
    await page.evaluate(() => document.querySelector("kifu-player").next());
    await page.waitForFunction(() => document.querySelector("kifu-player").shadowRoot.querySelector(".properties dl").textContent === "–None");
    const isOpen = () => page.locator("kifu-player .properties").evaluate((details) => details.open);
    await page.locator("kifu-player").evaluate((element) => element.removeAttribute("properties"));
    assert.equal(await isOpen(), false);
  }));

  test("are hidden where they would give the answer away", on(player("(;SZ[9];B[ee]TE[1])", 'mode="problem" properties'), {}, async (page) => {
    assert.equal(await page.locator("kifu-player .properties").isVisible(), false);
  }));

  const NAMED = "AB[aa]AE[bb]AN[a]AP[b]AR[aa:bb]AW[cc]BL[1]BM[1]BR[c]BT[d]C[e]CA[UTF-8]CP[f]CR[aa]DD[aa]DM[1]DO[]DT[2001]EV[g]FF[4]FG[]GB[1]GC[h]GM[1]GN[i]GW[1]HA[2]HO[1]IT[]KM[0]KO[]LB[aa:b]LN[aa:bb]MA[aa]MN[1]N[j]OB[1]ON[k]OT[l]OW[1]PB[m]PC[n]PL[B]PM[1]PW[o]RE[?]RO[p]RU[q]SL[aa]SO[r]SQ[aa]ST[0]SZ[9]TB[aa]TE[1]TM[1]TR[aa]TW[aa]UC[1]US[s]V[1]VW[aa]WL[1]WR[t]WT[u]";
  test("have names in each language", on(["en", "de", "ja", "zh", "ko"].map((language) => player(`(;${NAMED})(;GM[1];B[aa];W[bb])`, `lang="${language}" properties`)).join(""), {}, async (page) => {
    await page.waitForFunction(() => [...document.querySelectorAll("kifu-player")].every(({ shadowRoot }) => shadowRoot.querySelector(".properties dd")));
    const names = await page.evaluate(() => [...document.querySelectorAll("kifu-player")].map(({ shadowRoot }) => [...shadowRoot.querySelectorAll(".properties dd")].map((value) => value.querySelector("small")?.textContent ?? value.textContent)));
    for (const list of names) assert.deepEqual([list.length, list.filter((name) => !/.: $/.test(name))], [65, []]);
    for (const list of names.slice(2)) assert.doesNotMatch(list.join(""), /[A-Za-z]/);
  }));
});

describe("variations in the place of a move", () => {
  const SIBLINGS = "(;SZ[9]ST[1];B[ee](;W[cc];B[dd])(;W[gg]))";
  for (const mode of ["view", "edit"]) {
    test(`are followed by a press: ${mode}`, on(player(SIBLINGS, `mode="${mode}" node="2"`), {}, async (page) => {
      const before = await page.evaluate(() => document.querySelector("kifu-player").sgf);
      assert.ok((await state(page)).hints.length > 0);
      await press(page, 6, 6);
      assert.equal((await state(page)).path, "2:1.0");
      await press(page, 2, 2);
      assert.equal((await state(page)).path, "2");
      assert.equal(await page.evaluate(() => document.querySelector("kifu-player").sgf), before);
    }));
  }
});
