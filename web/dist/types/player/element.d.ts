import type { Kifu } from "../core/kifu.js";
/**
 * A game record on a web page.
 *
 * ```html
 * <script type="module" src="kifu-player.js"></script>
 * <kifu-player src="game.sgf"></kifu-player>
 * ```
 *
 * The record is the file of `src`, a `<script type="application/x-go-sgf">` inside of the element, or its text. What
 * else is inside is shown until the record is there, and stays if it cannot be read.
 */
export declare class KifuPlayer extends HTMLElement {
    static readonly observedAttributes: string[];
    private readonly root;
    private readonly frame;
    private player?;
    private loading;
    private connected;
    constructor();
    /** Reads a record and shows it. Resolves when its first board is drawn, and to `false` if it cannot be shown. */
    load(source: Uint8Array | ArrayBuffer | string, key?: string): Promise<boolean>;
    /** Goes to a node by its path, as {@link KifuPlayer.path} is written. */
    go(path: string): void;
    next(): void;
    previous(): void;
    first(): void;
    last(): void;
    /** Where the player is: steps along the line, and `steps:place` where it takes another variation than the first. */
    get path(): string;
    /** The record as SGF, with the changes that were made. */
    get sgf(): string;
    private open;
    private fail;
    private applyScheme;
}
/** Makes `<kifu-player>` known to the page. */
export declare function define(open: () => Promise<Kifu>): void;
