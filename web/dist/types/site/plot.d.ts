/** A bar with the shares of Black, of nobody, and of White. */
export declare function winBar(black: number, white: number, all: number): SVGSVGElement;
export interface Column {
    label: string;
    value: number;
    black?: number;
    white?: number;
}
/** The columns of all years from the first to the last, or of decades; `value` is the height of a year. */
export declare function yearColumns<Y extends {
    year: number | null;
    black_wins: number;
    white_wins: number;
}>(list: Y[], value: (own: Y) => number): Column[];
/** Columns of equal width; the wins of Black below, those of White above. */
export declare function columns(data: Column[], name: string): SVGSVGElement;
