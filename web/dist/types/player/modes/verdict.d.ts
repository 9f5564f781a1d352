/** The verdict of an author on a line: right, wrong, or a variation that is neither. */
export type Verdict = 1 | -1 | 0;
/** The verdict of a comment or of the name of a node, if it has one. */
export declare const verdictOf: (text: string) => Verdict | undefined;
