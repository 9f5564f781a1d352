import { html } from "../dom.js";
import { follow, type Mode, type Session } from "../session.js";

/** Looks at a game: a press on the next move of a variation follows it. */
export function viewMode(session: Session): Mode {
  return {
    panel: html("div", { class: "panel", hidden: true }),
    active: false,
    open: true,
    options: () => ({}),
    press(column, row) {
      const next = follow(session, column, row);
      if (next >= 0) session.show(next);
    },
    shown() {},
    opened() {},
    close() {},
  };
}
