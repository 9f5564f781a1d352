import type { Navigator } from "./navigator.js";
import type { Texts } from "./texts.js";
/** What the buttons and keys do. */
export type Action = "first" | "back10" | "back" | "forward" | "forward10" | "last" | "previousVariation" | "nextVariation" | "previousComment" | "nextComment" | "previousBranch" | "nextBranch" | "play" | "find" | "settings";
/** The action of a key; `undefined` for keys that are not the player's. */
export declare function actionOf(event: KeyboardEvent): Action | undefined;
/** Does a step of the navigator; returns whether it went anywhere. */
export declare function navigate(navigator: Navigator, action: Action): boolean;
/** The row of buttons below the board. */
export declare class Controls {
    private readonly texts;
    readonly element: HTMLElement;
    private readonly where;
    private readonly buttons;
    constructor(texts: Texts, act: (action: Action) => void);
    /** Shows where the navigator is. In a mode that is not `open` the reader may only change settings. */
    show(navigator: Navigator, open: boolean): void;
    playing(isPlaying: boolean): void;
    expanded(isOpen: boolean): void;
}
