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

/** The parenthesis that begins a game or a variation: no byte of another character. */
const OPEN = 0x28;

let file: { bytes: Uint8Array; condensed: Condensed };

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  const answer = data === "all" ? ofAll() : ofFirst(data);
  // The page waits for an answer, whatever happens.
  answer.catch(() => undefined).then((label: Answer) => postMessage(label));
});

async function ofFirst(bytes: Uint8Array): Promise<Answer> {
  file = { bytes, condensed: condense(bytes) };
  const { games } = file.condensed;
  const sample = games.subarray(0, games.length > SAMPLE ? games.lastIndexOf(OPEN, SAMPLE) : SAMPLE);
  // ASCII is no evidence.
  return sample.some((byte) => byte > 0x7f) ? labelOf(await read(sample), sample) : undefined;
}

async function ofAll(): Promise<Answer> {
  const { bytes, condensed } = file;
  const short = await read(condensed.padded);
  // What breaks the grammar may hide where games end, so that nothing may be left out.
  const isWhole = short.problems() !== "[]";
  return isWhole ? labelOf(await read(bytes), bytes) : labelOf(short, condensed.games);
}

const module = once(() => instantiate(full as unknown as Glue, "full_bg.wasm", () => new URL("full_bg.wasm", import.meta.url)));

/** Reads a file as the full module does, game by game. */
async function read(bytes: Uint8Array): Promise<GlueEditor> {
  return (await module()).Record.fromBytes!(bytes, "") as GlueEditor;
}

/** The encoding in which all bytes of a record read as the record does. */
async function labelOf(record: GlueEditor, bytes: Uint8Array): Promise<Answer> {
  const { Record } = await module();
  // Games of ASCII are in the encoding that `CA` names, or in UTF-8.
  const labels = record.charsets!();
  if (labels.length > 2) return undefined;
  return labels.find((label) => {
    const decoded = strict(bytes, label);
    return decoded && reads(record, Record.fromText(decoded.text) as GlueEditor);
  });
}

/** Whether a record begins with the games of another one. */
function reads(record: GlueEditor, other: GlueEditor): boolean {
  for (let game = 0; game < other.games; game++) if (record.gameText(game) !== other.gameText(game)) return false;
  return record.games >= other.games;
}
