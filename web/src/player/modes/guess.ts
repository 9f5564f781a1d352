import type { How, Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
import { hasPointMoves } from "./solution.js";
import { WORDS } from "./solve-words.js";

/** Points for a guess by the distance to the move: right, next to it, near. A right third guess has more than a near one. */
const POINTS = [10, 3, 2, 1];

const TRIES = 3;

/** Guesses the next move of the main line; what is near counts a little. */
export function guessMode(session: Session, { html, isSure, pointOf, wordButton, wordsIn }: Kit): Mode {
  const texts = { ...session.texts, ...wordsIn(WORDS, session.texts.language) };
  const score = html("span", { class: "score" });
  let points = 0;
  let asked = 0;
  let tries = 0;

  const next = () => session.navigator.game.child(session.navigator.node);
  /** Follows the main line to the next move that has a point: passes and nodes without a move cannot be guessed. */
  const advance = () => {
    const { game } = session.navigator;
    while (next() >= 0 && !pointOf(game, next())) session.show(next());
    if (next() < 0) session.say(texts.finished);
  };
  /** Judges the guess, and shows the move. */
  const settle = (gained: number, verdict: string, kind: string) => {
    session.say(verdict, kind);
    points += gained;
    asked++;
    tries = 0;
    const node = next();
    session.show(node);
    const percent = Math.round((100 * points) / (asked * POINTS[0]));
    score.textContent = `${texts.score}: ${points} (${percent} %)`;
    session.emit("kifu-guess", { move: session.navigator.game.moveNumber(node), gained, points });
    advance();
  };
  const reveal = wordButton(texts.reveal, () => {
    if (next() >= 0) settle(0, "", "");
  });
  const panel = html("div", { class: "panel" }, html("div", { class: "row" }, reveal, score));

  return {
    panel,
    active: true,
    open: false,
    options: () => ({ variations: "none" }),
    press(column: number, row: number, how: How) {
      if (panel.hidden) return;
      const { game } = session.navigator;
      const node = next();
      const point = node >= 0 ? pointOf(game, node) : undefined;
      if (!point || session.scene.pieces[row * session.scene.columns + column] !== ".") return;
      if (!isSure(session, column, row, how)) return;
      const distance = Math.max(Math.abs(point[0] - column), Math.abs(point[1] - row));
      if (distance === 0) return settle(Math.max(1, POINTS[0] - 3 * tries), texts.right, "right");
      const verdict = distance < POINTS.length ? texts.near : texts.far;
      tries++;
      if (tries >= TRIES) return settle(POINTS[distance] ?? 0, verdict, "wrong");
      session.board.clearGhost();
      session.board.ring(column, row, "wrong");
      session.say(verdict, "wrong");
    },
    shown() {},
    opened(game) {
      panel.hidden = !hasPointMoves(game);
      if (panel.hidden) return session.say(texts.unavailable);
      points = asked = tries = 0;
      score.textContent = "";
      session.say(texts.guess);
      advance();
    },
    close() {},
  };
}
