// Builds `dist/` from `src/` and `wasm/`; with `--check` it writes nothing and fails if `dist/` differs.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";

const at = (path) => new URL(path, import.meta.url).pathname;

/** Compressed, with the same bytes on every system: the tenth byte names it. */
function gzip(contents) {
  const packed = gzipSync(contents, { level: 9 });
  packed[9] = 255;
  return packed;
}

/** The module for the inline build: compressed, in base64. */
const page = {
  name: "kifu-page",
  setup(builder) {
    builder.onResolve({ filter: /^kifu:page$/ }, ({ path }) => ({ path, namespace: "kifu-page" }));
    builder.onLoad({ filter: /.*/, namespace: "kifu-page" }, async () => {
      const packed = gzip(await readFile(at("wasm/page_bg.wasm")));
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
const esm = { ...common, format: "esm", splitting: true, chunkNames: "[name]-[hash]", sourcemap: true };
// Apart from the library, so that the player shares no file with it and is there after one request.
const player = await build({ ...esm, entryPoints: { "kifu-player": "src/index.ts" } });
// A worker has no modules of the page.
const worker = await build({ ...common, entryPoints: { encoding: "src/core/encoding.ts" }, format: "esm", sourcemap: true });
const library = await build({ ...esm, entryPoints: { core: "src/core/index.ts", full: "src/full.ts" } });
const inline = await build({
  ...common,
  entryPoints: { "kifu-player-inline": "src/inline.ts" },
  format: "iife",
  plugins: [page],
});
// The pages of `kifu serve`.
const site = await build({ ...common, entryPoints: { site: "src/site/main.ts" }, format: "esm" });
const made = new Map();
for (const { path, contents } of [...player.outputFiles, ...worker.outputFiles, ...library.outputFiles, ...inline.outputFiles]) made.set(path, contents);
for (const name of ["core", "full", "check", "convert"].map((name) => `${name}_bg.wasm`)) made.set(at(`dist/${name}`), await readFile(at(`wasm/${name}`)));

// What the command line carries.
const assets = at("../crates/kifu-web/assets/");
const carried = new Map([
  ["kifu-player-inline.js", made.get(at("dist/kifu-player-inline.js"))],
  ["site.js", site.outputFiles[0].contents],
  ["site.html", await readFile(at("site/site.html"))],
  ["site.css", await readFile(at("site/site.css"))],
  ["core_bg.wasm", made.get(at("dist/core_bg.wasm"))],
  ["full_bg.wasm", made.get(at("dist/full_bg.wasm"))],
  ["convert_bg.wasm", made.get(at("dist/convert_bg.wasm"))],
]);

const dist = at("dist");
if (process.argv.includes("--check")) {
  const there = (await readdir(dist)).filter((name) => name !== "types");
  const names = [...made.keys()].map((path) => path.slice(dist.length + 1));
  const differing = [...new Set([...there, ...names])].filter((name) => !there.includes(name) || !names.includes(name));
  for (const [path, contents] of made) {
    const name = path.slice(dist.length + 1);
    if (there.includes(name) && !(await readFile(path)).equals(contents)) differing.push(name);
  }
  for (const [name, contents] of carried) {
    // Compressors differ in the bytes they write.
    const packed = await readFile(`${assets}${name}.gz`).catch(() => gzipSync(""));
    if (!gunzipSync(packed).equals(contents)) differing.push(`${name}.gz`);
  }
  if (differing.length > 0) {
    console.error(`dist differs from its sources (${differing.join(", ")}): run \`npm run build\``);
    process.exit(1);
  }
} else {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const [path, contents] of made) await writeFile(path, contents);
  await mkdir(assets, { recursive: true });
  for (const [name, contents] of carried) await writeFile(`${assets}${name}.gz`, gzip(contents));
}
