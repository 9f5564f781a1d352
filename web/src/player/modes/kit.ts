import { NodeFlag } from "../../core/game.js";
import { disc, html, iconButton, wordButton } from "../dom.js";
import { pointName, sgfPoint } from "../names.js";
import { moveWords } from "../panels.js";
import { follow, isSure, pointOf, shorten } from "../session.js";
import { memory } from "../source.js";
import { wordsIn } from "../texts.js";

/**
 * What a script that is loaded on demand takes from the player. If it imported these itself, they would move to a third
 * script, and a page would wait for two scripts before its first board.
 */
export const kit = {
  NodeFlag, disc, follow, html, iconButton, isSure, memory, moveWords, pointName, pointOf, sgfPoint, shorten, wordButton, wordsIn,
};

export type Kit = typeof kit;
