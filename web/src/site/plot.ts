import { svg } from "../player/dom.js";

/** A bar with the shares of Black, of nobody, and of White. */
export function winBar(black: number, white: number, all: number): SVGSVGElement {
  const total = Math.max(1, all);
  const [b, w] = [(black / total) * 100, (white / total) * 100];
  const title = `Black ${Math.round(b)} %, White ${Math.round(w)} %`;
  return svg(
    "svg",
    { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": title },
    svg("rect", { class: "o", x: 0, y: 0, width: 100, height: 10 }),
    svg("rect", { class: "b", x: 0, y: 0, width: b, height: 10 }),
    svg("rect", { class: "w", x: 100 - w, y: 0, width: w, height: 10 }),
    svg("rect", { class: "frame", x: 0, y: 0, width: 100, height: 10 }),
  );
}

export interface Column {
  label: string;
  value: number;
  black?: number;
  white?: number;
}

/** More years than this become decades. */
const MANY_YEARS = 200;

/** The columns of all years from the first to the last, or of decades; `value` is the height of a year. */
export function yearColumns<Y extends { year: number | null; black_wins: number; white_wins: number }>(list: Y[], value: (own: Y) => number): Column[] {
  const years = list.flatMap(({ year }) => year ?? []);
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const span = last - first < MANY_YEARS ? 1 : 10;
  const start = Math.floor(first / span);
  const made = Array.from({ length: Math.floor(last / span) - start + 1 }, (_, index) => ({
    label: `${(start + index) * span}${span > 1 ? "s" : ""}`, value: 0, black: 0, white: 0,
  }));
  for (const own of list) {
    if (own.year === null) continue;
    const column = made[Math.floor(own.year / span) - start];
    column.value += value(own);
    column.black += own.black_wins;
    column.white += own.white_wins;
  }
  return made;
}

/** Columns of equal width; the wins of Black below, those of White above. */
export function columns(data: Column[], name: string): SVGSVGElement {
  const [width, height, foot] = [600, 180, 24];
  // Half of a label is wider than a column.
  const side = 28;
  const most = Math.max(1, ...data.map((column) => column.value));
  const step = width / Math.max(1, data.length);
  const every = Math.max(1, Math.ceil(48 / step));
  const picture = svg("svg", { class: "plot", viewBox: `${-side} 0 ${width + 2 * side} ${height + foot + 12}`, role: "img", "aria-label": name });
  picture.append(svg("text", { x: -side, y: 0, "dominant-baseline": "hanging" }, most.toLocaleString("en")));
  data.forEach(({ label, value, black = 0, white = 0 }, index) => {
    const x = index * step;
    const scale = (count: number) => (count / most) * (height - 4);
    const base = height + 12;
    const bar = (kind: string, from: number, count: number) =>
      svg("rect", { class: kind, x: x + step * 0.1, y: base - scale(from + count), width: step * 0.8, height: scale(count) });
    const group = svg("g", {}, bar("all", 0, value), bar("b", 0, black), bar("w", black, white));
    group.append(svg("title", {}, `${label}: ${value.toLocaleString("en")}`));
    picture.append(group);
    if (index % every === 0) picture.append(svg("text", { x: x + step / 2, y: base + foot - 4, "text-anchor": "middle", class: (index / every) % 2 === 1 && "odd" }, label));
  });
  return picture;
}
