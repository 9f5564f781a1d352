// Measures parsing beside @sabaki/sgf, and the player in Chromium. Run on a machine without load: `npm run bench`.
import { readFileSync, readdirSync } from "node:fs";
import { open } from "./dist/core.js";
import { ready, start } from "./test/browser.mjs";

const examples = new URL("../examples/go/", import.meta.url);

/** Milliseconds of processor time of this process, which other processes change less than the clock. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const games = readdirSync(examples).filter((name) => name.endsWith(".sgf")).map((name) => readFileSync(new URL(name, examples), "utf8"));
const single = games.filter((game) => !game.includes("\ufffd"));
const REPEATS = 40;
const text = single.join("\n").repeat(REPEATS);
const { default: sabaki } = await import("@sabaki/sgf");
const kifu = await open();

let nodes = 0;
const ours = [];
const trees = [];
const theirs = [];
// By turns, so that load hits both.
for (let turn = 0; turn < 5; turn++) {
  const begin = now();
  const record = await kifu.read(text);
  ours.push(now() - begin);
  nodes = record.nodeCount;
  for (let game = 0; game < record.length; game++) record.game(game);
  trees.push(now() - begin);
  record.free();
  // One string with all games takes it hundreds of times longer, so it gets them one by one.
  const turnOfTheirs = now();
  for (let repeat = 0; repeat < REPEATS; repeat++) single.forEach((game) => sabaki.parse(game));
  theirs.push(now() - turnOfTheirs);
}
const [a, tree, b] = [ours, trees, theirs].map((times) => Math.min(...times));
console.log(`parse ${(text.length / 1e6).toFixed(1)} MB, ${nodes} nodes: Kifu ${a.toFixed(1)} ms, with the trees as arrays ${tree.toFixed(1)} ms, @sabaki/sgf ${b.toFixed(0)} ms: ${(b / a).toFixed(1)} and ${(b / tree).toFixed(1)} times`);

const site = await start();
const moves = (count) => Array.from({ length: count }, (_, at) => `;${at % 2 ? "W" : "B"}[${"abcdefghijklmnopqrs"[(at * 7) % 19]}${"abcdefghijklmnopqrs"[Math.floor(at / 19) % 19]}]`).join("");
const inline = (sgf) => `<kifu-player><script type="application/x-go-sgf">${sgf}</script></kifu-player>`;

/** In a page: calls back after the next frame was painted, whose message comes after it. */
const PAINTED = `const painted = (done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now());
  port2.postMessage(0);
});`;
const [first, seen] = [[], []];
for (let run = 0; run < 5; run++) {
  const mark = `<script>${PAINTED} addEventListener("kifu-load", () => painted(() => performance.mark("painted")));</script>`;
  const page = await site.open(`${mark}${inline(`(;SZ[19]${moves(300)})`)}`, { headers: {}, wait: false });
  await ready(page);
  await page.waitForFunction(() => performance.getEntriesByName("painted").length > 0);
  const [made, shown] = await page.evaluate(() => {
    const script = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith("kifu-player.js"));
    return ["kifu-board", "painted"].map((name) => performance.getEntriesByName(name)[0].startTime - script.responseEnd);
  });
  first.push(made);
  seen.push(shown);
  if (run === 4) {
    const all = await page.evaluate(async () => {
      const player = document.querySelector("kifu-player");
      const [scripts, frames] = [[], []];
      for (let step = 0; step < 290; step++) {
        await new Promise((done) => requestAnimationFrame(() => {
          const begin = performance.now();
          player.next();
          scripts.push(performance.now() - begin);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(frames.push(performance.now() - begin));
          port2.postMessage(0);
        }));
      }
      return [scripts, frames].map((times) => times.sort((x, y) => x - y));
    });
    for (const [name, times] of [["script", all[0]], ["with layout and paint", all[1]]]) {
      console.log(`step, 300 moves, ${name}: median ${times[145].toFixed(2)} ms, 95 of 100 below ${times[275].toFixed(2)} ms, worst ${times[289].toFixed(2)} ms`);
    }
  }
  await page.close();
}
const list = (times) => times.map((time) => time.toFixed(0)).join(", ");
console.log(`first board after the script is loaded: made ${list(first)} ms, painted ${list(seen)} ms`);

{
  const branch = (at) => `(;W[${"abcdefghijklmnopqrs"[at % 19]}a];B[bb];W[cc])`;
  const chain = Array.from({ length: 300 }, (_, at) => `${";B[qq]"}${Array.from({ length: 20 }, (_, k) => branch(at + k)).join("")}`);
  // Twenty variations at each of 300 moves; the last one goes on.
  const tree = `(;SZ[19]${chain.map((moves) => `(${moves}`).join("")}${")".repeat(300)})`;
  const page = await site.open(inline(tree), { context: { reducedMotion: "no-preference" } });
  const result = await page.evaluate(async () => {
    const box = document.querySelector("kifu-player").shadowRoot.querySelector(".tree");
    const frames = [];
    let before = performance.now();
    for (let frame = 0; frame < 120; frame++) {
      box.scrollLeft += 40;
      box.scrollTop += 30;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - before);
      before = performance.now();
    }
    return frames.sort((x, y) => x - y);
  });
  console.log(`scroll a tree of 6,000 variations: median frame ${result[60].toFixed(1)} ms, 95 of 100 below ${result[114].toFixed(1)} ms`);
  await page.close();
}

// Names in Latin letters: a browser loads fonts for others, once.
for (const [encoding, name] of [["UTF-8", "Black"], ["windows-1252", "J\xf6rg M\xfcller"]]) {
  const game = `(;SZ[19]PB[${name}]PW[White]${moves(220)})\n`;
  const page = await site.open("<kifu-player></kifu-player>", { wait: false });
  await page.evaluate((sgf) => document.querySelector("kifu-player").load(sgf), "(;)");
  const [time, longest] = await page.evaluate(async (game) => {
    const one = Uint8Array.from(game, (letter) => letter.charCodeAt(0));
    const bytes = new Uint8Array(one.length * 10_000);
    for (let at = 0; at < bytes.length; at += one.length) bytes.set(one, at);
    let longest = 0;
    // Work that the tools of a browser begin is no task to it.
    await new Promise((done) => setTimeout(done));
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (longest = Math.max(longest, entry.duration)))).observe({ type: "longtask" });
    const begin = performance.now();
    await document.querySelector("kifu-player").load(bytes);
    const time = performance.now() - begin;
    await new Promise((done) => setTimeout(done, 3000));
    return [time, longest];
  }, game);
  console.log(`open 10,000 games, ${encoding} without CA, ${((game.length * 10_000) / 1e6).toFixed(0)} MB: ${time.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`);
  await page.close();
}
await site.close();
