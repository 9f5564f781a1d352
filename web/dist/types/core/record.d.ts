import { Game } from "./game.js";
/** One line of a list of games. Absent values are empty. */
export interface Title {
    black: string;
    white: string;
    blackRank: string;
    whiteRank: string;
    name: string;
    event: string;
    date: string;
    result: string;
    /** How many nodes the game has. */
    nodes: number;
}
/** Where a file breaks the grammar of SGF. */
export interface Problem {
    /** The code of the rule, such as `P103`; it never changes its meaning. */
    code: string;
    message: string;
    /**
     * The first byte that it is about: of the file, or of its text in UTF-8 if the core module read it, which has no other
     * encoding; {@link Record.isEditable | Editable} records count in the file.
     */
    start: number;
    /** The byte after the last one. */
    end: number;
}
/**
 * A file of game records. Reading never fails: a broken file is read as well as it can be, and
 * {@link Record.problems} reports what was wrong.
 */
export declare class Record {
    private open;
    /** The bytes that were read, for those who want to read them again. */
    readonly source: Uint8Array | string;
    private readonly charset;
    private readonly cache;
    private steps;
    private undone;
    private constructor();
    /** How many games the file has. */
    get length(): number;
    /** How many nodes all games have together. */
    get nodeCount(): number;
    /** A game, counted from 0. It stays valid until the record is changed. */
    game(index?: number): Game;
    /** Lines of the list of games, from `first` to before `end`. */
    titles(first?: number, end?: number): Title[];
    /** What breaks the grammar, in the order of the file. */
    problems(): Problem[];
    /** The encodings of the file, in order of appearance. */
    charsets(): string[];
    /**
     * The file with everything that was not changed as it was, byte for byte, in its own encodings, also if `CA` names
     * another one. A record that was read from a text is written in the encodings that `CA` names, or in UTF-8 with
     * `CA[UTF-8]` if one of them lacks a character.
     * @throws if a changed game of a file has a character that its encoding lacks, or its bytes would read differently: set
     * `CA` to `UTF-8` first. Also if a text needs an encoding other than UTF-8, and the record is not
     * {@link Record.isEditable | editable}.
     */
    toBytes(): Uint8Array;
    /**
     * The file in UTF-8: `canonical` with a line of its own for long nodes, `compact` without spare bytes. The text as it
     * was read if the record is not {@link Record.isEditable | editable}.
     */
    toString(style?: "canonical" | "compact"): string;
    /** Whether the record can be changed: the core module reads records to show them, the full module to edit them. */
    get isEditable(): boolean;
    /** Sets a property to raw values: what is written between `[` and `]`. An empty list removes it. */
    set(game: number, id: number, identifier: string, values: string[]): void;
    /** Sets several properties of a node in one step of the history. An empty list removes its property. */
    setAll(game: number, id: number, lists: {
        [identifier: string]: string[];
    }): void;
    /**
     * Sets a text property; characters with a meaning are escaped. Further values, which only a broken file has, stay. An
     * empty text removes the property.
     */
    setText(game: number, id: number, identifier: string, text: string): void;
    /** Adds a node with one property, or none if `identifier` and `value` are empty, after the last variation of `parent`; returns its id. */
    addNode(game: number, parent: number, identifier: string, value: string): number;
    /** Removes a node and all nodes after it. The root cannot be removed. */
    removeNode(game: number, id: number): void;
    /** Moves a variation one place toward the main line. */
    promote(game: number, id: number): void;
    /** Makes the line through a node the main line. */
    makeMainLine(game: number, id: number): void;
    /** Whether there is a change to undo. */
    get canUndo(): boolean;
    /** Whether there is a change to redo. */
    get canRedo(): boolean;
    /**
     * Takes back the last change; returns whether there was one. Up to 200 properties and nodes are kept: fewer changes
     * where {@link Record.setAll} set several at once.
     */
    undo(): boolean;
    /** Repeats the change that was taken back last; returns whether there was one. */
    redo(): boolean;
    /** Releases the memory of the record. Do not use it afterward. */
    free(): void;
    private setOne;
    /** The editor of a node, if its numbers can be those of one. */
    private at;
    /** Moves one step of the history from one list to the other. */
    private travel;
    private get editor();
    private change;
    private changed;
    private forget;
}
