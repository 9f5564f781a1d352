import { checkText } from "./arguments.js";
import type { Glue, Loaders } from "./glue.js";
import { asBytes, Reader, type Source } from "./reader.js";

/** A text of a file, and what to write in its place. Offsets are bytes of the file. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A repair. */
export interface Fix {
  title: string;
  /** Whether only one reading of the file is possible, so that nothing is lost by it. */
  safe: boolean;
  edits: Edit[];
}

/** What is wrong in a file, where, and how to repair it. */
export interface Diagnostic {
  /** The code of the rule, such as `V205`; it never changes its meaning. */
  code: string;
  severity: "error" | "warning" | "hint";
  message: string;
  /** Why it matters; may be empty. */
  why: string;
  start: number;
  end: number;
  fix: Fix | null;
}

/** A file in another format than SGF. */
export interface Written {
  bytes: Uint8Array;
  /** What the format cannot hold, with its number: "1 `C`" for a comment, "2 variations". */
  losses: string[];
}

/** Reads, checks, repairs and converts records. Modules beyond the first are loaded once they are needed. */
export class Kifu extends Reader {
  /** @internal */
  static override make(core: Glue, loaders: Loaders): Kifu {
    return new Kifu(core, loaders);
  }

  /** Reports what is wrong in a file. `strict` reports what most programs accept, too. */
  async check(source: Source, options: { strict?: boolean } = {}): Promise<Diagnostic[]> {
    const bytes = asBytes(source);
    return JSON.parse((await need(this.loaders.check)).check(bytes, options?.strict ?? false));
  }

  /** Repairs a file: by safe fixes only, unless `risky` is set. */
  async fix(source: Source, options: { risky?: boolean } = {}): Promise<Uint8Array> {
    const bytes = asBytes(source);
    return (await need(this.loaders.check)).fix(bytes, options?.risky ?? false);
  }

  /** The name of the format that a file is in, such as `gib` or `ngf`; `sgf` if it is in no other format. */
  async formatOf(source: Source): Promise<string> {
    const bytes = asBytes(source);
    return (await need(this.loaders.convert)).formatOf(bytes);
  }

  /**
   * Writes all games of a record in another format than SGF, which `Record.toBytes` writes.
   * @throws if the format is unknown, is only read, or cannot hold the games; the message names the formats that are written.
   */
  async convert(source: Source, format: string): Promise<Written> {
    const bytes = asBytes(source);
    checkText("format", format);
    const convert = await need(this.loaders.convert);
    const made = convert.fromSgf(bytes, format);
    const written = { bytes: made.bytes, losses: made.losses };
    made.free();
    return written;
  }
}

function need<T>(load: (() => Promise<T>) | undefined): Promise<T> {
  if (!load) throw new Error("this function is not part of this build");
  return load();
}
