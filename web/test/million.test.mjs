// A library of a million games in Chromium, on demand: `KIFU_BIN=…/release/kifu KIFU_MILLION=1 node --test test/million.test.mjs`.
// Indexing takes half a minute and 350 MB of the temporary folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { serving } from "./serving.mjs";

const program = process.env.KIFU_BIN;
const GAMES = 1_000_000;

/** The date of a game: 45,000 days, each of which has games all over the index. */
const date = (number) => new Date(Date.UTC(1900, 0, 1 + ((number * 7919) % 45_000))).toISOString().slice(0, 10);

const record = (number) =>
  `(;FF[4]GM[1]SZ[9]PB[Black ${number}]PW[White ${number % 5000}]DT[${date(number)}]RE[${"BW"[number % 2]}+R];B[${"abcdefghi"[number % 9]}e];W[dd])\n`;

describe("a library of a million games", { skip: program && process.env.KIFU_MILLION ? false : "KIFU_BIN or KIFU_MILLION is not set" }, () => {
  let folder, server, base, browser, page;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "kifu-million-"));
    const file = openSync(join(folder, "games.sgf"), "w");
    for (let first = 0; first < GAMES; first += 10_000) {
      writeSync(file, Array.from({ length: 10_000 }, (_, number) => record(first + number)).join(""));
    }
    closeSync(file);
    execFileSync(program, ["index", join(folder, "games.sgf"), "-o", join(folder, "games.kifu")], { stdio: "ignore" });
    ({ server, base } = await serving(program, join(folder, "games.kifu")));
    browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  });

  after(async () => {
    await browser?.close();
    server?.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until the rows seen have texts; gives those of the first and the last one, and the time since `start`. */
  const rows = async (start) => {
    await page.waitForFunction(() => {
      const texts = [...document.querySelectorAll(".row")].map((row) => row.firstElementChild.textContent);
      return texts.length > 10 && !texts.includes("…");
    });
    const milliseconds = Math.round(performance.now() - start);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll(".row")].map((row) => [Number(row.dataset.index), row.children[0].textContent, row.children[1].textContent]),
    );
    return { found, milliseconds };
  };

  test("it opens, and is scrolled to any place in any order", async (t) => {
    let start = performance.now();
    await page.goto(base);
    await page.waitForSelector(".row");
    let { found, milliseconds } = await rows(start);
    t.diagnostic(`opened, the last date first: ${milliseconds} ms`);
    assert.match(await page.locator("[role=status]").first().textContent(), /^1,?000,?000 of 1,?000,?000 games$/);
    assert.equal(found[0][1], date(Array.from({ length: 45_000 }, (_, number) => number).reduce((one, other) => (date(one) > date(other) ? one : other))));
    for (const part of [0.5, 0.123, 0.9, 1]) {
      start = performance.now();
      await page.evaluate((part) => {
        const element = document.querySelector(".scroll");
        element.scrollTop = part * (element.scrollHeight - element.clientHeight);
      }, part);
      await page.waitForFunction((part) => Math.abs(Number(document.querySelector(".row").dataset.index) / 1e6 - part) < 0.01, part);
      ({ found, milliseconds } = await rows(start));
      t.diagnostic(`scrolled to ${part}: ${milliseconds} ms`);
      const dates = found.map(([, own]) => own);
      assert.deepEqual(dates, dates.toSorted().reverse());
    }
    assert.equal(found.at(-1)[0], GAMES - 1);
    start = performance.now();
    await page.getByLabel("Select games").fill('black="Black 777777"');
    await page.getByRole("button", { name: "Select" }).click();
    await page.waitForFunction(() => document.querySelector("[role=status]").textContent.startsWith("1 of"));
    t.diagnostic(`one name selected: ${Math.round(performance.now() - start)} ms`);
    assert.equal(await page.locator(".row").first().locator("span").nth(1).textContent(), "Black 777777");
  });
});
