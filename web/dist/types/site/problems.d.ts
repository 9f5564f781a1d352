import { type GameRow } from "./api.js";
/**
 * Lists the problems in the file of a game, with their fixes; writes fixes if the server allows it, and then calls
 * `written` with the game as it is in the new file. `notes` are shown above the list.
 */
export declare function problems(place: HTMLElement, game: GameRow, written: (game: GameRow) => void, notes?: Node[]): Promise<void>;
