import type { Kifu } from "../core/kifu.js";
import type { Record } from "../core/record.js";
import type { Scene } from "../core/scene.js";
import { Board } from "./board.js";
import { type Action } from "./controls.js";
import type { KifuPlayer } from "./element.js";
import type { Coordinates } from "./names.js";
import { Navigator } from "./navigator.js";
import type { Session } from "./session.js";
import type { Texts } from "./texts.js";
/** One open record: the board, everything around it, and the mode that presses go to. */
export declare class Player implements Session {
    private readonly element;
    private readonly frame;
    readonly kifu: Kifu;
    record: Record;
    readonly texts: Texts;
    readonly key: string;
    readonly board: Board;
    navigator: Navigator;
    gameIndex: number;
    scene: Scene;
    private choices;
    private mode;
    private controls;
    private readonly tree;
    private readonly games;
    private settings;
    private readonly parts;
    /** Whether the comment may be scrolled. */
    private isScrolled;
    private timer?;
    private isClosed;
    constructor(element: KifuPlayer, frame: HTMLElement, kifu: Kifu, record: Record, texts: Texts, key: string);
    get coordinates(): Coordinates;
    get reducedMotion(): boolean;
    /** An attribute of the element has changed. */
    attribute(name: string): void;
    act(action: Action): void;
    keydown(event: KeyboardEvent): void;
    show(node: number): void;
    refresh(): void;
    openGame(index: number): void;
    changed(id: number): void;
    say(text: string, kind?: string): void;
    /** Takes into the record what was typed and is not yet part of it. */
    settle(): void;
    /** The way to the node that is shown, in the game that is shown. */
    get place(): string;
    /** Goes to a {@link place}. */
    goToPlace(place: string): void;
    /** Whether there are changes that leaving this record loses. */
    get hasChanges(): boolean;
    emit(name: string, detail: object): void;
    goToPath(path: string): void;
    pause(): void;
    /** Ends the player. The record is kept, for another player of it. */
    detach(): Record;
    close(): void;
    private sceneOptions;
    /** Makes what depends on the choices. */
    private build;
    private start;
    private useMode;
    private changeMode;
    /** The element inside of the player that has the focus. */
    private focused;
    /** The game of the attribute, which counts from 1. */
    private wantedGame;
    /** Goes to a move number, `last`, the number of a node such as `#57`, or a path such as `12.3:1`. */
    private goTo;
    private arrived;
    private announce;
    private showWords;
    private play;
    private label;
    private remember;
}
