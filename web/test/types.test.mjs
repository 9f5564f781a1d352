// What programs in TypeScript see of the package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";

const here = (path) => new URL(path, import.meta.url).pathname;

const PAGE = `
import { Game, Kifu, open, Record, type Source } from "${here("../dist/types/core/index.js")}";
import type { KifuPlayerEvents } from "${here("../dist/types/index.js")}";

const player = document.querySelector("kifu-player")!;
player.addEventListener("kifu-node", (event) => event.detail.move.toFixed());
player.addEventListener("kifu-error", ({ detail }) => detail.reason.trim());
// Events bubble.
document.addEventListener("kifu-solved", ({ detail }) => detail.right && detail.clean);
const guessed = (event: KifuPlayerEvents["kifu-guess"]) => event.detail.gained + event.detail.points;
player.addEventListener("kifu-guess", guessed);
player.removeEventListener("kifu-guess", guessed);
// @ts-expect-error: no event has such a detail.
player.addEventListener("kifu-load", (event) => event.detail.move);

player.go("12");
const source: Source = "(;B[aa])";
export const loaded: Promise<boolean> = player.load(source);
// @ts-expect-error: records are read.
export const record = new Record();
// @ts-expect-error: a game is one of a record.
export const game = new Game();
// @ts-expect-error: modules are loaded.
export const kifu = new Kifu();
export const fixed: Promise<Uint8Array> = open({ modules: new URL("https://example.org/kifu/") }).then((kifu) => kifu.fix(source));
`;

test("the types know the element, its methods and its events, and the sources of the library", () => {
  const file = `${mkdtempSync(`${tmpdir()}/kifu-`)}/page.ts`;
  writeFileSync(file, PAGE);
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
  const { stdout, status } = spawnSync(process.execPath, [here("../node_modules/typescript/bin/tsc"), ...options, file], { encoding: "utf8" });
  assert.equal(stdout, "");
  assert.equal(status, 0);
});
