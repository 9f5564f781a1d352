import { Record } from "./record.js";
/**
 * A file: its bytes, or its text. A text is read as it is, whatever its `CA` names; `check`, `fix`, `formatOf` and
 * `convert` take it as its bytes in UTF-8.
 */
export type Source = Uint8Array | ArrayBuffer | string;
/** Reads records. Modules beyond the first are loaded once they are needed. */
export declare class Reader {
    private readonly core;
    protected constructor();
    /**
     * Reads a file in any encoding. A file that is certainly UTF-8, by its `CA` or its characters, or a game in GB 2312
     * that says so, needs the core module only. Any other file loads the full module first, and so do Backgammon, chess
     * and Octi, whose boards are pictures.
     */
    read(source: Source): Promise<Record>;
    private readAtOnce;
    /**
     * Reads a record that can be changed, drawn as SVG, and written byte for byte as it was, in its own encodings. Loads
     * the full module first. A file of another format becomes SGF in UTF-8.
     */
    readForEditing(source: Source): Promise<Record>;
    /** Reads a file of any format that Kifu knows. A file of another format becomes SGF in UTF-8. */
    readAny(source: Source): Promise<Record>;
    /** A file in SGF: itself, or what it becomes. */
    private asSgf;
    private fromText;
    /** What reads a long file in parts; without its script a file is read at once. */
    private parts;
    /** The module that shows the games of a text. The full module draws boards of Backgammon, chess and Octi as SVG. */
    private reader;
    private more;
}
