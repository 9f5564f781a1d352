import { type Mode, type Session } from "../session.js";
/** Solves a problem: the reader moves, the tree answers, and its ends tell right from wrong. */
export declare function problemMode(session: Session): Mode;
