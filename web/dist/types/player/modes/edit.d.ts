import type { Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
/** Changes a record. Everything that is not changed is saved byte for byte as it was. */
export declare function editMode(session: Session, { disc, html, iconButton, isSure, moveAt, sgfPoint, wordButton, wordsIn }: Kit): Mode;
