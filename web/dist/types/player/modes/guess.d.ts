import type { Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
/** Guesses the next move of the main line; what is near counts a little. */
export declare function guessMode(session: Session, { html, isSure, pointOf, wordButton, wordsIn }: Kit): Mode;
