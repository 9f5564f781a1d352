/** Lists what is wrong in the file of a game, with its fixes; writes them if the server allows it. */
export declare function problems(place: HTMLElement, id: string, edits: boolean): Promise<void>;
