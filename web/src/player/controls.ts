import { html, iconButton, isModified, setIcon, type Icon } from "./dom.js";
import type { Navigator } from "./navigator.js";
import type { Texts } from "./texts.js";

/** What the buttons and keys do. */
export type Action =
  | "first" | "back10" | "back" | "forward" | "forward10" | "last"
  | "previousVariation" | "nextVariation" | "previousComment" | "nextComment" | "previousBranch" | "nextBranch" | "play" | "find" | "settings";

const KEYS: { [key: string]: Action } = {
  ArrowLeft: "back", ",": "back", ArrowRight: "forward", ".": "forward", ArrowUp: "previousVariation", ArrowDown: "nextVariation",
  Home: "first", End: "last", PageUp: "back10", PageDown: "forward10", c: "nextComment", C: "previousComment", b: "nextBranch", B: "previousBranch", p: "play", "/": "find", g: "find",
};

/** The action of a key; `undefined` for keys that are not the player's. */
export function actionOf(event: KeyboardEvent): Action | undefined {
  return isModified(event) ? undefined : KEYS[event.key];
}

const STEPS: { [action in Action]?: (navigator: Navigator) => boolean } = {
  first: (navigator) => navigator.first(),
  back10: (navigator) => navigator.step(-10),
  back: (navigator) => navigator.step(-1),
  forward: (navigator) => navigator.step(1),
  forward10: (navigator) => navigator.step(10),
  last: (navigator) => navigator.last(),
  previousVariation: (navigator) => navigator.variation(-1),
  nextVariation: (navigator) => navigator.variation(1),
  previousComment: (navigator) => navigator.comment(-1),
  nextComment: (navigator) => navigator.comment(1),
  previousBranch: (navigator) => navigator.branch(-1),
  nextBranch: (navigator) => navigator.branch(1),
};

/** Does a step of the navigator; returns whether it went anywhere. */
export function navigate(navigator: Navigator, action: Action): boolean {
  return STEPS[action]?.(navigator) ?? false;
}

const BUTTONS = [
  ["first", "first"], ["back10", "back10"], ["back", "back"], ["forward", "forward"], ["forward10", "forward10"], ["last", "last"],
  ["previousVariation", "up"], ["nextVariation", "down"], ["nextComment", "comment"], ["play", "play"], ["settings", "settings"],
] as const satisfies [Action, Icon][];

/** The row of buttons below the board. */
export class Controls {
  readonly element: HTMLElement;
  private readonly where: HTMLElement;
  private readonly buttons: { [action: string]: HTMLButtonElement } = {};

  constructor(
    private readonly texts: Texts,
    act: (action: Action) => void,
  ) {
    for (const [action, icon] of BUTTONS) this.buttons[action] = iconButton(icon, texts[action], () => act(action));
    this.where = html("button", { type: "button", class: "where", title: texts.find });
    this.where.addEventListener("click", () => act("find"));
    const { first, back10, back, ...rest } = this.buttons;
    this.element = html("div", { class: "controls", role: "group", "aria-label": texts.move }, first, back10, back, this.where, ...Object.values(rest));
  }

  /** Shows where the navigator is. In a mode that is not `open` the reader may only change settings. */
  show(navigator: Navigator, open: boolean): void {
    const [at, of] = navigator.progress();
    this.where.textContent = `${at} / ${of}`;
    const { game, node } = navigator;
    const disable = (actions: Action[], off: boolean) => {
      for (const action of actions) this.buttons[action].disabled = off;
    };
    disable(["first", "back10", "back"], node === 0);
    disable(["forward", "forward10", "last", "play"], navigator.following() < 0);
    disable(["previousVariation", "nextVariation"], !game.path(node).some((at) => at > 0 && game.children(game.parent(at)).length > 1));
    disable(["nextComment"], navigator.commented(1) < 0);
    for (const [action] of BUTTONS) this.buttons[action].hidden = !open && action !== "settings";
    this.where.hidden = !open;
  }

  playing(isPlaying: boolean): void {
    setIcon(this.buttons.play, isPlaying ? "pause" : "play", isPlaying ? this.texts.pause : this.texts.play);
  }

  expanded(isOpen: boolean): void {
    this.buttons.settings.setAttribute("aria-expanded", String(isOpen));
  }
}
