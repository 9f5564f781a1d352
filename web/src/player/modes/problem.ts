import type { Game } from "../../core/game.js";
import type { Side } from "../../core/scene.js";
import type { How, Mode, Session } from "../session.js";
import type { Kit } from "./kit.js";
import { hasPointMoves, Solution } from "./solution.js";
import { WORDS } from "./solve-words.js";

const ANSWER_AFTER = 350;

/** Solves a problem: the reader moves, the tree answers, and its ends tell right from wrong. */
export function problemMode(session: Session, kit: Kit): Mode {
  const { html, isSure, memory, moveWords, pointOf, wordButton, wordsIn } = kit;
  const texts = { ...session.texts, ...wordsIn(WORDS, session.texts.language) };
  const score = html("span", { class: "score" });
  const scoreKey = `${session.key}/solved`;
  const solved = new Set((memory.get(scoreKey) ?? "").split(",").filter(Boolean).map(Number));
  let solution: Solution;
  let clean = true;
  let over = false;
  /** The position to solve: some files have nodes with setup or the task before it. */
  let start = 0;
  /** The tree's answer, while it is on its way. */
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const showScore = () => {
    score.textContent = `${solved.size} / ${session.record.length} ${texts.solved}`;
  };
  const stop = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  const retry = () => {
    stop();
    over = false;
    session.show(start);
    session.refresh();
    session.say(texts.yourMove);
  };
  /** A next move of the solver, if there is one: some files have variations of the other side. */
  const moveOf = (isWanted: (node: number) => boolean) => {
    const { game, node } = session.navigator;
    return game.children(node).find((child) => solution.isSolvers(child) && isWanted(child)) ?? -1;
  };
  const isPass = (node: number) => session.navigator.game.color(node) !== 0 && !pointOf(session.navigator.game, node);
  const hint = () => {
    if (waiting) return;
    clean = false;
    const next = solution.hint(session.navigator.node);
    if (next < 0) return retry();
    const { game } = session.navigator;
    const point = pointOf(game, next);
    session.board.clearGhost();
    if (point) session.board.ring(...point, "hint");
    session.say(`${texts.hint}: ${moveWords(game, next, session.scene.rows, session.coordinates, session.texts)}`);
  };
  const pass = () => {
    if (!over && !waiting) play(moveOf(isPass));
  };
  const buttons = {
    pass: wordButton(texts.toPass, pass),
    hint: wordButton(texts.hint, hint),
    retry: wordButton(texts.retry, retry),
    next: wordButton(texts.nextProblem, () => session.openGame((session.gameIndex + 1) % session.record.length)),
  };
  const panel = html(
    "div",
    { class: "panel" },
    html("div", { class: "row" }, buttons.pass, buttons.hint, buttons.retry, buttons.next, score),
  );

  const finish = (isRight: boolean, node: number) => {
    over = true;
    session.refresh();
    const point = pointOf(session.navigator.game, node);
    if (point) session.board.ring(...point, isRight ? "right" : "wrong");
    if (isRight) {
      if (clean) {
        solved.add(session.gameIndex);
        memory.set(scoreKey, [...solved].join(","));
      }
      showScore();
      session.say(texts.right, "right", session.scene.comment);
    } else {
      clean = false;
      session.say(texts.wrong, "wrong", session.scene.comment);
    }
    session.emit("kifu-solved", { game: session.gameIndex, right: isRight, clean });
  };
  /** Goes on after a move: the tree answers, or the reader moves, also where the tree has several moves of one side. */
  const goOn = (node: number) => {
    const { game } = session.navigator;
    if (game.child(node) < 0) {
      finish(solution.isRight(node), node);
      return;
    }
    const answer = solution.answer(node);
    if (answer < 0 || (!solution.isSolvers(node) && game.children(node).some((child) => solution.isSolvers(child)))) {
      session.say(texts.yourMove);
      return;
    }
    const play = () => {
      waiting = undefined;
      session.show(answer);
      goOn(answer);
    };
    if (session.reducedMotion) play();
    else waiting = setTimeout(play, ANSWER_AFTER);
  };

  /** Plays a move of the reader; -1 is one that the tree does not have. */
  const play = (move: number) => {
    if (move < 0) {
      clean = false;
      session.say(texts.notInTree, "wrong");
      return;
    }
    session.say("");
    session.show(move);
    goOn(move);
  };

  return {
    panel,
    active: true,
    open: false,
    options: () => ({ variations: "none" }),
    words() {
      const { game } = session.navigator;
      // What ends a line explains it.
      if (over && session.navigator.node !== start) return session.scene;
      const path = game.path(start < game.length ? start : 0);
      const texts = path.map((node) => game.text(node, "C")?.trim() ?? "");
      return { name: "", comment: texts.filter(Boolean).join("\n\n") };
    },
    press(column: number, row: number, how: How) {
      if (over || waiting || !isSure(session, column, row, how)) return;
      const { game } = session.navigator;
      const move = moveOf((child) => `${pointOf(game, child)}` === `${column},${row}`);
      if (move < 0) {
        if (session.scene.pieces[row * session.scene.columns + column] !== ".") return;
        session.board.clearGhost();
        session.board.ring(column, row, "wrong");
      }
      play(move);
    },
    shown() {},
    opened(game) {
      stop();
      clean = true;
      start = session.navigator.node;
      panel.hidden = over = !hasPointMoves(game);
      if (over) return session.say(texts.unavailable);
      const colors = () => game.children(start).map((child) => game.color(child));
      while (game.child(start) >= 0 && colors().every((color) => color === 0)) start = game.child(start);
      over = colors().length === 0;
      session.show(start);
      // What was said of the problem before is gone.
      session.refresh();
      solution = new Solution(game, start, solverOf(game, start, session.scene.toPlay), kit.NodeFlag);
      // Where no line has a pass, none is offered.
      buttons.pass.hidden = true;
      let isSolvers = false;
      for (let node = start + 1; node < game.length; node++) {
        if (game.parent(node) === start) isSolvers = solution.isSolvers(node);
        if (isSolvers && solution.isSolvers(node) && isPass(node)) buttons.pass.hidden = false;
      }
      buttons.next.hidden = session.record.length < 2;
      buttons.hint.hidden = buttons.retry.hidden = score.hidden = over;
      showScore();
      session.say(over ? texts.unsolved : texts.yourMove);
    },
    close: stop,
  };
}

/** The side that solves the problem at a node: the one that `PL` names, if the tree has moves of it, or that of the first move. */
function solverOf(game: Game, start: number, toPlay: Side): Side {
  const colors = game.children(start).map((child) => game.color(child));
  let node = start;
  while (game.text(node, "PL") === undefined && game.color(node) === 0 && node > 0) node = game.parent(node);
  const isNamed = game.text(node, "PL") !== undefined && colors.includes(toPlay);
  return (isNamed ? toPlay : colors.find((color) => color !== 0)) || toPlay;
}
