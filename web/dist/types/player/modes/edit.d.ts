import type { Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
/** Changes a record. Everything that is not changed is saved byte for byte as it was. */
declare function editMode(session: Session, { disc, follow, html, iconButton, isSure, sgfPoint, wordButton, wordsIn }: Kit): Mode;
/** The mode of this script. */
export declare const modes: {
    edit: typeof editMode;
};
export {};
