// `kifu serve` for tests.
import { spawn } from "node:child_process";

/** Starts the server of a folder or an index on a free port, and waits until it says its address. */
export async function serving(program, path, options = [], env = process.env) {
  const server = spawn(program, ["serve", path, "--listen", "127.0.0.1:0", ...options], { env });
  const base = await new Promise((done, failed) => {
    let said = "";
    server.stderr.on("data", (data) => {
      said += data;
      const found = /http:\/\/[\d.:]+\//.exec(said);
      if (found) done(found[0].slice(0, -1));
    });
    server.on("exit", () => failed(new Error(said)));
  });
  return { server, base };
}
