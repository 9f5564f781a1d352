/** Words, each in the order of the languages. */
export interface Words {
    [name: string]: [en: string, de: string, ja: string, zh: string, ko: string];
}
/** The words of the player; those of modes are in their scripts. */
declare const WORDS: {
    language: [string, string, string, string, string];
    board: [string, string, string, string, string];
    black: [string, string, string, string, string];
    white: [string, string, string, string, string];
    empty: [string, string, string, string, string];
    first: [string, string, string, string, string];
    back10: [string, string, string, string, string];
    back: [string, string, string, string, string];
    forward: [string, string, string, string, string];
    forward10: [string, string, string, string, string];
    last: [string, string, string, string, string];
    previousVariation: [string, string, string, string, string];
    nextVariation: [string, string, string, string, string];
    nextComment: [string, string, string, string, string];
    play: [string, string, string, string, string];
    pause: [string, string, string, string, string];
    settings: [string, string, string, string, string];
    skin: [string, string, string, string, string];
    kaya: [string, string, string, string, string];
    paper: [string, string, string, string, string];
    walnut: [string, string, string, string, string];
    bamboo: [string, string, string, string, string];
    ink: [string, string, string, string, string];
    contrast: [string, string, string, string, string];
    coordinates: [string, string, string, string, string];
    numbers: [string, string, string, string, string];
    sound: [string, string, string, string, string];
    none: [string, string, string, string, string];
    all: [string, string, string, string, string];
    lastMove: [string, string, string, string, string];
    info: [string, string, string, string, string];
    Game: [string, string, string, string, string];
    Event: [string, string, string, string, string];
    Round: [string, string, string, string, string];
    Place: [string, string, string, string, string];
    Date: [string, string, string, string, string];
    Black: [string, string, string, string, string];
    White: [string, string, string, string, string];
    Handicap: [string, string, string, string, string];
    Komi: [string, string, string, string, string];
    Rules: [string, string, string, string, string];
    Time: [string, string, string, string, string];
    Overtime: [string, string, string, string, string];
    Opening: [string, string, string, string, string];
    Result: [string, string, string, string, string];
    Source: [string, string, string, string, string];
    Annotator: [string, string, string, string, string];
    Copyright: [string, string, string, string, string];
    About: [string, string, string, string, string];
    tree: [string, string, string, string, string];
    variations: [string, string, string, string, string];
    comment: [string, string, string, string, string];
    properties: [string, string, string, string, string];
    note: [string, string, string, string, string];
    captures: [string, string, string, string, string];
    toPlay: [string, string, string, string, string];
    move: [string, string, string, string, string];
    pass: [string, string, string, string, string];
    toPass: [string, string, string, string, string];
    setup: [string, string, string, string, string];
    variation: [string, string, string, string, string];
    games: [string, string, string, string, string];
    game: [string, string, string, string, string];
    search: [string, string, string, string, string];
    find: [string, string, string, string, string];
    notFound: [string, string, string, string, string];
    loading: [string, string, string, string, string];
    failed: [string, string, string, string, string];
    discard: [string, string, string, string, string];
    triangle: [string, string, string, string, string];
    square: [string, string, string, string, string];
    circle: [string, string, string, string, string];
    cross: [string, string, string, string, string];
    tapAgain: [string, string, string, string, string];
    territory: [string, string, string, string, string];
    last_: [string, string, string, string, string];
};
/** The languages that the player speaks. */
export declare const LANGUAGES: string[];
/** The words of the player in one language. */
export type Texts = {
    [name in keyof typeof WORDS]: string;
};
/** Words in one language. */
export declare function wordsIn<W extends Words>(words: W, language: string): {
    [name in keyof W]: string;
};
/** The words of the first language that is known; English if none is. */
export declare function textsFor(...languages: readonly (string | null | undefined)[]): Texts;
export {};
