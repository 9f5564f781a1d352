/**
 * What the generated modules export. The core module lacks the members that are optional here.
 * @internal
 */
export interface Glue {
  default(input: { module_or_path: BufferSource | WebAssembly.Module | Response }): Promise<unknown>;
  Record: {
    fromText(text: string): GlueRecord;
    fromBytes?(bytes: Uint8Array, charset: string): GlueRecord;
    readonly prototype: GlueRecord | GlueEditor;
  };
  check?(bytes: Uint8Array, strict: boolean): string;
  fix?(bytes: Uint8Array, risky: boolean): Uint8Array;
  formatOf?(bytes: Uint8Array): string;
  readFormat?(bytes: Uint8Array, format: string): GlueRecord;
  writeFormat?(record: GlueRecord, format: string): { bytes: Uint8Array; losses: string[]; free(): void };
}

/** @internal */
export interface GlueRecord {
  free(): void;
  readonly games: number;
  readonly nodeCount: number;
  problems(): string;
  titles(first: number, end: number): string;
  nodes(game: number): Int32Array;
  positions(game: number): Uint8Array;
  text(game: number, node: number, identifier: string): string | undefined;
  properties(game: number, node: number): string;
  info(game: number, node: number): string;
  find(game: number, needle: string): Uint32Array;
  cursor(game: number): GlueCursor;
  toBytes?(): Uint8Array;
  charsets?(): string[];
}

/**
 * A record of a module that edits and writes.
 * @internal
 */
export interface GlueEditor extends GlueRecord {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  toText(style: string): string;
  gameText(game: number): string;
  set(game: number, node: number, identifier: string, values: string[]): void;
  setText(game: number, node: number, identifier: string, text: string): void;
  addNode(game: number, parent: number, identifier: string, value: string): number;
  removeNode(game: number, node: number): void;
  promote(game: number, node: number): void;
  makeMainLine(game: number, node: number): void;
  undo(): boolean;
  redo(): boolean;
}

/** @internal */
export interface GlueCursor {
  free(): void;
  scene(node: number, numbers: number, hints: number): string;
  svg?(node: number, coordinates: string): string;
}
