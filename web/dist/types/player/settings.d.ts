import type { Coordinates } from "./names.js";
import type { Texts } from "./texts.js";
/** What the reader can choose, beside the attributes of the page. */
export interface Choices {
    skin: string;
    coordinates: Coordinates;
    numbers: "none" | "last" | "all";
    sound: boolean;
}
/** The choices that attributes of the element ask for; without an attribute, what the reader chose last. */
export declare function choicesOf(element: Element): Choices;
/** The controls of the choices. */
export declare function settingsPanel(choices: Choices, texts: Texts, changed: () => void): HTMLElement;
/** A short knock, as of a stone on wood. */
export declare function knock(): void;
