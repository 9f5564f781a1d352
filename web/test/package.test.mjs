// What is published, and that it works where it says so.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { forTests } from "./browser.mjs";

const here = (path) => new URL(path, import.meta.url).pathname;
const { site } = forTests();

describe("the package", () => {
  test("is public, and has the files that it needs", () => {
    const { publishConfig } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
    assert.deepEqual(publishConfig, { access: "public" });
    const { stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--offline"], { cwd: here(".."), encoding: "utf8" });
    assert.notEqual(stdout, "", stderr);
    const [{ files }] = JSON.parse(stdout);
    // Hashes change with the contents.
    const names = files.map(({ path }) => path.replace(/-[A-Z0-9]{8}\./, "-*.")).sort();
    assert.deepEqual(names, readFileSync(here("files.txt"), "utf8").trim().split("\n"));
  });
});

describe("the library in a worker", () => {
  const SGF = "(;SZ[9]PB[Ada];B[ee];W[ec]C[two])";
  const WORK = `
    const kifu = await open();
    const record = await kifu.read(sgf);
    const game = record.game(0);
    const fixed = await kifu.fix(sgf);
    send([record.titles()[0].black, game.length, game.text(2, "C"), game.positions().length, fixed.length > 0]);`;
  const wanted = ["Ada", 3, "two", 3 * 81, true];

  test("reads and repairs in a browser", async () => {
    const page = await site.open("", { wait: false, headers: {} });
    const answer = await page.evaluate(([work, sgf]) => {
      const code = `import { open } from "${location.origin}/web/dist/core.js"; const sgf = ${JSON.stringify(sgf)}; const send = postMessage; ${work}`;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
      return new Promise((done, fail) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
      });
    }, [WORK, SGF]);
    assert.deepEqual(answer, wanted);
    await page.close();
  });

  test("reads and repairs in Node", async () => {
    const code = `import { parentPort, workerData } from "node:worker_threads"; const { open } = await import(workerData.url); const { sgf } = workerData; const send = (data) => parentPort.postMessage(data); ${WORK}`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: { sgf: SGF, url: new URL("../dist/core.js", import.meta.url).href } });
    const answer = await new Promise((done, fail) => worker.once("message", done).once("error", fail));
    assert.deepEqual(answer, wanted);
    await worker.terminate();
  });
});
