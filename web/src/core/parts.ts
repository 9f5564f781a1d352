import type { Decoded } from "./decode.js";
import type { Answer, Question } from "./encoding.js";
import type { Glue, GlueRecord } from "./glue.js";

/** Characters of a part: reading them takes a few milliseconds. */
const PART = 400_000;

/** Bytes that are decoded in one turn of the page. */
const BYTES = 1_000_000;

/** Milliseconds of work after which the page has its turn. */
const TURN = 15;

const OPEN = 0x28;
const CLOSE = 0x29;

/**
 * Where the first part of a text from `begin` ends: after a game that another one follows. The length of the text if
 * there is no such place.
 */
function endOfPart(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN) depth++;
    else if (code === CLOSE && --depth <= 0 && at - begin > PART && beginsGame(text, at + 1)) return at + 1;
    // The end of a value; a backslash takes the meaning of what comes after it.
    else if (code === 0x5b) for (at++; at < text.length && text.charCodeAt(at) !== 0x5d; at++) if (text.charCodeAt(at) === 0x5c) at++;
  }
  return text.length;
}

/** Whether only blanks precede the next game. */
function beginsGame(text: string, at: number): boolean {
  while (text.charCodeAt(at) <= 0x20) at++;
  if (text.charCodeAt(at++) !== OPEN) return false;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] === ";";
}

/**
 * Reads a long text to show it, in parts with turns of the page between them. Only where the parts break no rule of the
 * grammar is it certain that they end where games end; any other text is read at once.
 */
export async function readInParts(glue: Glue, text: string, pause: () => Promise<void>): Promise<GlueRecord> {
  const parts: GlueRecord[] = [];
  await pause();
  let turn = performance.now();
  for (let begin = 0; begin < text.length; ) {
    const end = endOfPart(text, begin);
    let part: GlueRecord;
    try {
      part = glue.Record.fromText(text.slice(begin, end));
    } catch (error) {
      for (const part of parts) part.free();
      throw error;
    }
    parts.push(part);
    if (end - begin < text.length && part.problems() !== "[]") {
      for (const part of parts) part.free();
      await pause();
      return glue.Record.fromText(text);
    }
    begin = end;
    if (performance.now() - turn < TURN) continue;
    await pause();
    turn = performance.now();
  }
  return parts.length === 1 ? parts[0] : new Parts(parts);
}

/** What this script takes from the player: what it imported itself would become a script of its own. */
interface Kit {
  pause(): Promise<void>;
  /** Whether the core module reads a text. */
  isForCore(text: string): Promise<boolean>;
}

/** Decodes a long file with turns of the page; `undefined` if its bytes are not valid in the encoding. */
export async function decodeInParts(bytes: Uint8Array, charset: string, { pause }: Kit): Promise<Decoded | undefined> {
  let text = "";
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    for (let at = 0; at < bytes.length; at += BYTES) {
      text += decoder.decode(bytes.subarray(at, at + BYTES), { stream: true });
      await pause();
    }
    return { text: text + decoder.decode(), charset };
  } catch {
    return undefined;
  }
}

/** A file in the encoding of its first games. */
interface Likely extends Decoded {
  /** Finds out whether all games of the file are in it. */
  holds(): Promise<boolean>;
}

/**
 * Decodes a long file whose encoding is not certain; a worker weighs it. `undefined` if there can be no worker, or if no
 * single encoding reads the file.
 */
export async function likely(bytes: Uint8Array, kit: Kit): Promise<Likely | undefined> {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./encoding.js", import.meta.url), { type: "module" });
  } catch {
    // A script of another origin makes no worker.
    return undefined;
  }
  const failure = new Promise<Answer>((done) => (worker.onerror = () => done(undefined)));
  const ask = async (question: Question) => {
    worker.postMessage(question);
    return Promise.race([failure, new Promise<Answer>((done) => (worker.onmessage = ({ data }: MessageEvent<Answer>) => done(data)))]);
  };
  // A copy of the file may need too much memory.
  const ofFirst = await ask(bytes).catch(() => undefined);
  const label = ofFirst ?? (await ask("all"));
  const decoded = label === undefined ? undefined : await decodeInParts(bytes, label, kit);
  const isTaken = decoded && (await kit.isForCore(decoded.text));
  if (!isTaken || !ofFirst) worker.terminate();
  if (!isTaken) return undefined;
  const holds = async () => {
    const ofAll = ofFirst && (await ask("all"));
    worker.terminate();
    return ofAll === ofFirst;
  };
  return { ...decoded, holds };
}

/** One record whose games are those of several. The identifiers of nodes are those of the parts. */
class Parts implements GlueRecord {
  readonly games: number;
  readonly nodeCount: number;
  /** The number of the first game of each part. */
  private readonly firsts: number[] = [];

  constructor(private readonly parts: GlueRecord[]) {
    let [games, nodes] = [0, 0];
    for (const part of parts) {
      this.firsts.push(games);
      games += part.games;
      nodes += part.nodeCount;
    }
    this.games = games;
    this.nodeCount = nodes;
  }

  free(): void {
    for (const part of this.parts) part.free();
  }

  problems(): string {
    return "[]";
  }

  titles(first: number, end: number): string {
    const { parts, firsts } = this;
    const lists = parts.flatMap((part, at) => {
      const [from, to] = [Math.max(0, first - firsts[at]), Math.min(part.games, end - firsts[at])];
      return from < to ? [part.titles(from, to).slice(1, -1)] : [];
    });
    return `[${lists.join()}]`;
  }

  nodes(game: number) {
    return this.of(game, (part, at) => part.nodes(at));
  }

  positions(game: number) {
    return this.of(game, (part, at) => part.positions(at));
  }

  text(game: number, node: number, identifier: string) {
    return this.of(game, (part, at) => part.text(at, node, identifier));
  }

  properties(game: number, node: number) {
    return this.of(game, (part, at) => part.properties(at, node));
  }

  info(game: number, node: number) {
    return this.of(game, (part, at) => part.info(at, node));
  }

  find(game: number, needle: string) {
    return this.of(game, (part, at) => part.find(at, needle));
  }

  cursor(game: number) {
    return this.of(game, (part, at) => part.cursor(at));
  }

  /** Asks the part that has a game. */
  private of<T>(game: number, ask: (part: GlueRecord, at: number) => T): T {
    const at = this.firsts.findLastIndex((first) => first <= game);
    return ask(this.parts[at], game - this.firsts[at]);
  }
}
