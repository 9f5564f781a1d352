/** A file, to name the encoding of its first games; then `all`, to name that of all of them. */
export type Question = Uint8Array | "all";
/** The only encoding of the games; `undefined` if no single one reads them. */
export type Answer = string | undefined;
