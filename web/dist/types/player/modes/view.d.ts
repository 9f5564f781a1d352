import { type Mode, type Session } from "../session.js";
/** Looks at a game: a press on the next move of a variation follows it. */
export declare function viewMode(session: Session): Mode;
