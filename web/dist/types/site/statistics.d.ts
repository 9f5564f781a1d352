/** The page with figures of the selected games. */
export declare function statistics(main: HTMLElement, values: URLSearchParams): Promise<void>;
