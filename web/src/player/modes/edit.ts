import type { Game } from "../../core/game.js";
import type { Record } from "../../core/record.js";
import { download, png, sgfName, toSvg } from "../download.js";
import type { How, Mode, Session } from "../session.js";
import { WORDS } from "./edit-words.js";
import type { Kit } from "./kit.js";

type Tool = "play" | "AB" | "AW" | "AE" | "TR" | "SQ" | "CR" | "MA" | "letter" | "number";

/** A field for a property of the node that is shown. */
interface Field {
  identifier: string;
  input: HTMLInputElement | HTMLTextAreaElement;
  /** The text as the field has it before anything is typed: other line breaks and blanks than in the record. */
  shown: string;
}

/** Characters of a comment whose lines have no directions of their own: in a long line, browsers then take seconds a key. */
const LONG = 20_000;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const MARKS = ["TR", "SQ", "CR", "MA", "SL"];

/** Changes a record. Everything that is not changed is saved byte for byte as it was. */
function editMode(session: Session, { disc, follow, html, iconButton, isSure, sgfPoint, wordButton, wordsIn }: Kit): Mode {
  const texts = { ...session.texts, ...wordsIn(WORDS, session.texts.language) };
  let tool: Tool = "play";
  /** The node whose name or comment was typed and is not yet part of the record. */
  let typed: { game: number; id: number } | undefined;

  const here = () => session.navigator.game.id(session.navigator.node);
  /** All values of a property, which stands twice in some files. */
  const values = (identifier: string): string[] =>
    session.navigator.game.properties(session.navigator.node).flatMap(([name, list]) => (name === identifier ? list : []));
  /** The points of a value as the board reads it: with blanks, in capitals that it has no use for, as a rectangle, or several. */
  const read = (value: string): string[] => {
    const { columns, rows } = session.scene;
    const text = value.replace(/[ \t\n\f\r]/g, "");
    if (!/^[a-z]{2}(:[a-z]{2})?(,[a-z]{2}(:[a-z]{2})?)*$/i.test(text)) return [];
    const isInside = (points: string) => points.split(/[:,]/).every(([column, row]) => LETTERS.indexOf(column) < columns && LETTERS.indexOf(row) < rows);
    const small = text.toLowerCase();
    const items = !isInside(text) && isInside(small) ? small : text;
    return items.split(",").flatMap((item) => pointsOf(item, columns, rows));
  };
  /** The properties of this node that have a point, without it. A rectangle with the point is written as its other points. */
  const without = (identifiers: string[], point: string) => {
    const lists: { [identifier: string]: string[] } = {};
    for (const identifier of identifiers) {
      const list = values(identifier).map((value) => [value, read(value)] as const);
      if (!list.some(([, points]) => points.includes(point))) continue;
      lists[identifier] = list.flatMap(([value, points]) => (points.includes(point) ? points.filter((other) => other !== point) : [value]));
    }
    return lists;
  };
  /** One change of the record; an error is announced and changes nothing. */
  const change = (work: () => number | void, keeps?: boolean) => {
    try {
      const id = work();
      session.changed(id ?? here(), keeps);
      session.emit("kifu-change", {});
    } catch (error) {
      session.say(error instanceof Error ? error.message : String(error));
    }
  };
  const setAll = (lists: { [identifier: string]: string[] }) => session.record.setAll(session.gameIndex, here(), lists);

  const play = (column: number, row: number) => {
    const next = follow(session, column, row);
    if (next >= 0) return session.show(next);
    if (session.scene.pieces[row * session.scene.columns + column] !== ".") return;
    addMove(sgfPoint(column, row));
  };
  const addMove = (value: string) => {
    const color = session.scene.toPlay === 1 ? "B" : "W";
    change(() => session.record.addNode(session.gameIndex, here(), color, value));
  };
  /** The standard keeps setup and moves in different nodes, so setup after a move begins a node. */
  const setup = (identifier: "AB" | "AW" | "AE", column: number, row: number) => {
    const point = sgfPoint(column, row);
    const { game, node } = session.navigator;
    const piece = session.scene.pieces[row * session.scene.columns + column];
    const same = piece === (identifier === "AB" ? "X" : "O");
    const wanted = same ? "AE" : identifier;
    if (wanted === "AE" && piece === ".") return;
    if (game.color(node) !== 0) {
      change(() => session.record.addNode(session.gameIndex, here(), wanted, point));
      return;
    }
    const lists = without(["AB", "AW", "AE"], point);
    // What is on the point without this node needs no property.
    const before = node > 0 ? game.scene(game.parent(node)).pieces[row * session.scene.columns + column] : ".";
    if (before !== { AB: "X", AW: "O", AE: "." }[wanted]) lists[wanted] = [...(lists[wanted] ?? values(wanted)), point];
    change(() => setAll(lists));
  };
  const mark = (identifier: string, column: number, row: number) => {
    const point = sgfPoint(column, row);
    const lists = without(MARKS, point);
    if (!lists[identifier]) lists[identifier] = [...values(identifier), point];
    change(() => setAll(lists));
  };
  const label = (kind: "letter" | "number", column: number, row: number) => {
    const point = sgfPoint(column, row);
    change(() => {
      const list = values("LB");
      const rest = list.filter((value) => !read(value.split(":")[0]).includes(point));
      if (rest.length < list.length) return setAll({ LB: rest });
      const taken = new Set(list.map((value) => value.slice(value.indexOf(":") + 1)));
      const numbers = Array.from({ length: list.length + 1 }, (_, at) => String(at + 1));
      const names = kind === "letter" ? [...LETTERS.slice(26), ...LETTERS.slice(0, 26), ...numbers] : numbers;
      setAll({ LB: [...list, `${point}:${names.find((name) => !taken.has(name))}`] });
    });
  };

  const tools: [Tool, string][] = [
    ["play", texts.move], ["AB", texts.black], ["AW", texts.white], ["AE", texts.erase], ["TR", `△ ${texts.triangle}`],
    ["SQ", `□ ${texts.square}`], ["CR", `◯ ${texts.circle}`], ["MA", `✕ ${texts.cross}`], ["letter", texts.letter], ["number", texts.number],
  ];
  const toolButtons = tools.map(([name, words]) => {
    const button = wordButton(words, () => {
      tool = name;
      session.board.clearGhost();
      showTool();
    });
    if (name === "AB" || name === "AW") button.prepend(disc(name === "AB" ? 1 : 2), " ");
    button.dataset.tool = name;
    return button;
  });
  const showTool = () => {
    for (const button of toolButtons) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  };
  /** Whose stone the tool puts on the board; 0 if it does anything else. */
  const sideOf = () => (tool === "play" ? session.scene.toPlay : tool === "AB" ? 1 : tool === "AW" ? 2 : 0);
  const undo = iconButton("undo", texts.undo, () => back("undo"), "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3");
  const redo = iconButton("redo", texts.redo, () => back("redo"), "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3");
  /** Goes to the node that is changed; if it went away, to the nearest one before it. */
  const back = (way: "undo" | "redo") => {
    const { record } = session;
    const step = record.next(way);
    if (!step) return;
    const before = record.game(step.game);
    if (!record[way]()) return;
    const now = record.game(step.game);
    let { id } = step;
    for (let node = before.find(id); now.find(id) < 0; id = before.id(node)) node = before.parent(node);
    if (step.game !== session.gameIndex) session.openGame(step.game);
    session.changed(id);
    session.emit("kifu-change", {});
  };
  const comment = html("textarea", { class: "comment", rows: 4, "aria-label": texts.comment, placeholder: texts.comment });
  const name = html("input", { class: "name", "aria-label": texts.name, placeholder: texts.name });
  /** The fields of a node. */
  const fields: Field[] = [{ identifier: "N", input: name, shown: "" }, { identifier: "C", input: comment, shown: "" }];
  /** Gives a long comment one direction: that of its first letter. */
  const direct = () => {
    const isLong = comment.value.length > LONG;
    comment.dir = isLong ? "auto" : "";
    comment.style.unicodeBidi = isLong ? "isolate" : "";
  };
  comment.addEventListener("input", direct);
  const settle = () => {
    const place = typed;
    typed = undefined;
    // Before the change is shown, which fills the fields anew.
    const texts = fields.filter(({ input, shown }) => input.value !== shown).map(({ identifier, input }) => [identifier, input.value]);
    if (!place || texts.length === 0) return;
    // The pointer may be down on a button below the message, which would move away if the message were hidden.
    change(() => {
      for (const [identifier, text] of texts) session.record.setText(place.game, place.id, identifier, text);
    }, true);
  };
  for (const { input } of fields) {
    input.addEventListener("focus", () => session.pause());
    input.addEventListener("input", () => {
      session.pause();
      typed = { game: session.gameIndex, id: here() };
    });
    input.addEventListener("change", settle);
  }
  const remove = wordButton(texts.remove, () => {
    const { game, node } = session.navigator;
    if (node === 0) return;
    const parent = game.id(game.parent(node));
    change(() => {
      session.record.removeNode(session.gameIndex, here());
      return parent;
    });
  });
  const main = wordButton(texts.mainLine, () => change(() => session.record.makeMainLine(session.gameIndex, here())));
  const attempt = (work: () => void | Promise<void>) => () => {
    session.say("");
    void Promise.resolve()
      .then(work)
      .catch((error: Error) => session.say(error.message));
  };
  const pass = wordButton(texts.toPass, () => {
    const { columns, rows } = session.scene;
    // Before FF[4] an empty move was an error, and `tt` a pass on boards that have no such point.
    const isOld = /^\s*[123]\s*$/.test(session.navigator.game.text(0, "FF") ?? "");
    addMove(isOld && Math.max(columns, rows) < 20 ? "tt" : "");
  });
  const saveBytes = () => {
    const { record } = session;
    download(sgfName(session.key), "application/x-go-sgf", record.toBytes() as BlobPart);
    record.saved = record.next("undo");
  };
  const save = wordButton(
    texts.save,
    attempt(() => {
      try {
        saveBytes();
      } catch (error) {
        // Some character is not in the encoding of its game.
        inUtf8.hidden = false;
        throw error;
      }
    }),
  );
  const inUtf8 = wordButton(
    `${texts.save} (UTF-8)`,
    attempt(() => {
      const { record } = session;
      for (let index = 0; index < record.length; index++) record.set(index, record.game(index).id(0), "CA", ["UTF-8"]);
      saveBytes();
      inUtf8.hidden = true;
      session.changed(here());
    }),
  );
  inUtf8.hidden = true;
  const copy = wordButton(
    texts.copy,
    attempt(async () => {
      await navigator.clipboard.writeText(textOf(session.record));
      session.say(texts.copied);
    }),
  );
  const asSvg = wordButton("SVG", attempt(() => download("diagram.svg", "image/svg+xml", toSvg(session.board.element))));
  const asPng = wordButton("PNG", attempt(async () => download("diagram.png", "image/png", await png(toSvg(session.board.element)))));
  const toolRow = html("div", { class: "row tools", role: "group", "aria-label": texts.tools }, ...toolButtons, pass);
  const panel = html(
    "div",
    { class: "panel" },
    toolRow,
    name,
    comment,
    html("div", { class: "row" }, undo, redo, remove, main, save, inUtf8, copy, asSvg, asPng),
  );
  showTool();

  return {
    panel,
    get active() {
      return hasPoints(session.navigator.game);
    },
    open: true,
    options: () => ({}),
    settle,
    press(column: number, row: number, how: How) {
      if (!this.active) {
        const next = follow(session, column, row);
        if (next >= 0) session.show(next);
        return;
      }
      if (!isSure(session, column, row, how, sideOf())) return;
      if (tool === "play") play(column, row);
      else if (tool === "AB" || tool === "AW" || tool === "AE") setup(tool, column, row);
      else if (tool === "letter" || tool === "number") label(tool, column, row);
      else mark(tool, column, row);
    },
    shown(scene) {
      // What is typed stays where the same node is drawn again.
      if (!typed) {
        name.value = scene.name;
        comment.value = scene.comment;
        direct();
        for (const field of fields) field.shown = field.input.value;
      }
      undo.disabled = !session.record.canUndo;
      redo.disabled = !session.record.canRedo;
      const { node, game } = session.navigator;
      remove.disabled = node === 0;
      main.disabled = game.path(node).every((at) => at === 0 || game.child(game.parent(at)) === at);
    },
    opened(game) {
      toolRow.hidden = !hasPoints(game);
    },
    key(event) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return false;
      back(event.shiftKey ? "redo" : "undo");
      return true;
    },
    close() {},
  };
}

/** What *Save* writes, as text. Of a file in another encoding the text is written anew, so that its `CA` is true. */
function textOf(record: Record): string {
  const text = new TextDecoder().decode(record.toBytes());
  const isUtf8 = !record.isForeign(text) && record.charsets().every((charset) => charset === "UTF-8");
  return isUtf8 ? text : record.toString();
}

/** The mode of this script. */
export const modes = { edit: editMode };

/** Whether points are written as in Go. Other games have notations and rules of their own for moves and setup. */
function hasPoints(game: Game): boolean {
  return ["", "1", "4"].includes(game.text(0, "GM")?.trim() ?? "");
}

/** The points of `aa`, or of a rectangle such as `aa:bb`, inside of a board. */
function pointsOf(item: string, columns: number, rows: number): string[] {
  const [first, second = first] = item.split(":").map((corner) => [...corner].map((letter) => LETTERS.indexOf(letter)));
  const [[left, top], [right, bottom]] = [first, second];
  const points = [];
  for (let row = Math.min(top, bottom); row <= Math.max(top, bottom) && row < rows; row++) {
    for (let column = Math.min(left, right); column <= Math.max(left, right) && column < columns; column++) points.push(LETTERS[column] + LETTERS[row]);
  }
  return points;
}
