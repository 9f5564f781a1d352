import { svg } from "./dom.js";
import { CELL } from "./geometry.js";

const RADIUS = CELL * 0.475;

/** What stones are painted with. The colors are CSS variables, so that a skin is a handful of values. */
export function definitions(): SVGDefsElement {
  // Classes, as a content security policy may forbid `style` attributes.
  const stop = (offset: number, name: string) => svg("stop", { offset, class: `stop-${name}` });
  const shine = { cx: 0.36, cy: 0.3, r: 0.78 };
  return svg(
    "defs",
    {},
    svg("linearGradient", { id: "ground", x1: 0, y1: 0, x2: 0.25, y2: 1 }, stop(0, "board"), stop(1, "board-2")),
    svg("radialGradient", { id: "black", ...shine }, stop(0, "black-1"), stop(0.42, "black-2"), stop(1, "black-3")),
    svg("radialGradient", { id: "white", ...shine }, stop(0, "white-1"), stop(0.55, "white-2"), stop(1, "white-3")),
    svg("radialGradient", { id: "shade" }, stop(0.6, "shade-1"), stop(0.82, "shade-2"), stop(1, "shade-3")),
    grain(),
    ...[0, 1, 2].map(shell),
  );
}

/** Thin veins of wood, at uneven distances. */
function grain(): SVGPatternElement {
  const veins = [3, 9, 12, 21, 27, 36, 41, 53, 58].map((x, index) =>
    svg("path", { class: "vein", d: `M${x} 0C${x + 2} 70 ${x - 3} 140 ${x} 210`, "stroke-width": 0.5 + (index % 3) * 0.45 }),
  );
  return svg("pattern", { id: "grain", width: 64, height: 210, patternUnits: "userSpaceOnUse", patternTransform: "rotate(2)" }, ...veins);
}

/** The lines of growth on a stone of shell, in three directions. */
function shell(turn: number): SVGGElement {
  const arcs = [-9, -5.5, -2, 1.5, 5, 8.5].map((y) => {
    const half = Math.sqrt(Math.max(0, RADIUS * RADIUS - y * y)) * 0.9;
    return `M${(-half).toFixed(1)} ${y}Q0 ${y + 3.5} ${half.toFixed(1)} ${y}`;
  });
  return svg("g", { id: `shell-${turn}`, transform: `rotate(${turn * 63 - 30})` }, svg("path", { class: "shell", d: arcs.join("") }));
}

/** The shadow that a stone throws to the lower right. */
export function shadow(x: number, y: number): SVGElement {
  return svg("circle", { cx: x + 1.6, cy: y + 2.4, r: RADIUS * 1.12, fill: "url(#shade)" });
}

/** A piece of a scene. `seed` chooses the direction of the shell; `cell` is the outline of the cell it is in. */
export function piece(letter: string, x: number, y: number, seed: number, cell = ""): SVGElement {
  const isBlack = "XQPC".includes(letter);
  const side = isBlack ? "black" : "white";
  const fill = `url(#${side})`;
  switch (letter) {
    case "X":
      return svg("circle", { class: "stone black", cx: x, cy: y, r: RADIUS, fill });
    case "O":
      return svg(
        "g",
        { class: "stone white" },
        svg("circle", { cx: x, cy: y, r: RADIUS, fill }),
        svg("use", { href: `#shell-${seed % 3}`, x, y }),
      );
    case "P":
    case "p":
      return svg("circle", { class: `stone ${side}`, cx: x, cy: y, r: RADIUS * 0.72, fill });
    case "C":
    case "c":
      return svg("polygon", { class: `stone ${side}`, points: cell, fill });
    case "Q":
    case "q": {
      const crown = `M${x - 10} ${y + 8}L${x - 11} ${y - 6}L${x - 5} ${y}L${x} ${y - 9}L${x + 5} ${y}L${x + 11} ${y - 6}L${x + 10} ${y + 8}Z`;
      return svg("path", { class: `stone ${side}`, d: crown, fill });
    }
    default:
      return svg("polygon", { class: "burnt", points: cell });
  }
}
