/** One style sheet for all players of a page. A constructed sheet is allowed by any content security policy. */
export declare function styleSheet(): CSSStyleSheet;
