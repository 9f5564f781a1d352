import { disc, html, iconButton, wordButton } from "../dom.js";
import { pointName, sgfPoint } from "../names.js";
import { moveWords } from "../panels.js";
import { follow, isSure, pointOf, shorten } from "../session.js";
import { wordsIn } from "../texts.js";
/**
 * What a script that is loaded on demand takes from the player. If it imported these itself, they would move to a third
 * script, and a page would wait for two scripts before its first board.
 */
export declare const kit: {
    NodeFlag: {
        readonly comment: 1;
        readonly name: number;
        readonly setup: number;
        readonly markup: number;
        readonly goodMove: number;
        readonly badMove: number;
        readonly doubtful: number;
        readonly interesting: number;
        readonly hotspot: number;
        readonly goodForBlack: number;
        readonly goodForWhite: number;
        readonly pass: number;
    };
    disc: typeof disc;
    follow: typeof follow;
    html: typeof html;
    iconButton: typeof iconButton;
    isSure: typeof isSure;
    memory: {
        get(key: string): string | null;
        set(key: string, value: string): void;
    };
    moveWords: typeof moveWords;
    pointName: typeof pointName;
    pointOf: typeof pointOf;
    sgfPoint: typeof sgfPoint;
    shorten: typeof shorten;
    wordButton: typeof wordButton;
    wordsIn: typeof wordsIn;
};
export type Kit = typeof kit;
