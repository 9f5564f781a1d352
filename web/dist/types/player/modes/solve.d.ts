import { guessMode } from "./guess.js";
import { problemMode } from "./problem.js";
/** The modes of this script: what hides the moves that follow. */
export declare const modes: {
    problem: typeof problemMode;
    guess: typeof guessMode;
};
