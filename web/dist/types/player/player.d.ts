import type { Reader } from "../core/reader.js";
import type { Record } from "../core/record.js";
import { Board } from "./board.js";
import { type Action } from "./controls.js";
import type { KifuPlayer } from "./element.js";
import type { KifuPlayerEvents } from "./events.js";
import type { Coordinates } from "./names.js";
import { Navigator } from "./navigator.js";
import { type Session, type Shown } from "./session.js";
import type { Texts } from "./texts.js";
/** Loads the script of a mode, if it has one. */
export declare function loadMode(name: string): Promise<void>;
/** One open record: the board, everything around it, and the mode that presses go to. */
export declare class Player implements Session {
    private readonly element;
    private readonly frame;
    readonly kifu: Reader;
    record: Record;
    readonly texts: Texts;
    readonly key: string;
    readonly board: Board;
    navigator: Navigator;
    gameIndex: number;
    scene: Shown;
    private readonly choices;
    private mode;
    private isEdit;
    private controls;
    private readonly tree;
    private readonly games;
    private readonly properties;
    private settings;
    private readonly parts;
    /** What is drawn, and what was drawn before another node came. */
    private drawn?;
    private before?;
    /** Whether the comment may be scrolled. */
    private isScrolled;
    /** What was said in this turn of the page: a screen reader reads only what stands at its end. */
    private spoken;
    /** The game info that is shown, and that of the root of a game. */
    private shownInfo;
    private rootInfo;
    private timer?;
    private isClosed;
    constructor(element: KifuPlayer, frame: HTMLElement, kifu: Reader, record: Record, texts: Texts, key: string);
    get coordinates(): Coordinates;
    get reducedMotion(): boolean;
    /** An attribute of the element has changed. */
    attribute(name: string): void;
    act(action: Action): void;
    keydown(event: KeyboardEvent): void;
    /** Goes to what the reader looks for. */
    private find;
    show(node: number): void;
    refresh(): void;
    openGame(index: number): void;
    changed(id: number, keeps?: boolean): void;
    say(text: string, kind?: string, aloud?: string): void;
    /** Takes into the record what was typed and is not yet part of it. */
    settle(): void;
    /** The way to the node that is shown, in the game that is shown. */
    get place(): string;
    /** Goes to a {@link place}. */
    goToPlace(place: string): void;
    /** Whether there are changes that leaving this record loses. */
    get hasChanges(): boolean;
    emit<K extends keyof KifuPlayerEvents>(name: K, detail: KifuPlayerEvents[K]["detail"]): void;
    goToPath(path: string): void;
    /** Stops playing; returns whether it was. */
    pause(): boolean;
    /** Ends the player. The record is kept, for another player of it. */
    detach(): Record;
    close(): void;
    private sceneOptions;
    /** Makes what depends on the choices. */
    private build;
    private start;
    /** Takes up the mode of the attribute. A record that is read only is viewed until it can be edited. */
    private useMode;
    private changeMode;
    private fail;
    /** The element inside of the player that has the focus. */
    private focused;
    /** The game of the attribute, which counts from 1. */
    private wantedGame;
    /** Goes to the node of the attribute; a mode without steps begins there. */
    private goToWanted;
    /** Finds a move number, `last`, the number of a node such as `#57`, or a path such as `12.3:1`. */
    private findWanted;
    private arrived;
    private announce;
    /** Puts texts into the line that is read aloud, after what was said in this turn. */
    private speak;
    private showWords;
    /** Shows the players and the game info: in a file of merged games, those of the variation. */
    private showInfo;
    /** Plays as the page asks; modes that hide the way never do. */
    private autoplay;
    private play;
    private label;
    private remember;
}
