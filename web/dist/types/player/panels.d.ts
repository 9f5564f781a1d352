import { type Game } from "../core/game.js";
import type { Record } from "../core/record.js";
import type { Scene } from "../core/scene.js";
import type { Kit } from "./modes/kit.js";
import { type Coordinates } from "./names.js";
import { type Session } from "./session.js";
import type { Texts } from "./texts.js";
/** The game info of a node: English names and values. */
export type Info = ReturnType<Game["info"]>;
/** The two players: names, captures, time, and whose turn it is. */
export declare function playersPanel(game: Game, node: number, scene: Scene, info: Info, texts: Texts): HTMLElement;
/** The game info as a list. */
export declare function infoPanel(info: Info, open: boolean, texts: Texts): HTMLElement;
/** Everything that the node has which is shown, as a list; its script is loaded when the reader opens it. */
export declare class PropertyList {
    private readonly session;
    private readonly kit;
    readonly element: HTMLDetailsElement;
    private readonly list;
    constructor(session: Session, kit: Kit, open: boolean);
    show(): Promise<void>;
}
/** A move for people: `W Q16`. Empty without a move. */
export declare function moveWords(game: Game, node: number, rows: number, kind: Coordinates, texts: Texts): string;
/** A variation without a move for people: its name, or what it has and its place among the variations. */
export declare function nodeWords(game: Game, node: number, place: number, texts: Texts): string;
/** The games of a collection. Only the rows in view are there, so its length does not matter. */
export declare class GameList {
    private readonly texts;
    private readonly open;
    readonly element: HTMLElement;
    private readonly list;
    private readonly filter;
    private rows;
    /** What the filter looks in; read when it is used first. */
    private words;
    /** Counts the uses of the filter, the last of which holds. */
    private turn;
    private record?;
    private current;
    /** The row that the keys are at. */
    private at;
    constructor(texts: Texts, open: (index: number) => void);
    show(record: Record, current: number): void;
    private choose;
    /** Moves the keys to a row, and scrolls it into view. */
    private move;
    private key;
    /** What the row of a game shows. */
    private label;
    private paint;
}
