// The extension in VS Code, as code-server builds it for a browser: a diagnostic, and the board panel. `KIFU_VSIX` names
// the packed extension, `KIFU_CODE_SERVER` the folder of code-server, `KIFU_SHOTS` a folder for pictures. `kifu` is on
// the path.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

const SERVER = join(process.env.KIFU_CODE_SERVER, "lib/vscode/out/server-main.js");
const TEXT = `(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6,5]
PB[Shusai]PW[Kitani]
;B[ee]C[The center.]
;W[gc]
(;B[cg];W[cc])
(;B[gg];W[cf]C[The answer.]))
`;
const RULE = "V214";
/** Milliseconds that a step may take: a first start is slow. */
const PATIENCE = 60_000;
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "editor.minimap.enabled": false,
  "chat.commandCenter.enabled": false,
};

let folder;
let server;
let browser;
let page;

/** Runs the server of VS Code with its files in the folder of the test. */
function vscode(...options) {
  const folders = ["--server-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")];
  return spawn(process.execPath, [SERVER, "--accept-server-license-terms", ...folders, ...options], {
    stdio: process.env.KIFU_LOG ? "inherit" : "ignore",
  });
}

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  await once(listener, "close");
  return port;
}

async function until(condition, what) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`not in time: ${what}`);
}

const picture = async (name) => {
  if (process.env.KIFU_SHOTS) await page.screenshot({ path: join(process.env.KIFU_SHOTS, `${name}.png`) });
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kifu-vscode-"));
  const games = join(folder, "games");
  await mkdir(join(games, ".vscode"), { recursive: true });
  await writeFile(join(games, ".vscode/settings.json"), JSON.stringify(SETTINGS));
  await writeFile(join(games, "record.sgf"), TEXT);
  const [status] = await once(vscode("--install-extension", process.env.KIFU_VSIX), "exit");
  assert.equal(status, 0, "the extension is installed");

  const port = await freePort();
  server = vscode("--without-connection-token", "--force-disable-user-env", "--host", "127.0.0.1", "--port", String(port));
  browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1000, height: 760 }, reducedMotion: "reduce" });
  page.setDefaultTimeout(PATIENCE);
  const address = `http://127.0.0.1:${port}/?folder=${games}`;
  await until(() => page.goto(address).then(() => true, () => false), "the server answers");
  const file = page.locator('.explorer-folders-view [aria-label^="record.sgf"]').first();
  await page.getByRole("button", { name: "Yes, I trust the authors" }).click();
  await file.dblclick();
  await page.locator(".monaco-editor .view-line").first().waitFor();
  // The side bar leaves little room for the text and the board.
  await page.keyboard.press("Control+b");
});

after(async () => {
  await picture("end");
  await browser?.close();
  server?.kill();
  if (server && server.exitCode === null) await once(server, "exit");
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Moves the caret of the editor by *Go to Line*. */
async function caret(line, column) {
  await page.keyboard.press("Control+g");
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press("Enter");
}

/** The frame of the board panel, as soon as it has a player. */
async function panel() {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => Boolean(document.querySelector("kifu-player")?.shadowRoot)).catch(() => false)) return frame;
  }
  return undefined;
}

const stones = (frame) =>
  frame.evaluate(() => {
    const shadow = document.querySelector("kifu-player").shadowRoot;
    const count = (color) => shadow.querySelectorAll(`.stones .stone.${color}`).length;
    return `${count("black")} black, ${count("white")} white`;
  });

/** The caret in the status bar. */
const where = () => page.locator("#status\\.editor\\.selection").innerText();

test("the problem of the record is in the view of problems", async () => {
  await page.keyboard.press("Control+Shift+m");
  await page.locator(".markers-panel", { hasText: RULE }).waitFor();
});

test("the board follows the caret, and the caret a click on the board", async () => {
  await page.getByRole("button", { name: "Show Board" }).first().click();
  let board;
  await until(async () => (board = await panel()), "the board panel");
  await page.locator(".editor-instance .view-line").first().click();
  await caret(4, 1);
  await until(async () => (await stones(board)) === "1 black, 1 white", "two moves");
  await caret(6, 3);
  await until(async () => (await stones(board)) === "2 black, 1 white", "the second variation");
  await picture("board");

  await board.locator('[data-point="2,5"]').click();
  await until(async () => (await stones(board)) === "2 black, 2 white", "the answer");
  // The status bar shows the caret of the editor that has the focus.
  await page.keyboard.press("Control+1");
  await until(async () => (await where()) === "Ln 6, Col 8", "the caret at the answer");
});
