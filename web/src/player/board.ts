import type { Point, Scene, Side } from "../core/scene.js";
import { html, isModified, svg } from "./dom.js";
import { CELL, Geometry } from "./geometry.js";
import { drawMarks, MOST_SHOWN } from "./marks.js";
import { between, edgeNames, type Coordinates } from "./names.js";
import { definitions, piece, shadow } from "./pieces.js";
import type { Shown } from "./session.js";
import type { Texts } from "./texts.js";

/** A press on a point. */
export type Press = (column: number, row: number, how: "mouse" | "touch" | "keyboard") => void;

/** What a board shows besides the scene. */
export interface BoardOptions {
  coordinates: Coordinates;
  texts: Texts;
  /** Whether points can be chosen, so that the pointer shows it. */
  active: boolean;
}

/** Draws scenes as SVG. A step changes the points that differ and nothing else. */
export class Board {
  readonly element = html("div", { class: "board" });
  private geometry?: Geometry;
  private key = "";
  private pieces: (SVGElement[] | undefined)[] = [];
  private shown = "";
  private cells: SVGElement[] = [];
  private labels: string[] = [];
  private layers!: { [name in "territory" | "shadows" | "stones" | "marks" | "ghost"]: SVGGElement };
  private focused: Point = [0, 0];
  private scene?: Scene;
  private ghosted = "";

  constructor(private readonly press: Press) {
    this.element.addEventListener("keydown", (event) => this.key_(event));
    let touch = false;
    this.element.addEventListener("pointerdown", (event) => {
      touch = event.pointerType === "touch";
      // Focus stays with the player, so that arrow keys step through the game after a click.
      event.preventDefault();
      (this.element.closest(".kifu") as HTMLElement | null)?.focus({ preventScroll: true });
    });
    this.element.addEventListener("click", (event) => {
      const cell = (event.target as Element).closest?.("[data-point]");
      if (!cell) return;
      const [column, row] = (cell as SVGElement).dataset.point!.split(",").map(Number);
      this.press(column, row, touch ? "touch" : "mouse");
    });
  }

  /** The side of a cell on the screen, in CSS pixels. */
  get cellSize(): number {
    const width = this.element.getBoundingClientRect().width;
    return this.geometry ? (width / this.geometry.width) * CELL : 0;
  }

  /** Shows a scene. `fallback` draws boards that have no grid. */
  draw(scene: Shown, options: BoardOptions, fallback: () => string): void {
    this.scene = scene;
    if (scene.failure) {
      // An alert that is there already is not announced again at each step.
      if (this.key !== scene.failure) this.element.replaceChildren(html("p", { class: "fail", role: "alert" }, scene.failure));
      this.key = scene.failure;
      return;
    }
    if (scene.board === "other") {
      this.drawOther(fallback());
      return;
    }
    const key = JSON.stringify([scene.board, scene.columnNames, scene.rowNames, scene.window, scene.hidden, options.coordinates]);
    if (key !== this.key) {
      this.build(scene, options);
      this.key = key;
    }
    this.element.classList.toggle("active", options.active);
    this.drawPieces(scene);
    drawMarks(this.layers.marks, this.layers.territory, scene, this.geometry!);
    this.clearGhost();
    this.describe(scene, options);
  }

  /** Shows what is not done yet: a stone, or a ring around the point if `side` is 0. The next scene ends it. */
  ghost(column: number, row: number, side: 0 | Side): void {
    this.clearGhost();
    this.ghosted = `${column},${row}`;
    if (side === 0) return this.ring(column, row, "hint");
    const [x, y] = this.geometry!.at(column, row);
    this.layers.ghost.append(piece(side === 1 ? "X" : "O", x, y, column + row));
  }

  /** Whether a point is the one of {@link Board.ghost}. */
  isGhost(column: number, row: number): boolean {
    return this.ghosted === `${column},${row}`;
  }

  /** Draws a ring around a point. */
  ring(column: number, row: number, kind: "hint" | "right" | "wrong"): void {
    const [cx, cy] = this.geometry!.at(column, row);
    this.layers.ghost.append(svg("circle", { cx, cy, r: CELL * 0.46, class: `ring ${kind}` }));
  }

  clearGhost(): void {
    this.ghosted = "";
    this.layers.ghost.replaceChildren();
  }

  private drawOther(text: string): void {
    const parsed = new DOMParser().parseFromString(trusted(text), "image/svg+xml").documentElement;
    parsed.removeAttribute("width");
    parsed.removeAttribute("height");
    this.element.replaceChildren(document.importNode(parsed, true));
    this.key = "";
  }

  private build(scene: Scene, options: BoardOptions): void {
    const hasNames = options.coordinates !== "none";
    const geometry = new Geometry(scene, hasNames ? CELL * 0.9 : CELL * 0.25);
    this.geometry = geometry;
    this.pieces = [];
    this.shown = "";
    this.labels = [];
    const group = (name: string, ...children: Node[]) => svg("g", { class: name, "aria-hidden": "true" }, ...children);
    this.layers = {
      territory: group("territory"),
      shadows: group("shadows"),
      stones: group("stones"),
      marks: group("marks"),
      ghost: group("ghost"),
    };
    const ground = svg("rect", { class: "ground", width: geometry.width, height: geometry.height, rx: 3, fill: "url(#ground)" });
    const grain = svg("rect", { class: "grain", width: geometry.width, height: geometry.height, rx: 3, fill: "url(#grain)" });
    const drawing = svg(
      "svg",
      { viewBox: `0 0 ${geometry.width} ${geometry.height}`, role: "group", "aria-label": options.texts.board },
      definitions(),
      group("back", ground, grain, ...this.grid(scene, geometry)),
      ...(hasNames ? [this.names(scene, geometry, options.coordinates)] : []),
      this.layers.territory,
      this.layers.shadows,
      this.layers.stones,
      this.layers.marks,
      this.layers.ghost,
      this.points(scene, geometry, options.texts),
    );
    this.element.style.setProperty("--ratio", String(geometry.width / geometry.height));
    this.element.replaceChildren(drawing);
  }

  private grid(scene: Scene, geometry: Geometry): SVGElement[] {
    if (scene.board === "lines") {
      const stars = scene.stars.filter(([column, row]) => geometry.shows(column, row)).map(([column, row]) => {
        const [cx, cy] = geometry.at(column, row);
        return svg("circle", { class: "star", cx, cy, r: 2.8 });
      });
      return [svg("path", { class: "lines", d: geometry.lines() }), ...stars];
    }
    if (scene.board === "holes") {
      return [...geometry.points()].map(([column, row]) => {
        const [cx, cy] = geometry.at(column, row);
        return svg("circle", { class: "star", cx, cy, r: 2.2 });
      });
    }
    return [...geometry.points()].map(([column, row]) => {
      const isDark = scene.board === "checkered" && (column + row) % 2 === 1;
      return svg("polygon", { class: isDark ? "cell dark" : "cell", points: geometry.cell(column, row) });
    });
  }

  private names(scene: Scene, geometry: Geometry, chosen: Coordinates): SVGGElement {
    const [columns, rows] = edgeNames(scene, chosen);
    const [left, top, right, bottom] = scene.window;
    const names: SVGElement[] = [];
    const add = (x: number, y: number, text: string) => names.push(svg("text", { x, y }, text));
    const gap = geometry.edge * 0.5;
    for (let column = left; column <= right; column++) {
      const name = columns[column];
      add(geometry.at(column, top)[0], gap, name);
      add(geometry.at(column, bottom)[0], geometry.height - gap, name);
    }
    for (let row = top; row <= bottom; row++) {
      const name = rows[row];
      add(geometry.at(left, row)[0] - CELL / 2 - gap, geometry.at(left, row)[1], name);
      add(geometry.at(right, row)[0] + CELL / 2 + gap, geometry.at(left, row)[1], name);
    }
    return svg("g", { class: "names", "aria-hidden": "true" }, ...names);
  }

  /** The grid of labeled cells: what a screen reader reads, and what is pressed. */
  private points(scene: Scene, geometry: Geometry, texts: Texts): SVGGElement {
    const [left, top, right, bottom] = scene.window;
    this.cells = [];
    const rows: SVGGElement[] = [];
    // Copies of one cell: most attributes are the same for all.
    const first = svg("rect", { width: CELL, height: CELL, role: "gridcell", tabindex: -1 });
    for (let row = top; row <= bottom; row++) {
      const cells: SVGElement[] = [];
      for (let column = left; column <= right; column++) {
        const [x, y] = geometry.at(column, row);
        const cell = first.cloneNode() as SVGElement;
        cell.setAttribute("x", String(x - CELL / 2));
        cell.setAttribute("y", String(y - CELL / 2));
        cell.setAttribute("data-point", `${column},${row}`);
        this.cells[row * scene.columns + column] = cell;
        cells.push(cell);
      }
      rows.push(svg("g", { role: "row" }, ...cells));
    }
    this.focused = [Math.min(Math.max(this.focused[0], left), right), Math.min(Math.max(this.focused[1], top), bottom)];
    this.cells[this.focused[1] * scene.columns + this.focused[0]]?.setAttribute("tabindex", "0");
    return svg("g", { class: "grid", role: "grid", "aria-label": `${texts.board} ${scene.columns}×${scene.rows}` }, ...rows);
  }

  private drawPieces(scene: Scene): void {
    const geometry = this.geometry!;
    for (const [column, row] of geometry.points()) {
      const index = row * scene.columns + column;
      const now = scene.pieces[index];
      if (now === (this.shown[index] ?? ".")) continue;
      for (const element of this.pieces[index] ?? []) element.remove();
      this.pieces[index] = undefined;
      if (now === ".") continue;
      const [x, y] = geometry.at(column, row);
      const drawn = "XO".includes(now)
        ? [piece(now, x, y, column * 7 + row * 13), shadow(x, y)]
        : [piece(now, x, y, 0, geometry.cell(column, row))];
      this.layers.stones.append(drawn[0]);
      if (drawn[1]) this.layers.shadows.append(drawn[1]);
      this.pieces[index] = drawn;
    }
    this.shown = scene.pieces;
  }

  /** Names every cell: the point, what is on it, and its markup. */
  private describe(scene: Scene, { coordinates, texts }: BoardOptions): void {
    const extra = new Map<number, string>();
    for (const title of this.element.querySelectorAll(".grid title")) title.remove();
    const add = (column: number, row: number, words: string) => {
      const index = row * scene.columns + column;
      extra.set(index, `${extra.get(index) ?? ""}, ${words}`);
    };
    for (const [column, row, kind] of scene.marks) add(column, row, kind === "selected" ? texts.square : texts[kind]);
    for (const [column, row, label] of scene.labels) {
      add(column, row, label);
      // What is too long for its point is there for the pointer: the cells lie above the marks.
      if ([...label].length > MOST_SHOWN) this.cells[row * scene.columns + column]?.append(svg("title", {}, label));
    }
    for (const [column, row, number] of scene.numbers) add(column, row, String(number));
    for (const [column, row, side] of scene.territory) add(column, row, `${texts.territory} ${side === 1 ? texts.black : texts.white}`);
    for (const [column, row, name] of scene.hints) add(column, row, `${texts.variations} ${name}`);
    if (scene.last) add(...scene.last, texts.last_);
    const [columns, rows] = edgeNames(scene, coordinates);
    for (const [column, row] of this.geometry!.points()) {
      const index = row * scene.columns + column;
      const piece = scene.pieces[index];
      const side = piece === "." ? texts.empty : "XQPC".includes(piece) ? texts.black : "Oqpc".includes(piece) ? texts.white : "×";
      const label = `${side} ${columns[column]}${between(coordinates)}${rows[row]}${extra.get(index) ?? ""}`;
      if (this.labels[index] === label) continue;
      this.labels[index] = label;
      this.cells[index].setAttribute("aria-label", label);
    }
  }

  /** Moves the focus among the cells; chooses a point by Enter or Space. */
  private key_(event: KeyboardEvent): void {
    const cell = (event.target as Element).closest?.("[data-point]") as SVGElement | null;
    if (!cell || !this.scene || isModified(event)) return;
    const [column, row] = cell.dataset.point!.split(",").map(Number);
    const steps: { [key: string]: Point } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const next: Point = [column + step[0], row + step[1]];
      if (this.geometry!.shows(...next)) this.focusPoint(...next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.press(column, row, "keyboard");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private focusPoint(column: number, row: number): void {
    const cell = (point: Point) => this.cells[point[1] * this.scene!.columns + point[0]];
    cell(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = [column, row];
    cell(this.focused).setAttribute("tabindex", "0");
    cell(this.focused).focus({ preventScroll: true });
  }
}

let policy: { createHTML(text: string): string } | undefined;

/** A drawing of the library, for pages whose policy asks that markup be marked as trusted. */
function trusted(text: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createHTML(text: string): string }): typeof policy } };
  policy ??= trustedTypes?.createPolicy("kifu-player", { createHTML: (drawing) => drawing });
  return policy?.createHTML(text) ?? text;
}
