import { NodeFlag, type Game } from "../core/game.js";
import { html } from "./dom.js";
import type { Navigator } from "./navigator.js";

const STEP = 22;
const RADIUS = 7;

/** With more variations than this each has a row of its own: finding a free one takes too long. */
const MOST_PACKED = 20_000;

/** Where the nodes of a tree are drawn: the column is the depth, the row is found so that lines do not meet. */
export class TreeLayout {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** The nodes of each row, from left to right. */
  readonly inRow: number[][] = [];
  /** The nodes of each column that are not the first after their parent. */
  readonly branches: number[][] = [];
  readonly width: number;

  constructor(readonly game: Game) {
    this.columns = new Int32Array(game.length);
    this.rows = new Int32Array(game.length);
    // The last column that is taken in each row, from the right end of what was placed.
    const firstTaken: number[] = [];
    const starts: number[] = [];
    for (let node = 0; node < game.length; node++) {
      const parent = game.parent(node);
      this.columns[node] = parent < 0 ? 0 : this.columns[parent] + 1;
      if (parent < 0 || game.child(parent) !== node) starts.push(node);
    }
    // In file order the variations of a later move come first, so those of an earlier one find their rows below them.
    const packs = starts.length <= MOST_PACKED;
    for (const start of starts) {
      let end = start;
      while (game.child(end) >= 0) end = game.child(end);
      const parent = game.parent(start);
      const from = parent < 0 ? 0 : this.columns[parent];
      const to = this.columns[end];
      let row = parent < 0 ? 0 : packs ? this.rows[parent] + 1 : firstTaken.length;
      while (row < firstTaken.length && firstTaken[row] >= from) row++;
      for (let node = start; ; node = game.child(node)) {
        this.rows[node] = row;
        if (node === end) break;
      }
      while (firstTaken.length <= row) firstTaken.push(-1);
      firstTaken[row] = Math.max(firstTaken[row], to);
    }
    let width = 0;
    for (let node = 0; node < game.length; node++) {
      const column = this.columns[node];
      (this.inRow[this.rows[node]] ??= []).push(node);
      if (node > 0 && game.child(game.parent(node)) !== node) (this.branches[column] ??= []).push(node);
      width = Math.max(width, column + 1);
    }
    for (const nodes of this.inRow) nodes?.sort((a, b) => this.columns[a] - this.columns[b]);
    this.width = width;
  }
}

/** The drawn tree. Only what is in view is painted, so its size does not matter. */
export class TreeView {
  readonly element: HTMLElement;
  private readonly canvas = html("canvas", { "aria-hidden": "true" });
  private readonly space = html("div", { class: "tree-space" });
  private layout?: TreeLayout;
  private navigator?: Navigator;
  private frame = 0;
  /** Whether the node may be out of sight. Where it is, is measured once a frame, after the layout of the page. */
  private isMoved = false;

  constructor(label: string, private readonly choose: (node: number) => void) {
    this.element = html("div", { class: "tree", role: "group", "aria-label": label, tabindex: 0 }, this.canvas, this.space);
    this.element.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.space.addEventListener("click", (event) => {
      const column = Math.floor(event.offsetX / STEP);
      const row = Math.floor(event.offsetY / STEP);
      const node = this.layout?.inRow[row]?.find((node) => this.layout!.columns[node] === column);
      if (node !== undefined) this.choose(node);
    });
    if ("ResizeObserver" in globalThis) new ResizeObserver(() => this.schedule()).observe(this.element);
  }

  /** Shows the tree of a game; the layout is made again only for another tree. */
  show(navigator: Navigator): void {
    this.navigator = navigator;
    if (this.layout?.game !== navigator.game) {
      this.layout = new TreeLayout(navigator.game);
      this.space.style.width = `${this.layout.width * STEP}px`;
      this.space.style.height = `${this.layout.inRow.length * STEP}px`;
    }
    this.element.hidden = !this.hasBranches;
    this.isMoved = true;
    this.schedule();
  }

  /** Whether there is more than one line. */
  get hasBranches(): boolean {
    return !!this.layout?.branches.length;
  }

  private reveal(): void {
    const { node } = this.navigator!;
    const box = this.element;
    const [x, y] = [this.layout!.columns[node] * STEP, this.layout!.rows[node] * STEP];
    const width = box.clientWidth || 300;
    const height = box.clientHeight || 120;
    if (x < box.scrollLeft + STEP || x > box.scrollLeft + width - 2 * STEP) box.scrollLeft = x - width / 2;
    if (y < box.scrollTop || y > box.scrollTop + height - STEP) box.scrollTop = y - height / 2;
  }

  private schedule(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.isMoved && this.hasBranches) this.reveal();
      this.isMoved = false;
      this.paint();
    });
  }

  private paint(): void {
    const { layout, navigator, element: box } = this;
    if (!layout || !navigator || box.hidden) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [box.clientWidth, box.clientHeight];
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const style = getComputedStyle(box);
    // Each is read once: of all dots, this would take longer than to paint them.
    const [soft, focus, comment] = ["soft", "focus", "comment"].map((name) => style.getPropertyValue(`--_${name}`).trim());
    pen.setTransform(ratio, 0, 0, ratio, -box.scrollLeft * ratio, -box.scrollTop * ratio);
    pen.clearRect(box.scrollLeft, box.scrollTop, width, height);
    const first = Math.max(0, Math.floor(box.scrollLeft / STEP) - 1);
    const last = Math.ceil((box.scrollLeft + width) / STEP) + 1;
    const top = Math.max(0, Math.floor(box.scrollTop / STEP) - 1);
    const bottom = Math.ceil((box.scrollTop + height) / STEP) + 1;
    const at = (cell: number) => cell * STEP + STEP / 2;
    const { columns, rows, game } = layout;

    pen.strokeStyle = soft;
    pen.lineWidth = 1.2;
    pen.beginPath();
    for (const node of layout.branches.slice(first, last + 2).flat()) {
      const parent = game.parent(node);
      if (rows[parent] > bottom || rows[node] < top) continue;
      pen.moveTo(at(columns[parent]), at(rows[parent]));
      pen.lineTo(at(columns[parent]), at(rows[node]) - STEP / 2);
      pen.lineTo(at(columns[node]), at(rows[node]));
    }
    const visible: number[] = [];
    for (let row = top; row <= Math.min(bottom, layout.inRow.length - 1); row++) {
      const nodes = layout.inRow[row] ?? [];
      let low = 0;
      for (let high = nodes.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (columns[nodes[middle]] < first) low = middle + 1;
        else high = middle;
      }
      for (; low < nodes.length && columns[nodes[low]] <= last; low++) {
        const node = nodes[low];
        visible.push(node);
        const parent = game.parent(node);
        if (parent >= 0 && rows[parent] === row) {
          pen.moveTo(at(columns[parent]), at(row));
          pen.lineTo(at(columns[node]), at(row));
        }
      }
    }
    pen.stroke();
    pen.font = `${RADIUS * 1.25}px sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const node of visible) this.dot(pen, node, at(columns[node]), at(rows[node]), { soft, focus, comment });
  }

  private dot(pen: CanvasRenderingContext2D, node: number, x: number, y: number, colors: { soft: string; focus: string; comment: string }): void {
    const { game } = this.layout!;
    const side = game.color(node);
    if (node === this.navigator!.node) {
      pen.fillStyle = colors.focus;
      pen.beginPath();
      pen.arc(x, y, RADIUS + 3, 0, 7);
      pen.fill();
    }
    pen.fillStyle = side === 1 ? "#17181a" : side === 2 ? "#fbfaf7" : colors.soft;
    pen.strokeStyle = colors.soft;
    pen.beginPath();
    pen.arc(x, y, side ? RADIUS : RADIUS * 0.6, 0, 7);
    pen.fill();
    pen.stroke();
    const number = game.moveNumber(node);
    if (number && number < 1000) {
      pen.fillStyle = side === 1 ? "#fff" : "#111";
      pen.fillText(String(number), x, y + 0.5, RADIUS * 1.8);
    }
    if (game.has(node, NodeFlag.comment)) {
      pen.fillStyle = colors.comment;
      pen.fillRect(x + RADIUS - 2, y - RADIUS - 1, 4, 4);
    }
  }
}
