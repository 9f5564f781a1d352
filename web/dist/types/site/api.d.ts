/** What the server answers. */
export interface Share {
    share: number;
    low: number;
    high: number;
}
export interface GameRow {
    id: string;
    black?: string;
    white?: string;
    date?: string;
    result?: string;
    event?: string;
    moves: number;
    file: string;
    number: number;
    size?: string;
    hit?: {
        node: number;
        move: number;
        variation: boolean;
        swapped: boolean;
    };
}
export interface GamePage {
    total: number;
    offset: number;
    games: GameRow[];
}
export interface Next {
    column: number;
    row: number;
    color: "black" | "white";
    hits: number;
    black_wins: number;
    white_wins: number;
    tenuki: number;
    average_move: number | null;
    in_variations: number;
    position_in_games?: number;
}
export interface Year {
    year: number | null;
    hits: number;
    black_wins: number;
    white_wins: number;
}
export interface Counts {
    games: number;
    hits: number;
    black_wins: number;
    white_wins: number;
    swapped: number;
}
export interface Figures {
    complete: boolean;
    searched: number;
    main: Counts;
    /** Unless variations are searched, `null`. */
    variations: Counts | null;
    continuations: Next[];
    more_continuations: number;
    without_continuation: {
        hits: number;
        black_wins: number;
        white_wins: number;
        in_variations: number;
    };
    years: Year[];
    games?: {
        total: number;
        next: number | null;
        list: GameRow[];
    };
}
export interface Info {
    title: string;
    games: number;
    sizes: string[];
    edits: boolean;
    fields: {
        name: string;
        meaning: string;
    }[];
}
/** An address with its query; empty values are left out. */
export declare function address(path: string, values: {
    [name: string]: string | number | boolean | undefined;
}): string;
/** A text as a value of a filter. */
export declare const quoted: (text: string) => string;
/** Shows an address; a new one becomes an entry of the history, so that the browser leads back from it. */
export declare function remember(url: string, isNew: boolean): void;
/** Asks the server. */
export declare function ask<T>(url: string, options?: RequestInit): Promise<T>;
/** What is served; asked once. */
export declare const info: () => Promise<Info>;
/** Whether an error only says that a newer request took the place of this one. */
export declare const isAbort: (error: unknown) => boolean;
export declare const message: (error: unknown) => string;
/** Searches, and calls `part` with what was found so far. */
export declare function stream(url: string, signal: AbortSignal, part: (figures: Figures, isDone: boolean) => void): Promise<void>;
