/** The text of a file, and the name of the encoding in which it is read. */
export interface Decoded {
    text: string;
    charset: string;
}
/** The text of bytes in an encoding; `undefined` if they are not valid in it, or it is unknown. */
export declare function strict(bytes: Uint8Array, charset: string): Decoded | undefined;
/** What reads bytes in an encoding: {@link strict}, or for long files what lets the page work meanwhile. */
type Read = (bytes: Uint8Array, charset: string) => Decoded | undefined | Promise<Decoded | undefined>;
/**
 * The text of a file that is certainly UTF-8, or a Chinese game as its `CA` says; `undefined` for all others, which the full
 * module reads game by game.
 */
export declare function decode(bytes: Uint8Array, read?: Read): Promise<Decoded | undefined>;
/** The names of encodings in the `CA` of a text, and in its comments. */
export declare const labelsIn: (text: string) => string[];
/** Whether bytes that are valid UTF-8 are so not just by chance. */
export declare function isCertain(bytes: Uint8Array, text: string): boolean;
export {};
