import { type Decoded } from "./decode.js";
/** The text of a file whose encoding is not certain: each game in the encoding in which it is most likely a record. */
export declare function guess(bytes: Uint8Array): Decoded;
