/** A look of board and stones, as values of the CSS variables that the board is drawn with. */
interface Skin {
  /** The ground, from light to dark. */
  board: [string, string];
  line: string;
  /** Coordinates on the ground. */
  names: string;
  /** Shine, body and rim of stones. */
  black: [string, string, string];
  white: [string, string, string];
  /** The outline of stones. */
  rims: [string, string];
  /** 0 for flat stones and ground without grain, 1 for real-looking ones. */
  depth: 0 | 1;
  /** The mark of the last move and the rings of variations. */
  accent: string;
}

const SLATE: [string, string, string] = ["#7d8288", "#26282c", "#060708"];
const SHELL: [string, string, string] = ["#ffffff", "#f4f1e9", "#c2bba9"];

const skins: { [name: string]: { light: Skin; dark: Skin } } = {
  kaya: {
    light: { board: ["#eac37f", "#d9a95c"], line: "#4a3212", names: "#4a3212", black: SLATE, white: SHELL, rims: ["#000", "#9a927f"], depth: 1, accent: "#c22a1c" },
    dark: { board: ["#b98d4f", "#9c7239"], line: "#22160a", names: "#1c1208", black: SLATE, white: ["#f4f1ea", "#dcd7ca", "#9f988a"], rims: ["#000", "#746c5c"], depth: 1, accent: "#8f1208" },
  },
  paper: {
    light: { board: ["#ffffff", "#ffffff"], line: "#222", names: "#333", black: ["#111", "#111", "#111"], white: ["#fff", "#fff", "#fff"], rims: ["#111", "#111"], depth: 0, accent: "#b3261e" },
    dark: { board: ["#26282c", "#26282c"], line: "#aeb2b8", names: "#c6cad0", black: ["#0b0c0e", "#0b0c0e", "#0b0c0e"], white: ["#eceef0", "#eceef0", "#eceef0"], rims: ["#c6cad0", "#eceef0"], depth: 0, accent: "#ff8a7d" },
  },
  walnut: {
    light: { board: ["#a5764a", "#8a5c34"], line: "#21130a", names: "#1b0f07", black: SLATE, white: SHELL, rims: ["#000", "#8d8574"], depth: 1, accent: "#7a0c04" },
    dark: { board: ["#5d4430", "#493322"], line: "#d9bd9b", names: "#e2cbb0", black: ["#6a6e74", "#17181b", "#000"], white: ["#efece5", "#d5d0c4", "#938c7f"], rims: ["#000", "#6f685b"], depth: 1, accent: "#ff9d8c" },
  },
  bamboo: {
    light: { board: ["#e6dfa9", "#d0c784"], line: "#4b4a20", names: "#3f3e1a", black: SLATE, white: SHELL, rims: ["#000", "#979275"], depth: 1, accent: "#a3241a" },
    dark: { board: ["#5f6b4a", "#4c573a"], line: "#dfe6cb", names: "#e6ecd6", black: ["#6a6e74", "#17181b", "#000"], white: ["#f1efe7", "#d8d4c8", "#959080"], rims: ["#000", "#6c6a58"], depth: 1, accent: "#ffb09f" },
  },
  ink: {
    light: { board: ["#dfe6ea", "#cfd9df"], line: "#33434d", names: "#2c3a43", black: ["#5b6a74", "#22303a", "#0c151b"], white: ["#ffffff", "#f7fafb", "#c3cfd6"], rims: ["#0c151b", "#8b9aa4"], depth: 1, accent: "#b8321f" },
    dark: { board: ["#24313a", "#1b262d"], line: "#8ea2ae", names: "#b7c7d0", black: ["#4d5a63", "#10171c", "#000"], white: ["#f0f5f7", "#cbd6dc", "#8797a1"], rims: ["#5c6e79", "#67777f"], depth: 1, accent: "#ff9b86" },
  },
  contrast: {
    light: { board: ["#ffffff", "#ffffff"], line: "#000", names: "#000", black: ["#000", "#000", "#000"], white: ["#fff", "#fff", "#fff"], rims: ["#000", "#000"], depth: 0, accent: "#0000c8" },
    dark: { board: ["#000000", "#000000"], line: "#fff", names: "#fff", black: ["#000", "#000", "#000"], white: ["#fff", "#fff", "#fff"], rims: ["#fff", "#fff"], depth: 0, accent: "#ffe600" },
  },
};

/** The names of the skins; the first is the default. */
export const SKINS = Object.keys(skins);

/** The colors of everything around the board. */
const PAGE = {
  light: { page: "#fff", panel: "#f5f5f4", ink: "#1c1b19", soft: "#57544e", edge: "#d5d2cc", focus: "#0b57d0", comment: "#c22a1c" },
  dark: { page: "#17181a", panel: "#212326", ink: "#ecebe8", soft: "#b4b1aa", edge: "#3c3f44", focus: "#8ab4f8", comment: "#ff9d8c" },
};

/** Declarations of variables, each of which the page can set. */
const declare = (values: { [name: string]: string | number }) =>
  Object.entries(values).map(([name, value]) => `--_${name}:var(--kifu-${name},${value})`).join(";");

const variables = ({ board, line, names, black, white, rims, depth, accent }: Skin) =>
  declare({
    board: board[0], "board-2": board[1], line, names, depth, accent,
    "black-1": black[0], "black-2": black[1], "black-3": black[2], "black-rim": rims[0],
    "white-1": white[0], "white-2": white[1], "white-3": white[2], "white-rim": rims[1],
  });

/** Rules for all skins, light and dark; paper is light. Each variable can be set from the page as `--kifu-…`. */
export function skinRules(): string {
  const rules = (host: string, scheme: "light" | "dark") => {
    const ofSkins = SKINS.map((name) => `${host} .kifu[data-skin="${name}"]{${variables(skins[name][scheme])}}`);
    return `${host} .kifu{${declare(PAGE[scheme])};color-scheme:${scheme}}${ofSkins.join("")}`;
  };
  const dark = (scheme: string) => rules(`:host([data-scheme="${scheme}"])`, "dark");
  return `${rules(":host", "light")}
@media screen{${dark("dark")}}
@media screen and (prefers-color-scheme:dark){${dark("auto")}}`;
}
