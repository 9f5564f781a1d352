import { decode } from "./decode.js";
import type { Glue, GlueRecord, Loaders } from "./glue.js";
import { Record } from "./record.js";

/**
 * A file: its bytes, or its text. A text is read as it is, whatever its `CA` names; `check`, `fix`, `formatOf` and
 * `convert` take it as its bytes in UTF-8.
 */
export type Source = Uint8Array | ArrayBuffer | string;

/** Characters of a text that is read in parts, if the build can: reading all of it at once would be felt. */
const LONG = 1_000_000;

/**
 * Lets the page do what waits.
 * @internal
 */
export const pause = (): Promise<void> => {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((done) => setTimeout(done));
};

/** Reads records. Modules beyond the first are loaded once they are needed. */
export class Reader {
  private readonly core: Glue;
  /** @internal */
  protected readonly loaders: Loaders;

  /** @internal */
  static make(core: Glue, loaders: Loaders): Reader {
    return new Reader(core, loaders);
  }

  // The types of the package have this signature alone: those of the modules are not part of them.
  protected constructor();
  /** @internal */
  protected constructor(core: Glue, loaders: Loaders);
  protected constructor(core?: Glue, loaders?: Loaders) {
    this.core = core!;
    this.loaders = loaders!;
  }

  /**
   * Reads a file in any encoding. A file that is certainly UTF-8, by its `CA` or its characters, or a game in GB 2312
   * that says so, needs the core module only. Any other file loads the full module first, and so do Backgammon, chess
   * and Octi, whose boards are pictures.
   */
  async read(source: Source): Promise<Record> {
    if (typeof source === "string") return Record.make(await this.fromText(source), source);
    const bytes = asBytes(source);
    if (this.core.Record.fromBytes) return this.readAtOnce(bytes);
    const parts = bytes.length > LONG ? await this.parts() : undefined;
    // The full module makes a record that can be changed, and keeps its bytes.
    const isForCore = async (text: string) => (await this.reader(text)) === this.core;
    const kit = { pause, isForCore };
    const known = await decode(bytes, parts && ((part, label) => parts.decodeInParts(part, label, kit)));
    if (known) return (await isForCore(known.text)) ? Record.make(await this.fromText(known.text), bytes, known.charset) : this.readAtOnce(bytes);
    const likely = await parts?.likely(bytes, kit);
    if (likely) {
      const glue = await this.fromText(likely.text);
      // After the task that shows the first game.
      const holds = pause().then(likely.holds);
      return Record.make(glue, bytes, likely.charset, async () => ((await holds) ? undefined : this.readAtOnce(bytes)));
    }
    return this.readAtOnce(bytes);
  }

  private async readAtOnce(bytes: Uint8Array): Promise<Record> {
    const full = await this.more();
    if (full) return Record.make(readWith(full, bytes), bytes);
    const best = this.loaders.guess!(bytes);
    return Record.make(this.core.Record.fromText(best.text), bytes, best.charset);
  }

  /**
   * Reads a record that can be changed, drawn as SVG, and written byte for byte as it was, in its own encodings. Loads
   * the full module first. A file of another format becomes SGF in UTF-8.
   */
  async readForEditing(source: Source): Promise<Record> {
    const sgf = typeof source === "string" ? source : await this.asSgf(asBytes(source));
    const full = await this.more();
    return full ? Record.make(readWith(full, sgf), sgf) : this.read(sgf);
  }

  /** Reads a file of any format that Kifu knows. A file of another format becomes SGF in UTF-8. */
  async readAny(source: Source): Promise<Record> {
    return this.read(typeof source === "string" ? source : await this.asSgf(asBytes(source)));
  }

  /** A file in SGF: itself, or what it becomes. */
  private async asSgf(bytes: Uint8Array): Promise<Uint8Array | string> {
    if (!this.loaders.convert || beginsAsSgf(bytes)) return bytes;
    const convert = await this.loaders.convert();
    const format = convert.formatOf(bytes);
    return format === "sgf" ? bytes : convert.toSgf(bytes, format);
  }

  private async fromText(text: string): Promise<GlueRecord> {
    const glue = await this.reader(text);
    const parts = glue === this.core && text.length > LONG && (await this.parts());
    return parts ? parts.readInParts(glue, text, pause) : readWith(glue, text);
  }

  /** What reads a long file in parts; without its script a file is read at once. */
  private async parts() {
    return this.loaders.parts?.().catch(() => undefined);
  }

  /** The module that shows the games of a text. The full module draws boards of Backgammon, chess and Octi as SVG. */
  private async reader(text: string): Promise<Glue> {
    if ("set" in this.core.Record.prototype || !/GM\s*\[\s*0*(3|6|19)\s*\]/.test(text)) return this.core;
    return (await this.more()) ?? this.core;
  }

  private async more(): Promise<Glue | undefined> {
    return this.core.Record.fromBytes ? this.core : this.loaders.full?.();
  }
}

/**
 * The bytes of a source; anything else is the mistake of a program that no type check saw.
 * @internal
 */
export function asBytes(source: Source): Uint8Array {
  if (typeof source === "string") return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return source;
  // An `ArrayBuffer` of another frame or thread is none of this one's class.
  if (Object.prototype.toString.call(source) === "[object ArrayBuffer]") return new Uint8Array(source);
  throw new TypeError(`\`source\` is ${source}: must be a Uint8Array, an ArrayBuffer or a string`);
}

/** Reads a source with a module. A text is decoded already. */
function readWith({ Record }: Glue, source: Uint8Array | string): GlueRecord {
  return typeof source === "string" ? Record.fromText(source) : Record.fromBytes!(source, "");
}

/** Whether the first character of a file is the parenthesis that begins a game of SGF. */
function beginsAsSgf(bytes: Uint8Array): boolean {
  // Blanks, halves of characters in UTF-16, and byte order marks.
  return bytes.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte)) === 0x28;
}
