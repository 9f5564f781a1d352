// Players of game records on a page, by turns in Chromium: `npm install && npm run players` in this folder, on a machine
// without load. Each shows a game of 300 moves. Printed are the kB of scripts, bundled, minified and compressed by gzip;
// the time from the end of the download of the script to the first frame with the board; and the time of a step.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { build, transformSync } from "esbuild";
import { chromium } from "playwright-core";

const ROUNDS = 9;
const MOVES = 300;
const letters = "abcdefghijklmnopqrs";
const points = Array.from({ length: MOVES }, (_, at) => [(at * 7) % 19, Math.floor(at / 19) % 19]);
const sgf = `(;SZ[19]${points.map(([x, y], at) => `;${at % 2 ? "W" : "B"}[${letters[x]}${letters[y]}]`).join("")})`;
// Chess has no empty board to fill: the knights go out and back.
const knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
const pgn = Array.from({ length: MOVES }, (_, at) => `${at % 2 ? "" : `${at / 2 + 1}. `}${knights[at % 4]}`).join(" ");

const dist = new URL("../../web/dist/", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);
const style = (path) => `<link rel="stylesheet" href="/node_modules/${path}">`;

/** For each player its script; the body of the page; `board`, true when the board is there; and `step`. */
const players = {
  Kifu: {
    script: readFileSync(new URL("kifu-player.js", dist)),
    more: readFileSync(new URL("core_bg.wasm", dist)),
    body: `<kifu-player><script type="application/x-go-sgf">${sgf}</script></kifu-player>`,
    board: () => document.querySelector("kifu-player").shadowRoot?.querySelector(".board svg"),
    step: () => document.querySelector("kifu-player").next(),
  },
  wgo: {
    source: `import { SimplePlayer } from "wgo"; window.player = new SimplePlayer(document.querySelector("#board"), { sgf: ${JSON.stringify(sgf)} });`,
    body: `${style("wgo/dist/style.css")}<div id="board"></div>`,
    board: () => document.querySelector("#board svg"),
    step: () => window.player.next(),
  },
  besogo: {
    script: Buffer.from(transformSync(readFileSync(new URL("besogo/besogo.all.js", modules), "utf8"), { minify: true }).code),
    start: 'const make = besogo.makeEditor; besogo.makeEditor = (...size) => (window.editor = make(...size)); besogo.create(document.querySelector("#board"), { panels: "control+names+comment+tree" })',
    body: `${style("besogo/css/besogo.css")}${style("besogo/css/board-flat.css")}<div id="board">${sgf}</div>`,
    board: () => document.querySelector("#board svg"),
    step: () => window.editor.nextNode(1),
  },
  Shudan: {
    source: `
      import { h, render } from "preact";
      import { Goban } from "@sabaki/shudan";
      const points = ${JSON.stringify(points)};
      const element = document.querySelector("#board");
      let shown = 0;
      const show = () => {
        const signMap = Array.from({ length: 19 }, () => Array(19).fill(0));
        points.slice(0, shown).forEach(([x, y], at) => { signMap[y][x] = at % 2 ? -1 : 1; });
        render(h(Goban, { vertexSize: 24, signMap, showCoordinates: true }), element);
      };
      show();
      window.step = () => { shown += 1; show(); };`,
    body: `${style("@sabaki/shudan/css/goban.css")}<div id="board"></div>`,
    board: () => document.querySelector("#board .shudan-vertex"),
    step: () => window.step(),
  },
  "pgn-viewer (chess)": {
    source: `import start from "@lichess-org/pgn-viewer"; window.player = start(document.querySelector("#board"), { pgn: ${JSON.stringify(pgn)} });`,
    body: `${style("@lichess-org/pgn-viewer/dist/lichess-pgn-viewer.css")}<div id="board"></div>`,
    board: () => document.querySelector("cg-board piece"),
    step: () => window.player.goTo("next", false),
  },
};

const files = new Map();
const types = { css: "text/css", svg: "image/svg+xml", png: "image/png", js: "text/javascript", wasm: "application/wasm", html: "text/html; charset=utf-8" };
for (const [name, player] of Object.entries(players)) {
  if (player.source) {
    const bundle = { stdin: { contents: player.source, resolveDir: new URL(".", import.meta.url).pathname }, bundle: true, minify: true, format: "esm", write: false, define: { "process.env.NODE_ENV": '"production"' }, alias: { react: "preact/compat", "react-dom": "preact/compat" } };
    player.script = Buffer.from((await build(bundle)).outputFiles[0].contents);
  }
  const folder = `/${encodeURIComponent(name)}`;
  files.set(`${folder}/script.js`, player.script);
  // What follows the script runs when it is there; the loop sees each frame from the beginning.
  const begin = `<script>
    const board = ${player.board};
    const look = () => board() ? performance.mark("first board") : requestAnimationFrame(look);
    requestAnimationFrame(look);
  </script>`;
  const script = player.start ? `<script src="script.js"></script><script>${player.start}</script>` : '<script type="module" src="script.js"></script>';
  files.set(`${folder}/`, `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${player.body}${begin}${script}`);
}

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  let contents = files.get(path);
  // Modules that a script loads: only Kifu's has any.
  if (path.endsWith(".wasm")) contents = readFileSync(new URL(path.split("/").at(-1), dist));
  if (path.startsWith("/node_modules/")) contents = readFileSync(new URL(path.slice("/node_modules/".length), modules));
  response.writeHead(contents ? 200 : 404, { "content-type": types[/\.(\w+)$/.exec(path)?.[1] ?? "html"] ?? "text/plain" });
  response.end(contents);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.env.KIFU_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

const median = (times) => times.toSorted((x, y) => x - y)[Math.floor(times.length / 2)];
for (const player of Object.values(players)) player.times = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, player] of Object.entries(players)) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
    page.on("pageerror", (error) => { throw new Error(`${name}: ${error.message}`); });
    await page.goto(`${base}/${encodeURIComponent(name)}/`);
    await page.waitForFunction(() => performance.getEntriesByName("first board").length);
    player.times.push(await page.evaluate(() => {
      const script = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("script.js"));
      return performance.getEntriesByName("first board")[0].startTime - script.responseEnd;
    }));
    if (round === ROUNDS - 1) {
      player.step_ms = median(await page.evaluate((step) => {
        const next = new Function(`return (${step})()`);
        return Array.from({ length: 290 }, () => {
          const begin = performance.now();
          next();
          return performance.now() - begin;
        });
      }, player.step.toString()));
      if (process.argv[2]) await page.screenshot({ path: `${process.argv[2]}/${name}.png` });
    }
    await page.close();
  }
}
for (const [name, player] of Object.entries(players)) {
  const size = (contents) => (gzipSync(contents, { level: 9 }).length / 1000).toFixed(0);
  const more = player.more ? ` and ${size(player.more)}` : "";
  const sorted = player.times.toSorted((x, y) => x - y).map((time) => time.toFixed(0));
  console.log(`${name}: ${size(player.script)}${more} kB; board ${median(player.times).toFixed(0)} ms (${sorted[0]} to ${sorted.at(-1)}); step ${player.step_ms.toFixed(1)} ms`);
}
await browser.close();
server.close();
