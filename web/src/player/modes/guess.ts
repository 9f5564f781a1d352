import { html, wordButton } from "../dom.js";
import { hasPointMoves, isSure, pointOf, type How, type Mode, type Session } from "../session.js";

/** Points for a guess by the distance to the move: right, next to it, near. */
const POINTS = [10, 4, 2, 1];

const TRIES = 3;

/** Guesses the next move of the main line; what is near counts a little. */
export function guessMode(session: Session): Mode {
  const { texts } = session;
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
  const settle = (gained: number) => {
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
    if (next() >= 0) settle(0);
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
      if (distance === 0) {
        settle(Math.max(1, POINTS[0] - 3 * tries));
        if (next() >= 0) session.say(texts.right, "right");
        return;
      }
      tries++;
      if (tries >= TRIES) {
        settle(POINTS[distance] ?? 0);
        if (next() >= 0) session.say(distance < POINTS.length ? texts.near : texts.far, "wrong");
        return;
      }
      session.board.clearGhost();
      session.board.ring(column, row, "wrong");
      session.say(distance < POINTS.length ? texts.near : texts.far, "wrong");
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
