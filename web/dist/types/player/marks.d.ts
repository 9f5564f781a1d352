import type { Scene } from "../core/scene.js";
import { type Geometry } from "./geometry.js";
/** Characters of a label that fit a point. */
export declare const MOST_SHOWN = 4;
/** Draws everything that lies on the stones, and the territory below them. */
export declare function drawMarks(above: SVGGElement, below: SVGGElement, scene: Scene, geometry: Geometry): void;
