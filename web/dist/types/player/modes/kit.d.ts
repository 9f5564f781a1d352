import { disc, html, iconButton, wordButton } from "../dom.js";
import { sgfPoint } from "../names.js";
import { isSure, moveAt } from "../session.js";
import { wordsIn } from "../texts.js";
/**
 * What a mode in a script of its own takes from the player. If it imported these itself, they would move to a third
 * script, and a page would wait for two scripts before its first board.
 */
export declare const kit: {
    disc: typeof disc;
    html: typeof html;
    iconButton: typeof iconButton;
    isSure: typeof isSure;
    moveAt: typeof moveAt;
    sgfPoint: typeof sgfPoint;
    wordButton: typeof wordButton;
    wordsIn: typeof wordsIn;
};
export type Kit = typeof kit;
