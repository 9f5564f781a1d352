import { Reader, type Source } from "./reader.js";
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
export declare class Kifu extends Reader {
    /** Reports what is wrong in a file. `strict` reports what most programs accept, too. */
    check(source: Source, options?: {
        strict?: boolean;
    }): Promise<Diagnostic[]>;
    /** Repairs a file: by safe fixes only, unless `risky` is set. */
    fix(source: Source, options?: {
        risky?: boolean;
    }): Promise<Uint8Array>;
    /** The name of the format that a file is in, such as `gib` or `ngf`; `sgf` if it is in no other format. */
    formatOf(source: Source): Promise<string>;
    /**
     * Writes all games of a record in another format than SGF, which `Record.toBytes` writes.
     * @throws if the format is unknown, is only read, or cannot hold the games; the message names the formats that are written.
     */
    convert(source: Source, format: string): Promise<Written>;
}
