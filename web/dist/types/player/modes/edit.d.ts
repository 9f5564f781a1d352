import { type Mode, type Session } from "../session.js";
/** Changes a record. Everything that is not changed is saved byte for byte as it was. */
export declare function editMode(session: Session): Mode;
