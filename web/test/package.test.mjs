// What is published, and that it works where it says so.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
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

describe("the package in a bundle", () => {
  /** A folder of a program that has installed the package and esbuild. */
  function program(code) {
    const folder = mkdtempSync(`${tmpdir()}/kifu-`);
    mkdirSync(`${folder}/node_modules/@kifu`, { recursive: true });
    symlinkSync(here(".."), `${folder}/node_modules/@kifu/player`);
    symlinkSync(here("../node_modules/.bin"), `${folder}/node_modules/.bin`);
    writeFileSync(`${folder}/app.js`, code);
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
    return (...command) => {
      const { stdout, stderr, status } = spawnSync(command[0], command.slice(1), { cwd: folder, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return { stdout, folder };
    };
  }
  const WORK = `open(OPTIONS).then(async (kifu) => {
    const record = await kifu.readForEditing("(;SZ[9];B[ee])");
    const { bytes } = await kifu.convert("(;SZ[9];B[ee])", "gtp");
    console.log(record.game(0).positions().length, (await kifu.check("(;)")).length > 0, bytes.length);
  });`;

  test("of esbuild has its files by the commands of the chapter, and runs", () => {
    const chapter = readFileSync(here("../../docs/web.md"), "utf8");
    const [, commands] = /### With a bundler[^]*?```sh\n([^]*?)```/.exec(chapter);
    for (const option of ["", " --platform=node"]) {
      const run = program(`import "@kifu/player"; import { open } from "@kifu/player/core"; ${WORK.replace("OPTIONS", "")}`);
      const { folder } = run("sh", "-e", "-c", commands.replace(" --outdir", `${option} --outdir`));
      const scripts = readdirSync(`${folder}/out`).filter((name) => name.endsWith(".js"));
      const loaded = scripts.flatMap((name) => [...readFileSync(`${folder}/out/${name}`, "utf8").matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)]).map(([, name]) => name);
      assert.deepEqual([...new Set(loaded)].filter((name) => !/^kifu_wasm/.test(name)).sort(), ["./encoding.js", "check_bg.wasm", "convert_bg.wasm", "core_bg.wasm", "full_bg.wasm"]);
      for (const name of loaded) assert.ok(existsSync(`${folder}/out/${name}`), name);
      assert.equal(run("node", "out/app.js").stdout, "162 true 34\n");
    }
  });

  test("that is no module loads them from the folder that `open` gets", () => {
    for (const entry of ["core", "full"]) {
      const run = program(`import { open } from "@kifu/player/${entry}"; ${WORK.replace("OPTIONS", "{ modules: process.argv[2] }")}`);
      run("npx", "esbuild", "app.js", "--bundle", "--format=cjs", "--platform=node", "--outfile=out.cjs", "--log-level=error");
      for (const address of [pathToFileURL(here("../dist")).href, pathToFileURL(here("../dist/")).href]) assert.equal(run("node", "out.cjs", address).stdout, "162 true 34\n");
    }
  });

  test("finds the files by their names", () => {
    const run = program("for (const name of process.argv.slice(2)) console.log(import.meta.resolve(`@kifu/player/${name}`));");
    const names = ["core_bg.wasm", "full_bg.wasm", "check_bg.wasm", "convert_bg.wasm", "encoding.js"];
    const found = run("node", "app.js", ...names).stdout.trim().split("\n");
    assert.deepEqual(found, names.map((name) => pathToFileURL(here(`../dist/${name}`)).href));
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
