/** The page of one game. `node` is the place in it: a move, or a path. */
export declare function game(main: HTMLElement, id: string, values: URLSearchParams): Promise<void>;
