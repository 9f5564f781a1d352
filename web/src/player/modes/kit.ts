import { disc, html, iconButton, wordButton } from "../dom.js";
import { sgfPoint } from "../names.js";
import { isSure, moveAt } from "../session.js";
import { wordsIn } from "../texts.js";

/**
 * What a mode in a script of its own takes from the player. If it imported these itself, they would move to a third
 * script, and a page would wait for two scripts before its first board.
 */
export const kit = { disc, html, iconButton, isSure, moveAt, sgfPoint, wordButton, wordsIn };

export type Kit = typeof kit;
