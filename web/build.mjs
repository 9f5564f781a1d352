// Builds `dist/` from `src/` and `wasm/`; with `--check` it writes nothing and fails if `dist/` differs.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const at = (path) => new URL(path, import.meta.url).pathname;

/** The module for the inline build: compressed, in base64. */
const core = {
  name: "kifu-core",
  setup(builder) {
    builder.onResolve({ filter: /^kifu:core$/ }, ({ path }) => ({ path, namespace: "kifu-core" }));
    builder.onLoad({ filter: /.*/, namespace: "kifu-core" }, async () => {
      const packed = gzipSync(await readFile(at("wasm/core_bg.wasm")), { level: 9 });
      // The tenth byte names the operating system; the same input gives the same bytes everywhere.
      packed[9] = 255;
      return { contents: `export default "${packed.toString("base64")}"`, loader: "js" };
    });
  },
};

const common = {
  absWorkingDir: at("."),
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  outdir: "dist",
  write: false,
};
const modules = await build({
  ...common,
  entryPoints: { "kifu-player": "src/index.ts", core: "src/core/index.ts", full: "src/full.ts" },
  format: "esm",
  splitting: true,
  chunkNames: "shared-[hash]",
  sourcemap: true,
});
const inline = await build({
  ...common,
  entryPoints: { "kifu-player-inline": "src/inline.ts" },
  format: "iife",
  plugins: [core],
});
const made = new Map();
for (const { path, contents } of [...modules.outputFiles, ...inline.outputFiles]) made.set(path, contents);
for (const name of ["core_bg.wasm", "full_bg.wasm"]) made.set(at(`dist/${name}`), await readFile(at(`wasm/${name}`)));

const dist = at("dist");
if (process.argv.includes("--check")) {
  const there = (await readdir(dist)).filter((name) => name !== "types");
  const names = [...made.keys()].map((path) => path.slice(dist.length + 1));
  const differing = [...new Set([...there, ...names])].filter((name) => !there.includes(name) || !names.includes(name));
  for (const [path, contents] of made) {
    const name = path.slice(dist.length + 1);
    if (there.includes(name) && !(await readFile(path)).equals(contents)) differing.push(name);
  }
  if (differing.length > 0) {
    console.error(`dist differs from its sources (${differing.join(", ")}): run \`npm run build\``);
    process.exit(1);
  }
} else {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const [path, contents] of made) await writeFile(path, contents);
}
