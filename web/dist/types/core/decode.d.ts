/** The text of a file, and the name of the encoding in which it is read. */
export interface Decoded {
    text: string;
    charset: string;
}
/**
 * The text of a file whose encoding is certain: UTF-8, a byte order mark, or one `CA` that the bytes agree with.
 * `undefined` for all others, which the full module reads game by game.
 */
export declare function decode(bytes: Uint8Array): Decoded | undefined;
/** The best text that can be had without the full module. */
export declare function guess(bytes: Uint8Array): Decoded;
