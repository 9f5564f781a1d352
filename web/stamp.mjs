// Notes what the WebAssembly modules were built from, in `wasm/sources.json`; `--check` reports what has changed since.
// It does not fail: the crates change daily, and a build takes minutes. Build before a release.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url).pathname;
const SHIM = ["bindings/wasm/src", "bindings/wasm/bindgen/src"];
const FILES = ["bindings/wasm/Cargo.toml", "bindings/wasm/Cargo.lock"];
const CRATES = ["board", "diagram", "formats", "games", "go", "lint", "sgf", "syntax"].map((name) => `crates/kifu-${name}/src`);

function files(folder) {
  try {
    const entries = readdirSync(root + folder, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`).sort();
  } catch {
    return [];
  }
}

function hash(paths) {
  const sum = createHash("sha256");
  for (const path of paths) sum.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  return sum.digest("hex");
}

const now = {
  shim: hash([...SHIM.flatMap(files), ...FILES.map((file) => root + file)]),
  crates: hash(CRATES.flatMap(files)),
};
const place = `${root}web/wasm/sources.json`;
if (process.argv.includes("--check")) {
  const then = existsSync(place) ? JSON.parse(readFileSync(place, "utf8")) : {};
  const changed = Object.keys(now).filter((part) => then[part] !== now[part]);
  if (changed.length > 0) console.error(`note: the WebAssembly modules were built from other sources (${changed.join(", ")}): run \`cargo xtask wasm\``);
} else {
  writeFileSync(place, `${JSON.stringify(now, null, 2)}\n`);
}
