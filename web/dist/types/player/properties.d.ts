import type { Kit } from "./modes/kit.js";
import type { Session } from "./session.js";
/** Everything that the node has which is shown: identifiers, and names and values for people. */
export declare function properties(session: Session, kit: Kit): Node[];
