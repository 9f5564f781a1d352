// Bundles the extension, and takes the player from the web package.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

await mkdir("dist", { recursive: true });
await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: true,
});
// One file, with the module in it: a web view loads no other.
await copyFile("../../web/dist/kifu-player-inline.js", "dist/player.js");
for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  await copyFile(`../../${license}`, license);
}
