import { NodeFlag, type Game } from "../core/game.js";
import type { Reader } from "../core/reader.js";
import type { Record } from "../core/record.js";
import type { SceneOptions } from "../core/scene.js";
import { Board } from "./board.js";
import { actionOf, Controls, navigate, type Action } from "./controls.js";
import { html, inParts, isModified } from "./dom.js";
import type { KifuPlayer } from "./element.js";
import type { KifuPlayerEvents } from "./events.js";
import { kit, type Kit } from "./modes/kit.js";
import { viewMode } from "./modes/view.js";
import type { Coordinates } from "./names.js";
import { Navigator } from "./navigator.js";
import { GameList, infoPanel, type Info, moveWords, nodeWords, playersPanel, PropertyList } from "./panels.js";
import { capturedBy, notesOf, sceneOf, shorten, type Drawn, type Mode, type Session, type Shown } from "./session.js";
import { choicesOf, knock, settingsPanel, type Choices } from "./settings.js";
import { memory } from "./source.js";
import type { Texts } from "./texts.js";
import { TreeView } from "./tree.js";

type Modes = { [name: string]: (session: Session, kit: Kit) => Mode };

const MODES: Modes = { view: viewMode };

const solve = () => import("./modes/solve.js");

/** The scripts of the other modes. */
const SCRIPTS: { [name: string]: () => Promise<{ modes: Modes }> } = { edit: () => import("./modes/edit.js"), problem: solve, guess: solve };

/** Whether a mode waits for a script of its own. */
const waits = (name: string) => Object.hasOwn(SCRIPTS, name) && !Object.hasOwn(MODES, name);

/** Loads the script of a mode, if it has one. */
export async function loadMode(name: string): Promise<void> {
  if (waits(name)) Object.assign(MODES, (await SCRIPTS[name]()).modes);
}

/** Milliseconds a move, when a game plays by itself. */
const PACE = 1200;

/** One open record: the board, everything around it, and the mode that presses go to. */
export class Player implements Session {
  readonly board: Board;
  navigator!: Navigator;
  gameIndex = 0;
  scene!: Shown;
  private readonly choices: Choices;
  private mode!: Mode;
  private isEdit = false;
  private controls: Controls;
  private readonly tree: TreeView;
  private readonly games: GameList;
  private readonly properties: PropertyList;
  private settings: HTMLElement = html("div");
  private readonly parts = {
    players: html("div"),
    info: html("div"),
    next: html("ul", { class: "next" }),
    comment: html("div", { class: "comment", tabindex: 0, role: "note" }),
    notes: html("p", { class: "notes" }),
    live: html("div", { class: "sr", "aria-live": "polite" }),
    message: html("p", { class: "message" }),
    find: html("input", { type: "search", hidden: true }),
    mode: html("div"),
    main: html("div", { class: "main" }),
    side: html("div", { class: "side" }),
  };
  /** What is drawn, and what was drawn before another node came. */
  private drawn?: Drawn;
  private before?: Drawn;
  /** Whether the comment may be scrolled. */
  private isScrolled = false;
  /** What was said in this turn of the page: a screen reader reads only what stands at its end. */
  private spoken: string[] = [];
  /** The game info that is shown, and that of the root of a game. */
  private shownInfo = "";
  private rootInfo: [game?: Game, info?: Info] = [];
  private timer?: ReturnType<typeof setInterval>;
  private isClosed = false;

  constructor(
    private readonly element: KifuPlayer,
    private readonly frame: HTMLElement,
    readonly kifu: Reader,
    public record: Record,
    readonly texts: Texts,
    readonly key: string,
  ) {
    this.choices = element.choices ??= choicesOf(element);
    this.board = new Board((column, row, how) => this.mode.press(column, row, how));
    this.tree = new TreeView(texts.tree, (node) => this.show(node));
    this.games = new GameList(texts, (index) => this.openGame(index));
    this.properties = new PropertyList(this, kit, element.hasAttribute("properties"));
    this.controls = new Controls(texts, (action) => this.act(action));
    const { players, info, next, comment, notes, live, message, find, mode, main, side } = this.parts;
    find.placeholder = find.ariaLabel = texts.find;
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.find();
      else if (event.key === "Escape") this.act("find");
    });
    comment.setAttribute("aria-label", texts.comment);
    comment.addEventListener("scroll", () => (this.isScrolled = comment.scrollTop > 0), { passive: true });
    next.setAttribute("aria-label", texts.variations);
    main.append(players, this.board.element, this.controls.element, find, message, mode);
    side.append(this.games.element, info, next, comment, notes, this.tree.element, this.properties.element);
    frame.replaceChildren(main, side, live);
    frame.classList.add("loaded");
    this.build();
    this.start();
    performance.mark("kifu-board");
  }

  get coordinates(): Coordinates {
    return this.choices.coordinates;
  }

  get reducedMotion(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** An attribute of the element has changed. */
  attribute(name: string): void {
    if (name === "mode") void this.changeMode();
    else if (name === "game") this.openGame(this.wantedGame());
    else if (name === "node") this.goToWanted();
    else if (name === "autoplay") this.autoplay();
    else if (name === "properties") this.properties.element.open = this.element.hasAttribute(name);
    else {
      // The others stay as the reader chose them.
      Object.assign(this.choices, { [name]: choicesOf(this.element)[name as keyof Choices] });
      this.build();
      this.refresh();
    }
  }

  act(action: Action): void {
    if (action === "settings") {
      this.settings.hidden = !this.settings.hidden;
      this.controls.expanded(!this.settings.hidden);
    } else if (!this.mode.open) {
      return;
    } else if (action === "find") {
      const { find } = this.parts;
      find.hidden = !find.hidden;
      (find.hidden ? this.frame : find).focus();
    } else if (action === "play") {
      if (this.timer) this.pause();
      else this.play();
    } else {
      this.pause();
      this.settle();
      if (navigate(this.navigator, action)) this.arrived();
    }
  }

  keydown(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as Element;
    if (target.matches("input,textarea,select")) return;
    if (this.mode.key?.(event)) {
      event.preventDefault();
      return;
    }
    const action = actionOf(event);
    // A variation by its place among the next moves.
    const place = this.mode.open && !isModified(event) && /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (place > 0) this.show(this.navigator.game.children(this.navigator.node)[place - 1]);
    // Lists scroll by keys, and buttons are pressed by them.
    if (!action || (target.matches(".list,.comment,summary") && event.key.length > 1)) return;
    event.preventDefault();
    this.act(action);
  }

  /** Goes to what the reader looks for. */
  private find(): void {
    const text = this.parts.find.value.trim();
    if (!text) return;
    this.pause();
    this.settle();
    if (this.navigator.find(text)) this.arrived();
    else this.say(this.texts.notFound);
  }

  show(node: number): void {
    this.settle();
    if (this.navigator.go(node)) this.arrived();
  }

  refresh(): void {
    const { navigator, texts, parts } = this;
    const { game, node } = navigator;
    const focused = this.focused();
    const { drawn } = this;
    this.scene = sceneOf(game, node, { ...this.sceneOptions(), ...this.mode.options() });
    if (drawn?.node !== node || drawn.game !== game) this.before = drawn;
    this.drawn = { game, node, scene: this.scene };
    const options = { coordinates: this.coordinates, texts, active: this.mode.active };
    this.board.draw(this.scene, options, () => game.svg(node));
    this.showInfo();
    this.controls.show(navigator, this.mode.open);
    this.showWords();
    if (this.mode.open) this.tree.show(navigator);
    parts.next.hidden = !this.mode.open;
    parts.comment.hidden = this.isEdit || !(this.mode.open || this.mode.words?.().comment);
    this.tree.element.hidden = !this.mode.open || !this.tree.hasBranches;
    this.properties.element.hidden = !this.mode.open;
    void this.properties.show();
    this.mode.shown(this.scene);
    // Keys go on where the control that had the focus is gone.
    if (focused && (!focused.isConnected || focused.matches(":disabled") || focused.closest("[hidden]"))) {
      this.frame.focus({ preventScroll: true });
    }
  }

  openGame(index: number): void {
    const wanted = Math.min(Math.max(0, index), this.record.length - 1);
    this.pause();
    if (this.navigator) this.settle();
    this.gameIndex = wanted;
    this.navigator = new Navigator(this.record.game(wanted));
    // Problems and guesses begin at the node that the page names.
    if (!this.mode.open && wanted === this.wantedGame()) this.findWanted();
    this.say("");
    this.refresh();
    this.games.show(this.record, wanted);
    this.mode.opened(this.navigator.game);
    this.frame.setAttribute("aria-label", this.label());
    this.remember();
  }

  changed(id: number, keeps?: boolean): void {
    this.navigator = new Navigator(this.record.game(this.gameIndex), this.navigator);
    this.navigator.go(this.navigator.game.find(id));
    this.arrived(keeps);
  }

  say(text: string, kind = "", aloud = ""): void {
    const { message } = this.parts;
    this.speak(text, aloud);
    message.textContent = text;
    message.className = `message ${kind}`;
    // Modes that always have something to say keep the room for it.
    message.hidden = text === "" && this.mode.open;
  }

  /** Takes into the record what was typed and is not yet part of it. */
  settle(): void {
    this.mode.settle?.();
  }

  /** The way to the node that is shown, in the game that is shown. */
  get place(): string {
    return `${this.gameIndex}/${this.navigator.path()}`;
  }

  /** Goes to a {@link place}. */
  goToPlace(place: string): void {
    const [game, path] = place.split("/");
    this.openGame(Number(game) || 0);
    if (path && this.mode.open) this.goToPath(path);
  }

  /** Whether there are changes that leaving this record loses. */
  get hasChanges(): boolean {
    this.settle();
    return this.record.next("undo") !== this.record.saved;
  }

  emit<K extends keyof KifuPlayerEvents>(name: K, detail: KifuPlayerEvents[K]["detail"]): void {
    this.element.dispatch(name, detail);
  }

  goToPath(path: string): void {
    this.settle();
    if (this.navigator.goToPath(path)) this.arrived();
  }

  /** Stops playing; returns whether it was. */
  pause(): boolean {
    const wasPlaying = this.timer !== undefined;
    clearInterval(this.timer);
    this.timer = undefined;
    this.controls.playing(false);
    return wasPlaying;
  }

  /** Ends the player. The record is kept, for another player of it. */
  detach(): Record {
    this.settle();
    this.isClosed = true;
    this.pause();
    this.mode.close();
    return this.record;
  }

  close(): void {
    this.detach().free();
  }

  private sceneOptions(): SceneOptions {
    const { numbers } = this.choices;
    return { numbers: numbers === "last" ? 5 : numbers };
  }

  /** Makes what depends on the choices. */
  private build(): void {
    this.frame.dataset.skin = this.choices.skin;
    const isOpen = this.settings.isConnected && !this.settings.hidden;
    const settings = settingsPanel(this.choices, this.texts, () => {
      this.frame.dataset.skin = this.choices.skin;
      this.refresh();
    });
    settings.hidden = !isOpen;
    this.settings.remove();
    this.settings = settings;
    this.controls.element.after(settings);
  }

  private start(): void {
    this.useMode();
    const remembered = this.element.hasAttribute("game") || this.element.hasAttribute("node") ? null : memory.get(this.key);
    if (remembered) this.goToPlace(remembered);
    else this.openGame(this.wantedGame());
    if (this.mode.open && this.element.getAttribute("node")) this.goToWanted();
    // The mode may have changed while the record was on its way.
    if (waits(this.element.wantedMode) || (this.element.wantedMode === "edit" && !this.isEdit)) void this.changeMode();
    this.autoplay();
  }

  /** Takes up the mode of the attribute. A record that is read only is viewed until it can be edited. */
  private useMode(): void {
    const wanted = this.element.wantedMode;
    const name = Object.hasOwn(MODES, wanted) && (wanted !== "edit" || this.record.isEditable) ? wanted : "view";
    this.isEdit = name === "edit";
    this.mode = MODES[name](this, kit);
    this.parts.mode.replaceChildren(this.mode.panel);
    this.parts.find.hidden = true;
  }

  private async changeMode(): Promise<void> {
    this.pause();
    this.settle();
    const before = this.record;
    const wanted = this.element.wantedMode;
    // A record that was edited before stays, with its changes.
    const isReadOnly = wanted === "edit" && !before.isEditable;
    if (isReadOnly || waits(wanted)) {
      try {
        await loadMode(wanted);
        const record = isReadOnly ? await this.kifu.readForEditing(before.source) : before;
        if (this.isClosed || this.record !== before || this.element.wantedMode !== wanted) {
          if (record !== before) record.free();
          return;
        }
        this.record = record;
      } catch (error) {
        if (!this.isClosed) this.fail(error as Error);
        return;
      }
    }
    this.mode.close();
    this.useMode();
    this.goToPlace(this.place);
    if (this.record !== before) before.free();
  }

  private fail({ message: reason }: Error): void {
    this.say(reason, "wrong");
    this.emit("kifu-error", { reason });
  }

  /** The element inside of the player that has the focus. */
  private focused(): Element | null {
    return (this.frame.getRootNode() as ShadowRoot).activeElement;
  }

  /** The game of the attribute, which counts from 1. */
  private wantedGame(): number {
    return (Number.parseInt(this.element.getAttribute("game") ?? "1", 10) || 1) - 1;
  }

  /** Goes to the node of the attribute; a mode without steps begins there. */
  private goToWanted(): void {
    this.settle();
    if (!this.mode.open) this.openGame(this.gameIndex);
    else if (this.findWanted()) this.arrived();
  }

  /** Finds a move number, `last`, the number of a node such as `#57`, or a path such as `12.3:1`. */
  private findWanted(): boolean {
    const { navigator } = this;
    const place = this.element.getAttribute("node") ?? "";
    if (place === "last") return navigator.last();
    if (place.startsWith("#")) return navigator.go(Number(place.slice(1)));
    const number = Number(place);
    if (!Number.isInteger(number)) return navigator.goToPath(place);
    return number === 0 ? navigator.first() : navigator.goToMove(number);
  }

  private arrived(keeps = false): void {
    this.refresh();
    // What was said of the node before is not true of this one; other modes say what they have to say beside it.
    if (this.mode.open && !keeps) {
      this.spoken.length = 0;
      this.say("");
    }
    if (this.choices.sound && this.navigator.game.color(this.navigator.node)) knock();
    this.announce();
    this.remember();
    this.emit("kifu-node", {
      game: this.gameIndex,
      node: this.navigator.node,
      path: this.navigator.path(),
      move: this.navigator.game.moveNumber(this.navigator.node),
    });
  }

  private announce(): void {
    const { texts, scene, navigator } = this;
    const { game, node } = navigator;
    const number = game.moveNumber(node);
    const words = number ? `${texts.move} ${number}: ${moveWords(game, node, scene.rows, this.coordinates, texts)}` : game.has(node, NodeFlag.setup) && texts.setup;
    const before = this.before?.game === game && this.before.node === game.parent(node) ? this.before.scene : undefined;
    const captured = capturedBy(game, node, scene, before);
    const facts = [words, captured && `${texts.captures}: ${captured}`].filter(Boolean).join(", ");
    this.speak(facts && `${facts}.`, this.parts.notes.textContent, ...(this.mode.open ? [scene.name, scene.comment] : []));
  }

  /** Puts texts into the line that is read aloud, after what was said in this turn. */
  private speak(...texts: (string | null)[]): void {
    const { spoken } = this;
    if (spoken.length === 0) queueMicrotask(() => (spoken.length = 0));
    // An empty text counts as the beginning of a turn.
    spoken.push(...texts.map((text) => text ?? ""));
    this.parts.live.textContent = shorten(spoken.filter(Boolean).join(" "));
  }

  private showWords(): void {
    const { scene, texts, parts, navigator } = this;
    const { game, node } = navigator;
    const children = game.children(node);
    const buttons = children.slice(0, 100).map((child, place) => {
      const words = moveWords(game, child, scene.rows, this.coordinates, texts) || nodeWords(game, child, place, texts);
      const button = html("button", { type: "button" }, words);
      button.addEventListener("click", () => this.show(child));
      return html("li", {}, button);
    });
    parts.next.replaceChildren(...(children.length > 1 ? buttons : []));
    const { name, comment } = this.mode.words?.() ?? scene;
    const heading = name ? [html("h3", {}, ...inParts(name))] : [];
    parts.comment.replaceChildren(...heading, ...inParts(comment));
    const notes = shorten(notesOf(game, node, scene).join("; "));
    parts.notes.replaceChildren(...(notes ? [`${texts.note}: `, html("span", { lang: "en" }, `${notes}.`)] : []));
    // Without scrolling there is nothing to reset, and no layout to wait for.
    if (this.isScrolled) parts.comment.scrollTop = 0;
    this.isScrolled = false;
  }

  /** Shows the players and the game info: in a file of merged games, those of the variation. */
  private showInfo(): void {
    const { navigator: { game, node }, texts, parts } = this;
    if (this.rootInfo[0] !== game) this.rootInfo = [game, game.info(0)];
    const root = this.rootInfo[1]!;
    const info = root.some(([name]) => name === "Black" || name === "White") ? root : game.info(node);
    parts.players.replaceChildren(playersPanel(game, node, this.scene, info, texts));
    const written = JSON.stringify(info);
    if (written === this.shownInfo) return;
    this.shownInfo = written;
    const isOpen = parts.info.querySelector("details")?.open ?? false;
    parts.info.replaceChildren(infoPanel(info, isOpen, texts));
  }

  /** Plays as the page asks; modes that hide the way never do. */
  private autoplay(): void {
    this.pause();
    if (this.element.hasAttribute("autoplay") && this.mode.open) this.play();
  }

  private play(): void {
    if (this.navigator.following() < 0) this.navigator.first();
    const pace = Number(this.element.getAttribute("autoplay"));
    this.controls.playing(true);
    this.timer = setInterval(() => {
      this.settle();
      if (this.navigator.step(1)) this.arrived();
      else this.pause();
    }, pace > 0 && pace < 1e9 ? pace : PACE);
  }

  private label(): string {
    const text = (id: string) => this.navigator.game.text(0, id)?.trim();
    const players = [text("PB"), text("PW")].filter(Boolean).join(" – ");
    return text("GN") || players || this.texts.game;
  }

  private remember(): void {
    memory.set(this.key, this.place);
  }
}
