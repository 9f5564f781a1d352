import { NodeFlag } from "../../core/game.js";
import { disc, html, iconButton, wordButton } from "../dom.js";
import { sgfPoint } from "../names.js";
import { moveWords } from "../panels.js";
import { follow, hasPointMoves, isSure, moveAt, pointOf } from "../session.js";
import { memory } from "../source.js";
import { wordsIn } from "../texts.js";

/**
 * What a mode in a script of its own takes from the player. If it imported these itself, they would move to a third
 * script, and a page would wait for two scripts before its first board.
 */
export const kit = {
  NodeFlag, disc, follow, hasPointMoves, html, iconButton, isSure, memory, moveAt, moveWords, pointOf, sgfPoint, wordButton, wordsIn,
};

export type Kit = typeof kit;
