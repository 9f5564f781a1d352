// The board panel of the VS Code extension in Chromium, with `kifu lsp`: the caret moves the board, and the
// board moves the caret. `KIFU` names the program, `KIFU_SHOTS` a folder for pictures.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

const extension = new URL("../vscode/", import.meta.url);
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const { transform } = createRequire(new URL("package.json", extension))("esbuild");

const ORIGIN = "http://panel.test";
const URI = "file:///games/panel.sgf";
const TEXT = "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee]C[The center.]\n;W[gc]\n(;B[cg])\n(;B[gg]))\n";

/** A language server, with requests and notifications. */
class Server {
  #process = spawn(process.env.KIFU ?? "kifu", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  #waiting = new Map();
  #count = 0;

  constructor() {
    let buffer = Buffer.alloc(0);
    this.#process.stdout.on("data", (data) => {
      buffer = Buffer.concat([buffer, data]);
      for (;;) {
        const end = buffer.indexOf("\r\n\r\n");
        const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)))?.[1]);
        if (end < 0 || buffer.length < end + 4 + length) return;
        const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length));
        buffer = buffer.subarray(end + 4 + length);
        if (message.id !== undefined && !message.method) this.#waiting.get(message.id)?.(message);
      }
    });
  }

  #send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  async request(method, params) {
    const id = ++this.#count;
    const { result, error } = await new Promise((done) => {
      this.#waiting.set(id, done);
      this.#send({ id, method, params });
    });
    assert.equal(error, undefined, `${method}: ${error?.message}`);
    return result;
  }

  async close() {
    await this.request("shutdown", null);
    this.notify("exit", null);
  }
}

let browser;
let server;
let page;

/** What the page sent to the extension. */
const sent = [];

before(async () => {
  server = new Server();
  await server.request("initialize", { processId: null, rootUri: null, capabilities: {} });
  server.notify("initialized", {});
  server.notify("textDocument/didOpen", { textDocument: { uri: URI, languageId: "sgf", version: 1, text: TEXT } });

  const { code } = await transform(await readFile(new URL("src/page.ts", extension)), { loader: "ts", format: "esm" });
  const { page: html } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const player = await readFile(new URL("dist/player.js", extension));
  browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 520, height: 760 }, reducedMotion: "reduce" });
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.route("**/*", (route) =>
    route.request().url() === `${ORIGIN}/player.js`
      ? route.fulfill({ contentType: "text/javascript", body: player })
      : route.request().url() === `${ORIGIN}/`
        ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html({ player: `${ORIGIN}/player.js`, nonce: "n0", source: ORIGIN }) })
        : route.abort(),
  );
  await page.exposeFunction("received", (message) => sent.push(message));
  await page.addInitScript("globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => received(message) })");
  await page.goto(`${ORIGIN}/`);
  await until(() => sent.some((message) => message.do === "ready"), "the page is ready");
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function until(condition, what) {
  for (let turn = 0; turn < 200; turn += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(`not in five seconds: ${what}`);
}

/** What the extension does when the caret moves. */
async function caret(line, character) {
  const place = await server.request("kifu/board", { textDocument: { uri: URI }, position: { line, character }, format: "none" });
  await page.evaluate((message) => postMessage(message, "*"), { do: "node", game: place.game, node: place.node });
  return place;
}

const stones = () =>
  page.evaluate(() => {
    const shadow = document.querySelector("kifu-player").shadowRoot;
    const count = (color) => shadow.querySelectorAll(`.stones .stone.${color}`).length;
    return `${count("black")} black, ${count("white")} white`;
  });

const picture = async (name) => {
  if (process.env.KIFU_SHOTS) await page.screenshot({ path: `${process.env.KIFU_SHOTS}/${name}.png` });
};

test("the board follows the caret", async () => {
  await page.evaluate((message) => postMessage(message, "*"), { do: "text", text: TEXT });
  await caret(2, 3);
  await until(async () => (await stones()) === "1 black, 1 white", "two moves");
  await caret(4, 3);
  await until(async () => (await stones()) === "2 black, 1 white", "the second variation");
  await picture("panel");
  await caret(1, 3);
  await until(async () => (await stones()) === "1 black, 0 white", "the first move");
});

test("the caret follows the board", async () => {
  sent.length = 0;
  await page.evaluate(() => document.querySelector("kifu-player").next());
  await until(() => sent.length > 0, "a message about the node");
  const [{ game, node }] = sent;
  const { range } = await server.request("kifu/node", { textDocument: { uri: URI }, game, node });
  assert.deepEqual(range.start, { line: 2, character: 0 });
});

test("the board goes back to a node that its reader has left", async () => {
  await caret(1, 3);
  await until(async () => (await stones()) === "1 black, 0 white", "the first move");
});

test("a text that changes leaves the board where it is", async () => {
  await caret(2, 3);
  await page.evaluate((message) => postMessage(message, "*"), { do: "text", text: TEXT.replace("center", "centre") });
  await page.waitForTimeout(200);
  await until(async () => (await stones()) === "1 black, 1 white", "two moves");
});

test("the board is as dark as the theme of the editor", async () => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.getElementById("player").shadowRoot.querySelector(".kifu")).colorScheme);
  for (const [classes, wanted] of [["vscode-dark", "dark"], ["vscode-light", "light"], ["vscode-high-contrast", "dark"], ["vscode-high-contrast vscode-high-contrast-light", "light"]]) {
    await page.evaluate((classes) => { document.body.className = classes; }, classes);
    await until(async () => (await scheme()) === wanted, `${classes}: ${wanted}`);
  }
});

test("a move from the text is not sent back, and nothing fails", async () => {
  sent.length = 0;
  await caret(3, 2);
  await until(async () => (await stones()) === "2 black, 1 white", "the first variation");
  assert.deepEqual(sent, []);
  assert.deepEqual(page.faults, []);
});
