import type { Decoded } from "./decode.js";
import type { Glue, GlueRecord } from "./glue.js";
/**
 * Reads a long text to show it, in parts with turns of the page between them. Only where the parts break no rule of the
 * grammar is it certain that they end where games end; any other text is read at once.
 */
export declare function readInParts(glue: Glue, text: string, pause: () => Promise<void>): Promise<GlueRecord>;
/** What this script takes from the player: what it imported itself would become a script of its own. */
interface Kit {
    pause(): Promise<void>;
    /** Whether the core module reads a text. */
    isForCore(text: string): Promise<boolean>;
}
/** Decodes a long file with turns of the page; `undefined` if its bytes are not valid in the encoding. */
export declare function decodeInParts(bytes: Uint8Array, charset: string, { pause }: Kit): Promise<Decoded | undefined>;
/** A file in the encoding of its first games. */
interface Likely extends Decoded {
    /** Finds out whether all games of the file are in it. */
    holds(): Promise<boolean>;
}
/**
 * Decodes a long file whose encoding is not certain; a worker weighs it. `undefined` if there can be no worker, or if no
 * single encoding reads the file.
 */
export declare function likely(bytes: Uint8Array, kit: Kit): Promise<Likely | undefined>;
export {};
