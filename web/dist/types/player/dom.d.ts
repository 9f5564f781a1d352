type Attributes = {
    [name: string]: string | number | boolean | null | undefined;
};
/** An HTML element. */
export declare function html<K extends keyof HTMLElementTagNameMap>(name: K, attributes?: Attributes, ...children: (Node | string)[]): HTMLElementTagNameMap[K];
/** An SVG element. */
export declare function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes?: Attributes, ...children: (Node | string)[]): SVGElementTagNameMap[K];
/** Paths of the icons of buttons, on a field of 24 by 24. */
declare const ICONS: {
    readonly first: "M6 5v14M19 5l-9 7 9 7z";
    readonly back10: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z";
    readonly back: "M16 5l-9 7 9 7z";
    readonly forward: "M8 5l9 7-9 7z";
    readonly forward10: "M4 5l8 7-8 7zM12 5l8 7-8 7z";
    readonly last: "M18 5v14M5 5l9 7-9 7z";
    readonly up: "M5 15l7-8 7 8";
    readonly down: "M5 9l7 8 7-8";
    readonly comment: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5";
    readonly play: "M7 4l13 8-13 8z";
    readonly pause: "M8 5v14M16 5v14";
    readonly settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5";
};
export type Icon = keyof typeof ICONS;
/** A button with an icon and a name for everyone who does not see it. `d` is the path of an icon that only one script has. */
export declare function iconButton(icon: string, label: string, action: () => void, d?: string): HTMLButtonElement;
/** Changes the picture and the name of an icon button. */
export declare function setIcon(button: HTMLButtonElement, icon: Icon, label: string): void;
/**
 * A text, in parts if it is long: browsers take seconds to lay out a million characters at once, and no time for parts out
 * of sight. Parts end at a line break or a blank if there is one.
 */
export declare function inParts(text: string): (Node | string)[];
/** A disc in the color of a side; as a character it would have the color of the text. */
export declare function disc(side: 1 | 2): HTMLElement;
/** A button with a word on it. */
export declare function wordButton(label: string, action: () => void): HTMLButtonElement;
/** Whether a key is pressed together with one that gives it another meaning to the browser. */
export declare function isModified(event: KeyboardEvent): boolean;
export {};
