/** A bar with the shares of Black, of nobody, and of White. */
export declare function winBar(black: number, white: number, all: number): SVGSVGElement;
export interface Column {
    label: string;
    value: number;
    black?: number;
    white?: number;
}
/** Columns of equal width; the wins of Black below, those of White above. */
export declare function columns(data: Column[], name: string): SVGSVGElement;
