import type { Decoded } from "./decode.js";

/**
 * What a generated module is started with.
 * @internal
 */
export interface Start {
  default(input: { module_or_path: BufferSource | WebAssembly.Module | Response }): Promise<unknown>;
}

/**
 * The modules that read records: `core`, or `full`, which edits and reads any encoding.
 * @internal
 */
export interface Glue extends Start {
  Record: {
    fromText(text: string): GlueRecord;
    fromBytes?(bytes: Uint8Array, charset: string): GlueRecord;
    readonly prototype: GlueRecord | GlueEditor;
  };
}

/** @internal */
export interface CheckGlue extends Start {
  check(bytes: Uint8Array, strict: boolean): string;
  fix(bytes: Uint8Array, risky: boolean): Uint8Array;
}

/** @internal */
export interface ConvertGlue extends Start {
  formatOf(bytes: Uint8Array): string;
  toSgf(bytes: Uint8Array, format: string): string;
  fromSgf(bytes: Uint8Array, format: string): { bytes: Uint8Array; losses: string[]; free(): void };
}

/**
 * Loads the modules that are not there from the start; without one of them, what needs it is not part of the build.
 * @internal
 */
export interface Loaders {
  full?: () => Promise<Glue>;
  check?: () => Promise<CheckGlue>;
  convert?: () => Promise<ConvertGlue>;
  /** Reads a long file in parts. */
  parts?: () => Promise<typeof import("./parts.js")>;
  /** Reads an encoding that is not certain; needed where there is no full module. */
  guess?: (bytes: Uint8Array) => Decoded;
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
