/** The words of problems and guesses alone. */
export declare const WORDS: {
    right: [string, string, string, string, string];
    wrong: [string, string, string, string, string];
    notInTree: [string, string, string, string, string];
    unsolved: [string, string, string, string, string];
    hint: [string, string, string, string, string];
    retry: [string, string, string, string, string];
    nextProblem: [string, string, string, string, string];
    solved: [string, string, string, string, string];
    yourMove: [string, string, string, string, string];
    guess: [string, string, string, string, string];
    near: [string, string, string, string, string];
    far: [string, string, string, string, string];
    reveal: [string, string, string, string, string];
    score: [string, string, string, string, string];
    finished: [string, string, string, string, string];
    unavailable: [string, string, string, string, string];
};
