import type { Kit } from "./modes/kit.js";
import { WORDS } from "./property-words.js";
import type { Session } from "./session.js";
import type { Texts } from "./texts.js";

/** Properties whose names the player has for other uses. */
const KNOWN: { [identifier: string]: keyof Texts } = {
  AN: "Annotator", C: "comment", CP: "Copyright", CR: "circle", DT: "Date", EV: "Event", GC: "About", GN: "Game", HA: "Handicap", KM: "Komi",
  MA: "cross", ON: "Opening", OT: "Overtime", PB: "Black", PC: "Place", PW: "White", RE: "Result", RO: "Round", RU: "Rules", SO: "Source",
  SQ: "square", TM: "Time", TR: "triangle",
};

const DOUBLES = /^(BM|DM|GB|GW|HO|TE|UC)$/;
const POINTS = /^(A[BEW]|CR|DD|MA|SL|SQ|T[BW]|TR|VW)$/;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Everything that the node has which is shown: identifiers, and names and values for people. */
export function properties(session: Session, kit: Kit): Node[] {
  const { html, shorten } = kit;
  const { navigator: { game, node }, texts } = session;
  const words = new PropertyWords(session, kit);
  const list = game.properties(node).flatMap(([identifier, raw]) => {
    const name = words.nameOf(identifier);
    const values = raw.map((value) => words.valueOf(identifier, unescape(value)));
    // Points stand beside each other, and other values on lines of their own.
    const text = values.join(POINTS.test(identifier) ? " " : "\n");
    return [html("dt", {}, identifier), html("dd", {}, ...(name ? [html("small", {}, `${name}: `)] : []), shorten(text) || "✓")];
  });
  // A list without a term is none to screen readers.
  return list.length > 0 ? list : [html("dt", {}, "–"), html("dd", {}, texts.none)];
}

/** Names and values of properties in the language of the player. */
class PropertyWords {
  private readonly texts: Texts & { [word in keyof typeof WORDS]: string };
  /** Other games have notations of their own. */
  private readonly isGo: boolean;

  constructor(
    private readonly session: Session,
    private readonly kit: Kit,
  ) {
    this.texts = { ...session.texts, ...kit.wordsIn(WORDS, session.texts.language) };
    this.isGo = /^0*1?$/.test(session.navigator.game.text(0, "GM")?.trim() ?? "");
  }

  /** The name of a property; `undefined` for one that only other programs know. */
  nameOf(identifier: string): string | undefined {
    const { texts } = this;
    const ofColor: { [identifier: string]: [string, string] } = {
      B: [texts.move, texts.black], W: [texts.move, texts.white], AB: [texts.setup, texts.black], AW: [texts.setup, texts.white],
      AE: [texts.setup, texts.empty], TB: [texts.territory, texts.black], TW: [texts.territory, texts.white],
    };
    if (Object.hasOwn(ofColor, identifier)) return ofColor[identifier].join(", ");
    if (Object.hasOwn(KNOWN, identifier)) return texts[KNOWN[identifier]];
    return Object.hasOwn(WORDS, identifier) ? texts[identifier as keyof typeof WORDS] : undefined;
  }

  /** A value for people; one that the standard does not have stays as it is. */
  valueOf(identifier: string, text: string): string {
    const { texts } = this;
    const [head, ...rest] = text.split(":");
    if (POINTS.test(identifier)) return this.points(text, "–");
    if (DOUBLES.test(identifier)) return new Map([["1", texts.normal], ["2", texts.emphasized]]).get(text.trim()) ?? text;
    switch (identifier) {
      case "B": case "W": return this.move(text);
      case "AR": return this.points(text, " → ");
      case "LN": return this.points(text, "–");
      case "LB": return `${this.point(head)}: ${rest.join(":")}`;
      case "FG": return rest.length > 0 ? `${rest.join(":")} (${head})` : text;
      case "PL": return new Map([["B", texts.black], ["W", texts.white]]).get(text.trim().toUpperCase()) ?? text;
      case "V": return this.score(text);
      case "BL": case "WL": return clock(text);
      default: return text;
    }
  }

  private point(text: string): string {
    const { columns, rows } = this.session.scene;
    const [column, row] = [...text].map((letter) => LETTERS.indexOf(letter));
    const isInside = text.length === 2 && column >= 0 && row >= 0 && column < columns && row < rows;
    return this.isGo && isInside ? this.kit.pointName(column, row, rows, this.session.coordinates) : text;
  }

  /** A point, or two with something between them. */
  private points(text: string, between: string): string {
    return text.split(":").map((point) => this.point(point)).join(between);
  }

  private move(text: string): string {
    const { columns, rows } = this.session.scene;
    const isPass = text === "" || (text === "tt" && columns <= 19 && rows <= 19);
    return this.isGo && isPass ? this.texts.pass : this.point(text);
  }

  private score(text: string): string {
    const lead = Number(text);
    return lead ? `${lead > 0 ? this.texts.black : this.texts.white} +${Math.abs(lead)}` : text;
  }
}

/** Seconds as minutes and seconds. */
function clock(text: string): string {
  const seconds = Number(text || Number.NaN);
  return seconds >= 0 ? `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}` : text;
}

/** A value without its escapes. */
function unescape(raw: string): string {
  return raw.replace(/\\(\r\n|\n\r|[^])/g, (_, escaped: string) => (/[\r\n]/.test(escaped) ? "" : escaped));
}
