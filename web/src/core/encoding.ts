/** The worker that names the encoding of a long file, which takes a second. */
import * as full from "../../wasm/full.js";
import { condense, type Condensed } from "./condense.js";
import { strict } from "./decode.js";
import type { Glue, GlueEditor } from "./glue.js";
import { instantiate, once } from "./load.js";

/** A file, to name the encoding of its first games; then `all`, to name that of all of them. */
export type Question = Uint8Array | "all";

/** The only encoding of the games; `undefined` if no single one reads them. */
export type Answer = string | undefined;

/** Bytes of the first games, without most of their moves. */
const SAMPLE = 50_000;

let file: { bytes: Uint8Array; condensed: Condensed };

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  const answer = data === "all" ? ofAll() : ofFirst(data);
  // The page waits for an answer, whatever happens.
  answer.catch(() => undefined).then((label: Answer) => postMessage(label));
});

async function ofFirst(bytes: Uint8Array): Promise<Answer> {
  file = { bytes, condensed: condense(bytes) };
  return labelOf(await read(file.condensed.games.subarray(0, SAMPLE)));
}

async function ofAll(): Promise<Answer> {
  const { bytes, condensed } = file;
  const short = await read(condensed.padded);
  // What breaks the grammar may hide where games end, so that nothing may be left out.
  const isWhole = short.problems() !== "[]";
  const record = isWhole ? await read(bytes) : short;
  const label = labelOf(record);
  const decoded = label === undefined ? undefined : strict(isWhole ? bytes : condensed.games, label);
  const { Record } = await module();
  return decoded && reads(record, Record.fromText(decoded.text) as GlueEditor) ? label : undefined;
}

const module = once(() => instantiate(full as unknown as Glue, new URL("full_bg.wasm", import.meta.url)));

/** Reads a file as the full module does, game by game. */
async function read(bytes: Uint8Array): Promise<GlueEditor> {
  return (await module()).Record.fromBytes!(bytes, "") as GlueEditor;
}

/** The only encoding of a record, aside from UTF-8, in which games of ASCII are. */
function labelOf(record: GlueEditor): Answer {
  const labels = record.charsets!().filter((label) => label !== "UTF-8");
  return labels.length === 1 ? labels[0] : undefined;
}

/** Whether a record begins with the games of another one. */
function reads(record: GlueEditor, other: GlueEditor): boolean {
  for (let game = 0; game < other.games; game++) if (record.gameText(game) !== other.gameText(game)) return false;
  return record.games >= other.games;
}
