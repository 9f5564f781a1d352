/** What stones are painted with. The colors are CSS variables, so that a skin is a handful of values. */
export declare function definitions(): SVGDefsElement;
/** The shadow that a stone throws to the lower right. */
export declare function shadow(x: number, y: number): SVGElement;
/** A piece of a scene. `seed` chooses the direction of the shell; `cell` is the outline of the cell it is in. */
export declare function piece(letter: string, x: number, y: number, seed: number, cell?: string): SVGElement;
