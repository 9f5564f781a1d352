/** The record that a page wrote inside of the element: a script of SGF, or text that begins like SGF. */
export declare function inlineSource(element: HTMLElement): string | undefined;
/** A short key for a text, to remember places by. */
export declare function hash(text: string): string;
/** What is kept between visits. Pages may forbid it, and files have no place of their own; then nothing is kept. */
export declare const memory: {
    get(key: string): string | null;
    set(key: string, value: string): void;
};
/** Whether a text that was pasted is a record. */
export declare function looksLikeRecord(text: string): boolean;
