import { Record } from "./record.js";
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
    /** What the format cannot hold, one sentence each. */
    losses: string[];
}
/** Reads, checks, repairs and converts records. Modules beyond the first are loaded once they are needed. */
export declare class Kifu {
    private readonly core;
    private readonly loaders;
    /**
     * Reads a file in any encoding. A file in UTF-8, or in the one encoding that its `CA` names, needs the core module
     * only; any other loads the full module first, and so do Backgammon, chess and Octi, whose boards are pictures.
     */
    read(source: Uint8Array | ArrayBuffer | string): Promise<Record>;
    /**
     * Reads a record that can be changed, drawn as SVG, and written byte for byte as it was, in its own encodings. Loads
     * the full module first. A file of another format becomes SGF in UTF-8.
     */
    readForEditing(source: Uint8Array | ArrayBuffer | string): Promise<Record>;
    /** Reports what is wrong in a file. `strict` reports what most programs accept, too. */
    check(bytes: Uint8Array, options?: {
        strict?: boolean;
    }): Promise<Diagnostic[]>;
    /** Repairs a file: by safe fixes only, unless `risky` is set. */
    fix(bytes: Uint8Array, options?: {
        risky?: boolean;
    }): Promise<Uint8Array>;
    /** The name of the format that bytes are in, such as `gib` or `ngf`; `sgf` if no other format knows them. */
    formatOf(bytes: Uint8Array): Promise<string>;
    /** Reads a file of any format that Kifu knows. A file of another format becomes SGF in UTF-8. */
    readAny(source: Uint8Array | ArrayBuffer | string): Promise<Record>;
    /**
     * Writes all games of a record in another format.
     * @throws if the format cannot hold them.
     */
    convert(source: Uint8Array | string, format: string): Promise<Written>;
    /** A file in SGF: itself, or what it becomes. */
    private asSgf;
    /** The module that shows the games of a text. The full module draws boards of Backgammon, chess and Octi as SVG. */
    private reader;
    private more;
}
