// A browser, a server of the files of this folder, and what all tests of the player need.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const root = new URL("../..", import.meta.url);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8", ".sgf": "application/x-go-sgf" };

/** Pages made by tests, by their path. */
const pages = new Map();

export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src blob:; frame-src 'none'";

export async function start() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const page = pages.get(pathname);
    if (page) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...page.headers });
      response.end(page.text);
      return;
    }
    try {
      if (pathname.includes("..")) throw new Error("outside");
      const contents = await readFile(new URL(`.${pathname}`, root));
      response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" });
      response.end(contents);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  let count = 0;
  return {
    base,
    browser,
    /** Opens a page whose body is given, under the policy that the documentation names, and waits for the boards. */
    async open(body, { context = {}, language = "en", direction = "ltr", wait = true, headers = { "content-security-policy": POLICY } } = {}) {
      const path = `/page-${++count}.html`;
      const text = `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><title>Kifu</title><body><main><h1>Games</h1>${body}</main><script type="module" src="/web/dist/kifu-player.js"></script>`;
      pages.set(path, { text, headers });
      const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: "reduce", ...context });
      page.faults = [];
      page.on("pageerror", (error) => page.faults.push(error.message));
      page.on("console", (message) => message.type() === "error" && !/favicon|404/.test(message.text() + message.location().url) && page.faults.push(message.text()));
      await page.goto(base + path);
      if (wait) await ready(page);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** The HTML of a player of a record. */
export const player = (sgf, attributes = "") => `<kifu-player ${attributes}><script type="application/x-go-sgf">${sgf}</script></kifu-player>`;

/** A browser for all tests of a file, and the body of a test in it. */
export function forTests() {
  const site = {};
  before(async () => Object.assign(site, await start()));
  after(() => site.close());

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
  return { site, on };
}

/** Waits until every player of a page has a board. */
export const ready = (page) =>
  page.waitForFunction(() => [...document.querySelectorAll("kifu-player")].every((player) => player.shadowRoot?.querySelector(".board svg")));

/** What a player shows. */
export const state = (page, index = 0) =>
  page.evaluate((index) => {
    const { shadowRoot, path } = document.querySelectorAll("kifu-player")[index];
    const text = (selector) => shadowRoot.querySelector(selector)?.textContent.trim() ?? "";
    const count = (selector) => shadowRoot.querySelectorAll(selector).length;
    return {
      path,
      where: text(".where"),
      black: count(".stones .stone.black"),
      white: count(".stones .stone.white"),
      comment: text("div.comment"),
      message: text(".message"),
      live: text("[aria-live]"),
      marks: count(".marks .mark"),
      labels: [...shadowRoot.querySelectorAll(".marks .label,.marks .number")].map((label) => label.textContent),
      hints: [...shadowRoot.querySelectorAll(".marks .variation-name")].map((hint) => hint.textContent),
      next: [...shadowRoot.querySelectorAll(".next button")].map((button) => button.textContent),
      turn: text(".player.turn b"),
      score: text(".score"),
    };
  }, index);

/** Presses a point by its column and row. */
export const press = (page, column, row, how = "click") => page.locator(`kifu-player rect[data-point="${column},${row}"]`)[how]({ force: true });

export const button = (page, name) => page.locator("kifu-player").getByRole("button", { name, exact: true });
