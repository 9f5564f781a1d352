import { checkText } from "../core/arguments.js";
import type { Reader, Source } from "../core/reader.js";
import type { Record } from "../core/record.js";
import { html } from "./dom.js";
import type { KifuPlayerEvents } from "./events.js";
import { loadMode, Player } from "./player.js";
import type { Choices } from "./settings.js";
import { hash, inlineSource, looksLikeRecord } from "./source.js";
import { styleSheet } from "./styles.js";
import { textsFor, type Texts } from "./texts.js";

/** How the WebAssembly module is opened; the builds differ in it. */
let opener: () => Promise<Reader>;

/** The attributes that can change while a player is on the page. */
const WATCHED = ["src", "game", "node", "mode", "skin", "scheme", "coordinates", "numbers", "lang", "sound", "autoplay", "properties"];

// Servers that render pages import this script and have no elements.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

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
export class KifuPlayer extends Base {
  static readonly observedAttributes = WATCHED;

  private readonly root: ShadowRoot;
  private readonly frame = html("div", { class: "kifu", role: "region", tabindex: 0 });
  private player?: Player;
  /**
   * What the reader chose, which other records keep.
   * @internal
   */
  choices?: Choices;
  private loading = 0;
  private connected = false;
  /** The attributes that changed while the element was on no page. */
  private readonly missed = new Set<string>();
  private readonly darkness = matchMedia("(prefers-color-scheme: dark)");
  private readonly followScheme = () => this.applyScheme();

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [styleSheet(document)];
    this.root.append(this.frame);
    this.frame.append(html("slot"));
    this.frame.addEventListener("keydown", (event) => this.player?.keydown(event));
    this.addEventListener("dragover", (event) => {
      const isOpened = opens(event);
      this.frame.classList.toggle("dropping", isOpened);
      if (isOpened) event.preventDefault();
    });
    this.addEventListener("dragleave", () => this.frame.classList.remove("dropping"));
    this.addEventListener("drop", (event) => {
      this.frame.classList.remove("dropping");
      if (!opens(event)) return;
      event.preventDefault();
      void this.receive(event.dataTransfer);
    });
    this.addEventListener("paste", (event) => {
      if (!isField(event)) void this.receive(event.clipboardData);
    });
  }

  /** @internal */
  connectedCallback(): void {
    this.connected = true;
    this.applyScheme();
    this.darkness.addEventListener("change", this.followScheme);
    const missed = [...this.missed];
    this.missed.clear();
    if (!this.player || missed.includes("src")) void this.open();
    else for (const name of missed) this.attribute(name);
  }

  /** @internal */
  disconnectedCallback(): void {
    this.connected = false;
    this.darkness.removeEventListener("change", this.followScheme);
    // What was playing goes on when the element is on a page again.
    if (this.player?.pause()) this.missed.add("autoplay");
  }

  /** @internal */
  adoptedCallback(): void {
    this.root.adoptedStyleSheets = [styleSheet(this.ownerDocument)];
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    // What is on its way is not wanted anymore, also where no other record is.
    if (name === "src") {
      this.loading++;
      this.wait(false);
    }
    if (this.connected) this.attribute(name);
    else this.missed.add(name);
  }

  /**
   * Reads a record and shows it. Resolves when its first board is drawn, and to `false` if it cannot be shown; a record
   * that is open stays open then.
   */
  load(source: Source, key = ""): Promise<boolean> {
    return this.replace(source, key, true);
  }

  /** Opens a record instead of the present one, which stays open if the new one cannot be shown and it `keeps` that. */
  private async replace(source: Source, key: string, keeps: boolean): Promise<boolean> {
    const turn = ++this.loading;
    this.wait(true);
    try {
      const [kifu] = await Promise.all([opener(), loadMode(this.wantedMode)]);
      const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
      const record = this.wantedMode === "edit" ? await kifu.readForEditing(bytes) : await kifu.readAny(bytes);
      if (turn !== this.loading) {
        record.free();
        return false;
      }
      checkBoards(record);
      this.player?.close();
      this.player = this.show(kifu, record, key || hash(typeof bytes === "string" ? bytes : `${bytes.length}:${bytes.slice(0, 4096).join()}`));
      this.loaded(record);
      this.correct(record, turn).catch((error: unknown) => this.player?.record === record && this.fail(error, true));
      return true;
    } catch (error) {
      if (turn === this.loading) this.fail(error, keeps);
      return false;
    }
  }

  private loaded(record: Record): void {
    this.wait(false);
    this.dispatch("kifu-load", { games: record.length, problems: record.problems().length });
  }

  /** Shows a record anew that was read in a wrong encoding, if it is still there. */
  private async correct(record: Record, turn: number): Promise<void> {
    const better = await record.better?.();
    const { player } = this;
    if (!better) return;
    if (player?.record !== record) return better.free();
    this.renew(player, better);
    if (turn === this.loading) this.loaded(better);
  }

  /** Puts a record into the place of a player, at the node that it shows. */
  private renew(player: Player, record: Record): void {
    const { kifu, key, place } = player;
    const focused = this.root.activeElement;
    const isPlaying = player.pause();
    if (player.detach() !== record) player.record.free();
    this.player = this.show(kifu, record, key);
    this.player.goToPlace(place);
    if (isPlaying) this.player.act("play");
    if (focused) this.focus({ preventScroll: true });
  }

  /** Focuses the player, so that its keys work. */
  override focus(options?: FocusOptions): void {
    this.frame.focus(options);
  }

  /** Goes to a node by its path, as {@link KifuPlayer.path} is written. */
  go(path: string): void {
    checkText("path", path);
    this.player?.goToPath(path);
  }

  next(): void {
    this.player?.act("forward");
  }

  previous(): void {
    this.player?.act("back");
  }

  first(): void {
    this.player?.act("first");
  }

  last(): void {
    this.player?.act("last");
  }

  /** Where the player is: steps along the line, and `steps:place` where it takes another variation than the first. */
  get path(): string {
    return this.player?.navigator.path() ?? "";
  }

  /** The record as SGF, with the changes that were made. */
  get sgf(): string {
    this.player?.settle();
    return this.player?.record.toString() ?? "";
  }

  /**
   * The mode of the attribute, whether or not there is one of this name.
   * @internal
   */
  get wantedMode(): string {
    return this.getAttribute("mode")?.toLowerCase() ?? "";
  }

  /** @internal */
  dispatch<K extends keyof KifuPlayerEvents>(name: K, detail: KifuPlayerEvents[K]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private async open(): Promise<void> {
    const src = this.getAttribute("src");
    if (src === null) {
      const { loading } = this;
      // A script in the head runs before the content of the element is parsed.
      if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
      const text = inlineSource(this);
      if (text !== undefined && loading === this.loading) await this.load(text);
      return;
    }
    const turn = ++this.loading;
    this.wait(true);
    try {
      const url = new URL(src, this.baseURI);
      const response = await fetch(url).catch((error: Error) => {
        throw new Error(`${src}: ${error.message}`);
      });
      if (!response.ok) {
        // The server of `kifu serve` gives the reason as JSON.
        const answer = await response.json().catch(() => 0);
        throw new Error(`${src}: ${answer?.error ?? `${response.status} ${response.statusText}`}`);
      }
      const bytes = await response.arrayBuffer();
      if (turn === this.loading) await this.replace(bytes, url.href, false);
    } catch (error) {
      if (turn === this.loading) this.fail(error);
    }
  }

  private attribute(name: string): void {
    if (name === "src") {
      void this.open();
    } else if (name === "scheme") {
      this.applyScheme();
    } else if (name === "lang" && this.player) {
      this.renew(this.player, this.player.record);
    } else {
      this.player?.attribute(name);
    }
  }

  /** A player of a record, in the language of the page. */
  private show(kifu: Reader, record: Record, key: string): Player {
    const texts = this.texts();
    this.frame.lang = texts.language;
    return new Player(this, this.frame, kifu, record, texts, key);
  }

  private texts(): Texts {
    return textsFor(this.getAttribute("lang"), languageAround(this), navigator.language);
  }

  /** Opens what was pasted or dropped. */
  private async receive(data: DataTransfer | null): Promise<void> {
    const file = data?.files[0];
    const text = data?.getData("text/plain") ?? "";
    if (!file && !looksLikeRecord(text)) return;
    if (this.player?.hasChanges && !confirm(this.player.texts.discard)) return;
    await this.load(file ? await file.arrayBuffer() : text);
  }

  /** Says that a record is on its way. */
  private wait(isBusy: boolean): void {
    this.frame.setAttribute("aria-busy", String(isBusy));
    this.frame.dataset.wait = this.texts().loading;
  }

  private fail(error: unknown, keeps = false): void {
    this.wait(false);
    const texts = this.texts();
    const reason = error instanceof Error ? error.message : String(error);
    if (keeps && this.player) {
      this.player.say(`${texts.failed}: ${reason}`, "wrong");
      this.dispatch("kifu-error", { reason });
      return;
    }
    this.player?.close();
    this.player = undefined;
    this.choices = undefined;
    this.frame.classList.remove("loaded");
    this.frame.replaceChildren(html("p", { class: "fail", role: "alert" }, `${texts.failed}: ${reason}`), html("slot"));
    this.dispatch("kifu-error", { reason });
  }

  private applyScheme(): void {
    const scheme = this.getAttribute("scheme")?.toLowerCase();
    const known = scheme === "light" || scheme === "dark" ? scheme : "auto";
    this.dataset.scheme = known;
    const isDark = known === "dark" || (known === "auto" && this.darkness.matches);
    this.toggleAttribute("data-dark", isDark);
  }
}

/** Whether an event is one of a field, which takes texts itself. */
function isField(event: Event): boolean {
  return (event.composedPath()[0] as Partial<Element>).matches?.("textarea,input") ?? false;
}

/** Whether what is dragged is opened here. A browser that opens a file itself leaves the page, so no field gets one. */
function opens(event: DragEvent): boolean {
  return !isField(event) || (event.dataTransfer?.types.includes("Files") ?? false);
}

/** Refuses a record none of whose games can be shown. */
function checkBoards(record: Record): void {
  if (record.length === 0) throw new Error("no game in it");
  for (let index = 0; ; index++) {
    try {
      record.game(index).scene(0);
      return;
    } catch (error) {
      if (index + 1 === record.length) throw error;
    }
  }
}

/** The language of what is around an element, through the roots of shadow trees. */
function languageAround(element: Element): string | undefined {
  for (let node: Node | null = element.parentNode; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    const language = node instanceof Element && node.getAttribute("lang");
    if (language) return language;
  }
  return undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "kifu-player": KifuPlayer;
  }
  interface GlobalEventHandlersEventMap extends KifuPlayerEvents {}
}

/** Makes `<kifu-player>` known to the page. */
export function define(open: () => Promise<Reader>): void {
  if (!globalThis.customElements) return;
  opener = open;
  // The module is on its way while the elements are made and their records are read; who needs it sees its failure.
  if (document.querySelector("kifu-player")) open().catch(() => {});
  if (!customElements.get("kifu-player")) customElements.define("kifu-player", KifuPlayer);
}
