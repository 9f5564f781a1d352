/** The events of a player. They bubble, so an element around players can listen to all of them. */
export interface KifuPlayerEvents {
    /** A record is shown. `problems` counts what breaks the grammar. */
    "kifu-load": CustomEvent<{
        games: number;
        problems: number;
    }>;
    /** Another node is shown: the numbers of its game and itself from 0, the way to it, and the number of its move. */
    "kifu-node": CustomEvent<{
        game: number;
        node: number;
        path: string;
        move: number;
    }>;
    /** The end of a line of a problem is reached; `clean` is without a wrong try or a hint before. */
    "kifu-solved": CustomEvent<{
        game: number;
        right: boolean;
        clean: boolean;
    }>;
    /** A move was guessed: its number, its points, and the points of all guesses. */
    "kifu-guess": CustomEvent<{
        move: number;
        gained: number;
        points: number;
    }>;
    /** The record was changed. */
    "kifu-change": CustomEvent<object>;
    /** Something cannot be shown or edited. */
    "kifu-error": CustomEvent<{
        reason: string;
    }>;
}
/** Tells the page of an event. */
export type Emit = <K extends keyof KifuPlayerEvents>(name: K, detail: KifuPlayerEvents[K]["detail"]) => void;
