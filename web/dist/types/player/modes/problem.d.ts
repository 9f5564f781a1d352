import type { Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
/** Solves a problem: the reader moves, the tree answers, and its ends tell right from wrong. */
export declare function problemMode(session: Session, kit: Kit): Mode;
