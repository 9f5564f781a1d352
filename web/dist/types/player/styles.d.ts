/** One style sheet for all players of a document. A constructed sheet is allowed by any content security policy. */
export declare function styleSheet(page?: Document): CSSStyleSheet;
