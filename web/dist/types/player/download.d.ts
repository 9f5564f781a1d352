/** The name under which a record is saved: that of the file at the address it came from. */
export declare function sgfName(source: string): string;
/** Hands a file to the reader of the page. */
export declare function download(name: string, type: string, data: BlobPart): void;
/** The drawing of a board as a file of its own, with the colors that are shown. */
export declare function toSvg(board: Element): string;
/** The picture of a drawing, 1000 pixels wide. */
export declare function png(text: string): Promise<Blob>;
