/** The words of the editor alone. */
export declare const WORDS: {
    tools: [string, string, string, string, string];
    erase: [string, string, string, string, string];
    letter: [string, string, string, string, string];
    number: [string, string, string, string, string];
    name: [string, string, string, string, string];
    undo: [string, string, string, string, string];
    redo: [string, string, string, string, string];
    remove: [string, string, string, string, string];
    mainLine: [string, string, string, string, string];
    save: [string, string, string, string, string];
    copy: [string, string, string, string, string];
    copied: [string, string, string, string, string];
};
