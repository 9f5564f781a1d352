import { checkIdentifier, checkIndex, checkText } from "./arguments.js";
import { Game } from "./game.js";
import type { GlueEditor, GlueRecord } from "./glue.js";

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

/** A step of the history: how many changes of the module it is, and where. */
interface Step {
  count: number;
  game: number;
  id: number;
}

/**
 * A file of game records. Reading never fails: a broken file is read as well as it can be, and
 * {@link Record.problems} reports what was wrong.
 */
export class Record {
  private readonly cache = new Map<number, Game>();
  private steps: Step[] = [];
  private undone: Step[] = [];
  /**
   * The last step of the history in the file that was saved.
   * @internal
   */
  saved?: object;

  /** @internal */
  static make(open: GlueRecord, source: Uint8Array | string, charset?: string, better?: () => Promise<Record | undefined>): Record {
    return new Record(open, source, charset, better);
  }

  private constructor(
    private open: GlueRecord | undefined,
    /** The bytes that were read, for those who want to read them again. */
    readonly source: Uint8Array | string,
    private readonly charset = "UTF-8",
    /**
     * Reads the file anew if the encoding in which it was read turns out not to be that of all its games.
     * @internal
     */
    readonly better?: () => Promise<Record | undefined>,
  ) {}

  /** @internal */
  get glue(): GlueRecord {
    if (!this.open) throw new Error("this record was released by `free`");
    return this.open;
  }

  /** How many games the file has. */
  get length(): number {
    return this.glue.games;
  }

  /** How many nodes all games have together. */
  get nodeCount(): number {
    return this.glue.nodeCount;
  }

  /** A game, counted from 0. It stays valid until the record is changed. */
  game(index = 0): Game {
    let game = this.cache.get(index);
    if (!game) {
      checkIndex("game", index, this.length);
      game = Game.make(this, index);
      this.cache.set(index, game);
    }
    return game;
  }

  /** Lines of the list of games, from `first` to before `end`. */
  titles(first = 0, end = this.length): Title[] {
    checkIndex("first", first, 2 ** 32);
    checkIndex("end", end, 2 ** 32);
    return JSON.parse(this.glue.titles(first, end));
  }

  /** What breaks the grammar, in the order of the file. */
  problems(): Problem[] {
    return JSON.parse(this.glue.problems());
  }

  /** The encodings of the file, in order of appearance. */
  charsets(): string[] {
    return this.glue.charsets?.() ?? [this.charset];
  }

  /**
   * The file with everything that was not changed as it was, byte for byte, in its own encodings, also if `CA` names
   * another one. A record that was read from a text is written in the encodings that `CA` names, or in UTF-8 with
   * `CA[UTF-8]` if one of them lacks a character.
   * @throws if a changed game of a file has a character that its encoding lacks, or its bytes would read differently: set
   * `CA` to `UTF-8` first. Also if a text needs an encoding other than UTF-8, and the record is not
   * {@link Record.isEditable | editable}.
   */
  toBytes(): Uint8Array {
    if (this.glue.toBytes) return this.glue.toBytes();
    if (!this.isEditable && typeof this.source !== "string") return this.source;
    const text = this.toString();
    const bytes = new TextEncoder().encode(text);
    // ASCII is the same in all encodings.
    if (!this.isEditable && bytes.length > text.length && this.isForeign(text)) throw new Error("`CA` is not UTF-8: use `Kifu.readForEditing`");
    return bytes;
  }

  /**
   * Whether a text has a `CA` that names another encoding than UTF-8.
   * @internal
   */
  isForeign(text: string): boolean {
    return /CA\s*\[\s*(?!utf-?8\s*])[^\s\]]/i.test(text);
  }

  /**
   * The file in UTF-8: `canonical` with a line of its own for long nodes, `compact` without spare bytes. The text as it
   * was read if the record is not {@link Record.isEditable | editable}.
   */
  toString(style: "canonical" | "compact" = "canonical"): string {
    checkText("style", style);
    if (this.isEditable) return this.editor.toText(style);
    return typeof this.source === "string" ? this.source : new TextDecoder(this.charset).decode(this.source);
  }

  /** Whether the record can be changed: the core module reads records to show them, the full module to edit them. */
  get isEditable(): boolean {
    return "set" in this.glue;
  }

  /** Sets a property to raw values: what is written between `[` and `]`. An empty list removes it. */
  set(game: number, id: number, identifier: string, values: string[]): void {
    this.change(game, id, () => this.setOne(game, id, identifier, values));
  }

  /** Sets several properties of a node in one step of the history. An empty list removes its property. */
  setAll(game: number, id: number, lists: { [identifier: string]: string[] }): void {
    if (typeof lists !== "object" || lists === null) throw new TypeError(`\`lists\` is ${lists}: must be an object`);
    const entries = Object.entries(lists);
    let done = 0;
    try {
      for (const [identifier, values] of entries) {
        this.setOne(game, id, identifier, values);
        done++;
      }
    } catch (error) {
      // The module has nothing else to redo now.
      if (done > 0) this.undone = [];
      for (; done > 0; done--) this.editor.undo();
      this.forget();
      throw error;
    }
    if (done > 0) this.changed(done, game, id);
  }

  /**
   * Sets a text property; characters with a meaning are escaped. Further values, which only a broken file has, stay. An
   * empty text removes the property.
   */
  setText(game: number, id: number, identifier: string, text: string): void {
    checkIdentifier(identifier);
    checkText("text", text);
    this.change(game, id, () => this.at(game, id).setText(game, id, identifier, text));
  }

  /** Adds a node with one property, or none if `identifier` and `value` are empty, after the last variation of `parent`; returns its id. */
  addNode(game: number, parent: number, identifier: string, value: string): number {
    checkText("identifier", identifier);
    if (identifier !== "") checkIdentifier(identifier);
    checkText("value", value);
    if (identifier === "" && value !== "") throw new RangeError(`\`value\` is ${value}: must be empty without an identifier`);
    const id = this.at(game, parent).addNode(game, parent, identifier, value);
    this.changed(1, game, id);
    return id;
  }

  /** Removes a node and all nodes after it. The root cannot be removed. */
  removeNode(game: number, id: number): void {
    this.change(game, id, () => this.at(game, id).removeNode(game, id));
  }

  /** Moves a variation one place toward the main line. */
  promote(game: number, id: number): void {
    this.change(game, id, () => this.at(game, id).promote(game, id));
  }

  /** Makes the line through a node the main line. */
  makeMainLine(game: number, id: number): void {
    this.change(game, id, () => this.at(game, id).makeMainLine(game, id));
  }

  /** Whether there is a change to undo. */
  get canUndo(): boolean {
    return this.steps.length > 0 && this.editor.canUndo;
  }

  /** Whether there is a change to redo. */
  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /**
   * Takes back the last change; returns whether there was one. Up to 200 properties and nodes are kept: fewer changes
   * where {@link Record.setAll} set several at once.
   */
  undo(): boolean {
    return this.travel(this.steps, this.undone, () => this.editor.undo());
  }

  /** Repeats the change that was taken back last; returns whether there was one. */
  redo(): boolean {
    return this.travel(this.undone, this.steps, () => this.editor.redo());
  }

  /**
   * Where the next step of the history changes something.
   * @internal
   */
  next(way: "undo" | "redo"): { game: number; id: number } | undefined {
    return (way === "undo" ? this.steps : this.undone).at(-1);
  }

  /** Releases the memory of the record. Do not use it afterward. */
  free(): void {
    this.forget();
    this.open?.free();
    this.open = undefined;
  }

  private setOne(game: number, id: number, identifier: string, values: string[]): void {
    checkIdentifier(identifier);
    if (!Array.isArray(values)) throw new TypeError("`values` must be an array of strings");
    for (const value of values) checkText("values", value);
    this.at(game, id).set(game, id, identifier, values);
  }

  /** The editor of a node, if its numbers can be those of one. */
  private at(game: number, id: number): GlueEditor {
    checkIndex("game", game, this.length);
    checkIndex("id", id, 2 ** 32);
    return this.editor;
  }

  /** Moves one step of the history from one list to the other. */
  private travel(from: Step[], to: Step[], once: () => boolean): boolean {
    const step = from.pop();
    if (!step) return false;
    let done = 0;
    while (done < step.count && once()) done++;
    this.forget();
    if (done === 0) {
      // The history of the module is shorter: it ends here.
      from.length = 0;
      return false;
    }
    step.count = done;
    to.push(step);
    return true;
  }

  private get editor(): GlueEditor {
    if (!this.isEditable) throw new Error("this record was read to be shown; read it with `Kifu.readForEditing`");
    return this.glue as GlueEditor;
  }

  private change(game: number, id: number, work: () => void): void {
    work();
    this.changed(1, game, id);
  }

  private changed(count: number, game: number, id: number): void {
    this.steps.push({ count, game, id });
    this.undone = [];
    this.forget();
  }

  private forget(): void {
    for (const game of this.cache.values()) game.release();
    this.cache.clear();
  }
}
