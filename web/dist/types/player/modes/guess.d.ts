import { type Mode, type Session } from "../session.js";
/** Guesses the next move of the main line; what is near counts a little. */
export declare function guessMode(session: Session): Mode;
