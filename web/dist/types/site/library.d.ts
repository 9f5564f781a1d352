import { type GameRow } from "./api.js";
/** What a game is called. */
export declare const title: (game: GameRow) => string;
/** The page with the table of all games. */
export declare function library(main: HTMLElement, values: URLSearchParams): Promise<void>;
