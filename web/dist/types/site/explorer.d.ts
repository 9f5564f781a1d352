/** The position explorer. */
export declare function explorer(main: HTMLElement, values: URLSearchParams): Promise<void>;
