import { html, svg } from "../player/dom.js";
import { CELL, Geometry } from "../player/geometry.js";
import { columnName, rowName } from "../player/names.js";
import { definitions, piece, shadow } from "../player/pieces.js";
import { styleSheet } from "../player/styles.js";
import type { Scene } from "../core/scene.js";
import type { Area, Grid, Letter } from "./pattern.js";

/** The continuations at a point of the board: one, or one of each color. */
export interface Mark {
  column: number;
  row: number;
  /** Whether they are the same as others in a symmetric position. */
  copy: boolean;
  nexts: MarkedNext[];
}

/** A continuation on the board. */
export interface MarkedNext {
  letter: string;
  color: "black" | "white";
  /** The share of all hits, from 0 to 1. */
  share: number;
  /** The share that Black won of the decided ones. */
  black: number | undefined;
}

/** What is on a point, in words. */
const CONTENTS: { [letter in Letter]: string } = {
  X: "black stone", O: "white stone", ".": "empty", x: "black or empty", o: "white or empty", "@": "a stone of either color", "*": "any",
};

const STEPS: { [key: string]: [number, number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The area with two points as corners. */
export function areaOf(from: [number, number], to: [number, number]): Area {
  return { left: Math.min(from[0], to[0]), top: Math.min(from[1], to[1]), right: Math.max(from[0], to[0]), bottom: Math.max(from[1], to[1]) };
}

/** The radius of a mark. */
const RADIUS = CELL * 0.42;

const RULES = `
.kifu{border:0;padding:0}
.drags .board svg{touch-action:none}
.points rect{fill:transparent;cursor:crosshair}
.points rect.cursor{stroke:var(--_focus);stroke-width:3}
.outside{fill:#000;fill-opacity:.28;pointer-events:none}
.frame{fill:none;stroke:var(--_accent);stroke-width:2.5;stroke-dasharray:7 4;pointer-events:none}
.overlay{pointer-events:none}
.disk{fill:var(--_board);fill-opacity:.88}
.ring{fill:none;stroke-width:2}
.ring.black{stroke:var(--_black-2)}.ring.white{stroke:#fff}
.copy{opacity:.45}
.next-letter{font-family:system-ui,sans-serif;font-weight:700;text-anchor:middle;dominant-baseline:central;fill:var(--_names)}
.share{fill:#8d8d8d}.share.b{fill:#16181b}.share.w{fill:#fff}
.wild{font:700 20px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:var(--_accent)}
`;

/** The board of the explorer: stones, wildcards, the area and the continuations. */
export class ExplorerBoard {
  readonly element = html("div", { class: "host", "data-scheme": "auto" });
  private readonly frame = html("div", { class: "kifu loaded", "data-skin": "kaya" });
  private readonly layers = { stones: svg("g"), area: svg("g", { class: "overlay" }), marks: svg("g", { class: "overlay" }), points: svg("g", { class: "points" }) };
  private geometry!: Geometry;
  private grid!: Grid;
  private area!: Area;
  private key = "";
  private cursor?: [number, number];
  /** The point on which the pointer went down. */
  private from?: [number, number];
  /** The corner from which Shift and arrow keys extend an area. */
  private anchor?: [number, number];
  /** An area chosen with keys, drawn but not yet searched. */
  private pending?: Area;
  /** Whether {@link announce} is due. */
  private announces = false;

  /**
   * `press` is called for a point; `drag` for two points, while the pointer is down and when it is up; `choose` for an
   * area chosen with keys.
   */
  constructor(
    private readonly press: (column: number, row: number) => void,
    private readonly drag: (from: [number, number], to: [number, number], isOver: boolean) => void,
    private readonly choose: (area: Area) => void,
    private readonly say: (text: string) => void,
  ) {
    const rules = new CSSStyleSheet();
    rules.replaceSync(RULES);
    const root = this.element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styleSheet(), rules];
    root.append(this.frame);
    this.frame.setAttribute("tabindex", "0");
    this.frame.setAttribute("role", "application");
    this.frame.setAttribute("aria-label", "Board: arrow keys move, Enter puts a stone, Shift and arrow keys choose the area that counts");
    this.frame.addEventListener("keydown", (event) => this.keydown(event));
    this.frame.addEventListener("keyup", (event) => event.key === "Shift" && this.choosePending());
    this.frame.addEventListener("blur", () => this.choosePending());
    this.frame.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0) return;
      this.from = this.pointOf(event);
      if (this.from) this.frame.setPointerCapture(event.pointerId);
    });
    this.frame.addEventListener("pointermove", (event) => {
      if (!this.from || !event.isPrimary) return;
      const to = this.nearest(event);
      if (to && String(to) !== String(this.from)) this.drag(this.from, to, false);
      else this.restoreArea();
    });
    this.frame.addEventListener("pointerup", (event) => {
      if (!this.from || !event.isPrimary) return;
      const [from, to] = [this.from, this.nearest(event)];
      this.from = undefined;
      this.restoreArea();
      if (!to) return;
      if (String(from) === String(to)) this.press(...to);
      else this.drag(from, to, true);
    });
    this.frame.addEventListener("pointercancel", (event) => {
      if (!event.isPrimary) return;
      this.from = undefined;
      this.restoreArea();
    });
  }

  /** Whether a finger on the board drags; otherwise it scrolls the page. */
  set drags(drags: boolean) {
    this.frame.classList.toggle("drags", drags);
  }

  draw(grid: Grid, area: Area, marks: Mark[]): void {
    [this.grid, this.area] = [grid, area];
    this.build(grid);
    const { geometry } = this;
    const stones: SVGElement[] = [];
    grid.cells.forEach((letter, index) => {
      const [x, y] = geometry.at(index % grid.columns, Math.floor(index / grid.columns));
      if (letter === "X" || letter === "O") stones.push(shadow(x, y), piece(letter, x, y, index));
      else if (letter !== ".") stones.push(svg("text", { class: "wild", x, y }, letter));
    });
    this.layers.stones.replaceChildren(...stones);
    this.restoreArea();
    this.drawMarks(marks);
  }

  /** Announces the point of the cursor if Enter was pressed on it. */
  announce(): void {
    if (this.announces && this.cursor) this.say(this.describe(this.cursor));
    this.announces = false;
  }

  /** Draws the area of the search again, instead of a preview. */
  private restoreArea(): void {
    this.drawArea(this.pending ?? this.area);
  }

  /** Draws an area, as a preview until the next {@link draw}. */
  drawArea(area: Area): void {
    const { geometry, grid } = this;
    const isWhole = area.left === 0 && area.top === 0 && area.right === grid.columns - 1 && area.bottom === grid.rows - 1;
    if (isWhole) {
      this.layers.area.replaceChildren();
      return;
    }
    const [x1, y1] = geometry.at(area.left, area.top).map((at) => at - CELL / 2);
    const [x2, y2] = geometry.at(area.right, area.bottom).map((at) => at + CELL / 2);
    const { width, height } = geometry;
    const outside = `M0 0H${width}V${height}H0ZM${x1} ${y1}V${y2}H${x2}V${y1}Z`;
    this.layers.area.replaceChildren(
      svg("path", { class: "outside", d: outside, "fill-rule": "evenodd" }),
      svg("rect", { class: "frame", x: x1, y: y1, width: x2 - x1, height: y2 - y1 }),
    );
  }

  private drawMarks(marks: Mark[]): void {
    const drawn = marks.map(({ column, row, copy, nexts }) => {
      const [x, y] = this.geometry.at(column, row);
      const group = svg("g", { class: copy ? "copy" : undefined });
      group.append(svg("circle", { class: "disk", cx: x, cy: y, r: RADIUS }));
      nexts.forEach(({ letter, color, share, black }, index) => {
        const room = CELL / nexts.length;
        const middle = x + (index - (nexts.length - 1) / 2) * room * 0.8;
        // A ring, or its left and its right half.
        const ring = nexts.length === 1 ? `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 0 1 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 0 1 ${-2 * RADIUS} 0` : `M${x} ${y - RADIUS}a${RADIUS} ${RADIUS} 0 0 ${index} 0 ${2 * RADIUS}`;
        group.append(svg("path", { class: `ring ${color}`, d: ring }), svg("text", { class: "next-letter", x: middle, y: y - 2, "font-size": nexts.length === 1 ? 15 : 12 }, letter));
        if (copy) return;
        const width = Math.max(2, (room - 10 / nexts.length) * Math.sqrt(share));
        const left = middle - width / 2;
        group.append(svg("rect", { class: "share", x: left, y: y + 7, width, height: 3.5 }));
        if (black === undefined) return;
        group.append(
          svg("rect", { class: "share b", x: left, y: y + 7, width: width * black, height: 3.5 }),
          svg("rect", { class: "share w", x: left + width * black, y: y + 7, width: width * (1 - black), height: 3.5 }),
        );
      });
      return group;
    });
    this.layers.marks.replaceChildren(...drawn);
  }

  private build(grid: Grid): void {
    const key = `${grid.columns}:${grid.rows}`;
    if (key === this.key) return;
    this.key = key;
    this.cursor = this.anchor = this.pending = undefined;
    const { columns, rows } = grid;
    const scene = { board: "grid", columns, rows, window: [0, 0, columns - 1, rows - 1] } as unknown as Scene;
    const geometry = new Geometry(scene, CELL * 0.9);
    this.geometry = geometry;
    const { width, height } = geometry;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}` });
    const names = svg("g", { class: "names" });
    for (let column = 0; column < columns; column++) {
      const [x] = geometry.at(column, 0);
      for (const y of [CELL * 0.45, height - CELL * 0.45]) names.append(svg("text", { x, y }, columnName(column, "western")));
    }
    const points: SVGElement[] = [];
    for (let row = 0; row < rows; row++) {
      const [, y] = geometry.at(0, row);
      for (const x of [CELL * 0.45, width - CELL * 0.45]) names.append(svg("text", { x, y }, rowName(row, rows, "western")));
      for (let column = 0; column < columns; column++) {
        const [x, y] = geometry.at(column, row);
        points.push(svg("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, "data-point": `${column},${row}` }));
      }
    }
    this.layers.points.replaceChildren(...points);
    const star = (side: number) => (side < 7 ? [] : side < 13 ? [2, side - 3] : [3, side - 4]);
    const middle = (side: number) => (side % 2 === 1 && side >= 7 ? [(side - 1) / 2] : []);
    const stars = svg("g");
    const isLarge = columns >= 13 && rows >= 13;
    const [xs, ys] = [[...star(columns), ...(isLarge ? middle(columns) : [])], [...star(rows), ...(isLarge ? middle(rows) : [])]];
    for (const column of xs) {
      for (const row of ys) {
        const [cx, cy] = geometry.at(column, row);
        stars.append(svg("circle", { class: "star", cx, cy, r: 2.6 }));
      }
    }
    picture.append(
      definitions(),
      svg("rect", { width, height, fill: "url(#ground)", rx: 3 }),
      svg("rect", { width, height, fill: "url(#grain)", class: "grain", rx: 3 }),
      svg("path", { class: "lines", d: geometry.lines() }),
      stars,
      names,
      this.layers.stones,
      this.layers.area,
      this.layers.marks,
      this.layers.points,
    );
    const board = html("div", { class: "board" }, picture);
    board.style.setProperty("--ratio", String(width / height));
    this.frame.replaceChildren(board);
  }

  private pointOf(event: PointerEvent): [number, number] | undefined {
    const target = (this.element.shadowRoot as ShadowRoot).elementFromPoint(event.clientX, event.clientY);
    const point = (target as SVGElement | null)?.dataset?.point?.split(",").map(Number);
    return point && [point[0], point[1]];
  }

  /** The point nearest to the pointer; `undefined` if the pointer is outside of the board. */
  private nearest(event: PointerEvent): [number, number] | undefined {
    const { left, top, width, height } = this.frame.querySelector(".board svg")!.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return undefined;
    const { geometry } = this;
    const at = (share: number, length: number) => Math.floor((share * length - geometry.edge) / CELL);
    return this.inside(at(x, geometry.width), at(y, geometry.height));
  }

  /** The point, or the nearest one on the board. */
  private inside(column: number, row: number): [number, number] {
    const within = (at: number, side: number) => Math.min(side - 1, Math.max(0, at));
    return [within(column, this.grid.columns), within(row, this.grid.rows)];
  }

  private name([column, row]: [number, number]): string {
    return columnName(column, "western") + rowName(row, this.grid.rows, "western");
  }

  private describe(point: [number, number]): string {
    return `${this.name(point)}, ${CONTENTS[this.grid.cells[point[1] * this.grid.columns + point[0]]]}`;
  }

  /** Searches the area that was chosen with keys. */
  private choosePending(): void {
    const area = this.pending;
    this.pending = undefined;
    if (area) this.choose(area);
  }

  private extend(from: [number, number], to: [number, number]): void {
    if (String(from) === String(to)) {
      this.pending = undefined;
      this.say(this.describe(to));
    } else {
      this.pending = areaOf(from, to);
      const { left, top, right, bottom } = this.pending;
      this.say(`Area ${this.name(from)} to ${this.name(to)}, ${right - left + 1} by ${bottom - top + 1} points`);
    }
    this.restoreArea();
  }

  private keydown(event: KeyboardEvent): void {
    if (!this.grid || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const { columns, rows } = this.grid;
    const from = this.cursor ?? [Math.floor(columns / 2), Math.floor(rows / 2)];
    if (step) {
      this.cursor = this.inside(from[0] + step[0], from[1] + step[1]);
      if (event.shiftKey) {
        this.anchor ??= from;
        this.extend(this.anchor, this.cursor);
      } else {
        this.anchor = undefined;
        this.choosePending();
        this.say(this.describe(this.cursor));
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.cursor = from;
      this.choosePending();
      this.announces = true;
      this.press(...from);
    } else if (event.key === "Escape" && this.pending) {
      this.cursor = from;
      this.anchor = this.pending = undefined;
      this.restoreArea();
      this.say(this.describe(from));
    } else {
      return;
    }
    event.preventDefault();
    for (const cell of this.layers.points.querySelectorAll(".cursor")) cell.classList.remove("cursor");
    this.layers.points.querySelector(`[data-point="${this.cursor}"]`)?.classList.add("cursor");
  }
}
