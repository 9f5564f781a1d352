// The pages of `kifu serve` in Chromium. `KIFU_BIN` names the program; without it these tests are skipped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";

const program = process.env.KIFU_BIN;
const examples = new URL("../../examples/go", import.meta.url).pathname;

describe("the pages of the server", { skip: program ? false : "KIFU_BIN is not set" }, () => {
  let folder, server, base, browser;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "kifu-site-"));
    cpSync(examples, join(folder, "games"), { recursive: true });
    const environment = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
    server = spawn(program, ["serve", join(folder, "games"), "--listen", "127.0.0.1:0", "--allow-edit"], { env: environment });
    base = await new Promise((done, failed) => {
      let said = "";
      server.stderr.on("data", (data) => {
        said += data;
        const found = /http:\/\/[\d.:]+\//.exec(said);
        if (found) done(found[0].slice(0, -1));
      });
      server.on("exit", () => failed(new Error(said)));
    });
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
    page.on("console", (message) => message.type() === "error" && !message.text().includes("400") && faults.push(message.text()));
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

  test("statistics have plots", on("/statistics", { colorScheme: "dark" }, async (page) => {
    await page.waitForSelector(".plot");
    assert.ok((await page.locator(".plot rect").count()) > 3);
  }));

  test("pages fit a phone", on("/explore", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }, async (page) => {
    await page.waitForSelector("tr.next");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }));
});
