import type { Reader, Source } from "../core/reader.js";
import type { KifuPlayerEvents } from "./events.js";
declare const Base: typeof HTMLElement;
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
export declare class KifuPlayer extends Base {
    static readonly observedAttributes: string[];
    private readonly root;
    private readonly frame;
    private player?;
    private loading;
    private connected;
    /** The attributes that changed while the element was on no page. */
    private readonly missed;
    private readonly darkness;
    private readonly followScheme;
    constructor();
    /**
     * Reads a record and shows it. Resolves when its first board is drawn, and to `false` if it cannot be shown; a record
     * that is open stays open then.
     */
    load(source: Source, key?: string): Promise<boolean>;
    /** Opens a record instead of the present one, which stays open if the new one cannot be shown and it `keeps` that. */
    private replace;
    private loaded;
    /** Shows a record anew that was read in a wrong encoding, if it is still there. */
    private correct;
    /** Puts a record into the place of a player, at the node that it shows. */
    private renew;
    /** Focuses the player, so that its keys work. */
    focus(options?: FocusOptions): void;
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
    private attribute;
    /** A player of a record, in the language of the page. */
    private show;
    private texts;
    /** Opens what was pasted or dropped. */
    private receive;
    /** Says that a record is on its way. */
    private wait;
    private fail;
    private applyScheme;
}
declare global {
    interface HTMLElementTagNameMap {
        "kifu-player": KifuPlayer;
    }
    interface GlobalEventHandlersEventMap extends KifuPlayerEvents {
    }
}
/** Makes `<kifu-player>` known to the page. */
export declare function define(open: () => Promise<Reader>): void;
export {};
