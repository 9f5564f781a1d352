import type { Glue, GlueRecord } from "./glue.js";
/**
 * Reads a long text to show it, in parts with turns of the page between them. Only where the parts break no rule of the
 * grammar is it certain that they end where games end; any other text is read at once.
 */
export declare function readInParts(glue: Glue, text: string, pause: () => Promise<void>): Promise<GlueRecord>;
