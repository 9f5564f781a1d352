import type { Scene } from "../core/scene.js";
import { svg } from "./dom.js";
import { CELL, type Geometry } from "./geometry.js";

/** Characters of a label that fit a point. */
export const MOST_SHOWN = 4;

/** Draws everything that lies on the stones, and the territory below them. */
export function drawMarks(above: SVGGElement, below: SVGGElement, scene: Scene, geometry: Geometry): void {
  const marks: SVGElement[] = [];
  const ground: SVGElement[] = [];
  const taken = new Set<string>();
  const on = (column: number, row: number) => {
    const piece = scene.pieces[row * scene.columns + column];
    return piece === "." ? "on-ground" : "XQPC".includes(piece) ? "on-black" : "on-white";
  };
  const shows = (column: number, row: number) => geometry.shows(column, row);
  const clear = (column: number, row: number) => {
    if (on(column, row) !== "on-ground" || scene.board !== "lines") return;
    const [cx, cy] = geometry.at(column, row);
    ground.push(svg("circle", { class: "clearing", cx, cy, r: CELL * 0.36 }));
  };

  for (const [column, row, side] of scene.territory) {
    if (!shows(column, row)) continue;
    const [x, y] = geometry.at(column, row);
    const size = CELL * 0.3;
    marks.push(svg("rect", { class: `owned side-${side}`, x: x - size / 2, y: y - size / 2, width: size, height: size }));
  }
  for (const [from, side] of scene.links) {
    const [x1, y1] = geometry.at(from[0], from[1]);
    const [x2, y2] = geometry.at(from[2], from[3]);
    ground.push(svg("line", { class: `link side-${side}`, x1, y1, x2, y2 }));
  }
  for (const [column, row, kind] of scene.marks) {
    if (!shows(column, row)) continue;
    taken.add(`${column},${row}`);
    marks.push(shape(kind, ...geometry.at(column, row), on(column, row)));
  }
  const write = (column: number, row: number, text: string, kind: string) => {
    taken.add(`${column},${row}`);
    const [x, y] = geometry.at(column, row);
    const characters = [...text];
    const short = characters.length > MOST_SHOWN ? `${characters.slice(0, 3).join("")}…` : text;
    const size = [0.62, 0.62, 0.52, 0.42, 0.36][characters.length] ?? 0.34;
    clear(column, row);
    marks.push(svg("text", { class: `${kind} ${on(column, row)}`, x, y, "font-size": size * CELL }, short));
  };
  for (const [column, row, text] of scene.labels) {
    if (shows(column, row)) write(column, row, text, "label");
  }
  for (const [column, row, number] of scene.numbers) {
    // What the author put on a stone stands; its number would make both unreadable.
    if (!shows(column, row) || taken.has(`${column},${row}`)) continue;
    const isLast = scene.last?.[0] === column && scene.last[1] === row;
    write(column, row, String(number), isLast ? "number newest" : "number");
  }
  for (const [column, row, name, side] of scene.hints) {
    if (!shows(column, row) || taken.has(`${column},${row}`)) continue;
    const [cx, cy] = geometry.at(column, row);
    taken.add(`${column},${row}`);
    clear(column, row);
    marks.push(
      svg("circle", { class: `variation side-${side}`, cx, cy, r: CELL * 0.36 }),
      svg("text", { class: "variation-name", x: cx, y: cy, "font-size": CELL * 0.46 }, name),
    );
  }
  const last = scene.last;
  if (last && shows(...last) && !taken.has(`${last[0]},${last[1]}`)) {
    const [cx, cy] = geometry.at(...last);
    marks.push(svg("circle", { class: `last ${on(...last)}`, cx, cy, r: CELL * 0.22 }));
  }
  for (const [x1, y1, x2, y2] of scene.lines) marks.push(stroke(geometry, [x1, y1, x2, y2], false));
  for (const [x1, y1, x2, y2] of scene.arrows) marks.push(stroke(geometry, [x1, y1, x2, y2], true));
  for (const [column, row] of scene.dim) {
    if (shows(column, row)) marks.push(svg("polygon", { class: "dim", points: geometry.cell(column, row) }));
  }
  for (const [column, row] of scene.hidden) {
    if (shows(column, row)) marks.push(svg("polygon", { class: "hidden", points: geometry.cell(column, row) }));
  }
  above.replaceChildren(...marks);
  below.replaceChildren(...ground);
}

function shape(kind: string, x: number, y: number, on: string): SVGElement {
  const r = CELL * 0.26;
  const at = `mark ${on}`;
  switch (kind) {
    case "circle":
      return svg("circle", { class: at, cx: x, cy: y, r });
    case "square":
      return svg("rect", { class: at, x: x - r * 0.85, y: y - r * 0.85, width: r * 1.7, height: r * 1.7 });
    case "selected":
      return svg("rect", { class: `${at} full`, x: x - r * 0.7, y: y - r * 0.7, width: r * 1.4, height: r * 1.4 });
    case "triangle":
      return svg("path", { class: at, d: `M${x} ${y - r * 1.1}L${x + r} ${y + r * 0.7}H${x - r}Z` });
    default:
      return svg("path", { class: at, d: `M${x - r * 0.8} ${y - r * 0.8}l${r * 1.6} ${r * 1.6}m0 ${-r * 1.6}l${-r * 1.6} ${r * 1.6}` });
  }
}

/** A line between two points; an arrow has a head at the second one. */
function stroke(geometry: Geometry, [a, b, c, d]: [number, number, number, number], arrow: boolean): SVGElement {
  const [x1, y1] = geometry.at(a, b);
  const [x2, y2] = geometry.at(c, d);
  let path = `M${x1} ${y1}L${x2} ${y2}`;
  if (arrow) {
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const wing = (turn: number) =>
      `M${x2} ${y2}l${(-Math.cos(angle + turn) * CELL * 0.4).toFixed(1)} ${(-Math.sin(angle + turn) * CELL * 0.4).toFixed(1)}`;
    path += wing(0.45) + wing(-0.45);
  }
  return svg("path", { class: arrow ? "arrow" : "line", d: path });
}
