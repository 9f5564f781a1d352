import type { Scene } from "../core/scene.js";

/** The side of a cell, in units of the drawing. */
export const CELL = 32;

/** Where the points of a scene are in the drawing. */
export class Geometry {
  readonly width: number;
  readonly height: number;
  private readonly left: number;
  private readonly top: number;
  private readonly rowHeight: number;
  private readonly shift: number;

  /** `edge` is the room for coordinates on each side. */
  constructor(
    readonly scene: Scene,
    readonly edge: number,
  ) {
    const [left, top, right, bottom] = scene.window;
    const columns = right - left + 1;
    const rows = bottom - top + 1;
    const isHex = scene.board === "hex";
    this.left = left;
    this.top = top;
    this.rowHeight = isHex ? CELL * 0.866 : CELL;
    this.shift = isHex ? CELL / 2 : 0;
    this.width = columns * CELL + this.shift * (rows - 1) + 2 * edge;
    this.height = rows * this.rowHeight + (isHex ? CELL * 0.29 : 0) + 2 * edge;
  }

  /** The middle of a point. */
  at(column: number, row: number): [x: number, y: number] {
    const y = this.edge + (row - this.top + 0.5) * this.rowHeight + (this.shift ? CELL * 0.145 : 0);
    return [this.edge + (column - this.left + 0.5) * CELL + (row - this.top) * this.shift, y];
  }

  /** The rows and columns that are shown. */
  *points(): Iterable<[column: number, row: number]> {
    const [left, top, right, bottom] = this.scene.window;
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield [column, row];
  }

  shows(column: number, row: number): boolean {
    const [left, top, right, bottom] = this.scene.window;
    return column >= left && column <= right && row >= top && row <= bottom;
  }

  /** The lines of a board whose stones are on crossings, as the data of a path; open where the board goes on. */
  lines(): string {
    const { columns, rows, window } = this.scene;
    const [left, top, right, bottom] = window;
    const half = CELL / 2;
    const [x1, y1] = this.at(left, top);
    const [x2, y2] = this.at(right, bottom);
    const from = (open: boolean, at: number) => (open ? at - half : at);
    const to = (open: boolean, at: number) => (open ? at + half : at);
    let path = "";
    for (let row = top; row <= bottom; row++) {
      path += `M${from(left > 0, x1)} ${this.at(left, row)[1]}H${to(right < columns - 1, x2)}`;
    }
    for (let column = left; column <= right; column++) {
      path += `M${this.at(column, top)[0]} ${from(top > 0, y1)}V${to(bottom < rows - 1, y2)}`;
    }
    return path;
  }

  /** The outline of a cell, as the points of a polygon. */
  cell(column: number, row: number): string {
    const [x, y] = this.at(column, row);
    const corners =
      this.scene.board === "hex"
        ? [0, 1, 2, 3, 4, 5].map((corner) => {
            const angle = (Math.PI / 3) * corner + Math.PI / 6;
            return [x + Math.cos(angle) * CELL * 0.577, y + Math.sin(angle) * CELL * 0.577];
          })
        : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => [x + (dx * CELL) / 2, y + (dy * CELL) / 2]);
    return corners.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ");
  }
}
