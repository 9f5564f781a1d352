const SVG = "http://www.w3.org/2000/svg";

type Attributes = { [name: string]: string | number | boolean | null | undefined };

function fill<E extends Element>(element: E, attributes: Attributes, children: (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** An HTML element. */
export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Paths of the icons of buttons, on a field of 24 by 24. */
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back10: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  forward10: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  up: "M5 15l7-8 7 8",
  down: "M5 9l7 8 7-8",
  comment: "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
} as const;

export type Icon = keyof typeof ICONS;

/** A button with an icon and a name for everyone who does not see it. `d` is the path of an icon that only one script has. */
export function iconButton(icon: string, label: string, action: () => void, d: string = ICONS[icon as Icon]): HTMLButtonElement {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: `icon icon-${icon}` }, svg("path", { d }));
  const button = html("button", { type: "button", class: "icon-button", title: label, "aria-label": label }, picture);
  button.addEventListener("click", action);
  return button;
}

/** Changes the picture and the name of an icon button. */
export function setIcon(button: HTMLButtonElement, icon: Icon, label: string): void {
  button.querySelector("path")?.setAttribute("d", ICONS[icon]);
  button.title = label;
  button.setAttribute("aria-label", label);
}

/**
 * A text, in parts if it is long: browsers take seconds to lay out a million characters at once, and no time for parts out
 * of sight. Parts end at a line break or a blank if there is one.
 */
export function inParts(text: string): (Node | string)[] {
  if (text.length < 20000) return [text];
  return text.match(/[^]{0,4000}\n|[^]{1,4000} |[^]{1,4000}/gu)!.map((part) => html("div", {}, part));
}

/** A disc in the color of a side; as a character it would have the color of the text. */
export function disc(side: 1 | 2): HTMLElement {
  return html("i", { class: `disc ${side === 1 ? "b" : "w"}`, "aria-hidden": "true" });
}

/** A button with a word on it. */
export function wordButton(label: string, action: () => void): HTMLButtonElement {
  const button = html("button", { type: "button", class: "word-button" }, label);
  button.addEventListener("click", action);
  return button;
}

/** Whether a key is pressed together with one that gives it another meaning to the browser. */
export function isModified(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.metaKey;
}
