// Notes what the WebAssembly modules were built from, in `wasm/sources.json`; `--check` compares.
//
// A change of the shim must be built before it is committed. Changes of the crates below it are reported only: they are
// frequent, and most of them change no answer of the modules.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

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
  const then = JSON.parse(readFileSync(place, "utf8"));
  if (then.shim !== now.shim) {
    console.error("the WebAssembly modules were built from another bindings/wasm: run `cargo xtask wasm`");
    process.exit(1);
  }
  if (then.crates !== now.crates) console.error("note: the crates have changed since the WebAssembly modules were built (`cargo xtask wasm`)");
} else {
  writeFileSync(place, `${JSON.stringify(now, null, 2)}\n`);
}
