import { html } from "./dom.js";
import type { Coordinates } from "./names.js";
import { SKINS } from "./skins.js";
import type { Texts } from "./texts.js";

/** What the reader can choose, beside the attributes of the page. */
export interface Choices {
  skin: string;
  coordinates: Coordinates;
  numbers: "none" | "last" | "all";
  sound: boolean;
}

/** The choices that attributes of the element ask for. */
export function choicesOf(element: Element): Choices {
  const get = (name: string) => element.getAttribute(name)?.toLowerCase() ?? "";
  const one = <T extends string>(value: string, of: readonly T[], usual: T): T => (of as readonly string[]).includes(value) ? (value as T) : usual;
  return {
    skin: one(get("skin"), SKINS, SKINS[0]),
    coordinates: one(get("coordinates"), ["western", "eastern", "sgf", "none"], "western"),
    numbers: one(get("numbers"), ["none", "last", "all"], "none"),
    sound: element.hasAttribute("sound"),
  };
}

/** The controls of the choices. */
export function settingsPanel(choices: Choices, texts: Texts, changed: () => void): HTMLElement {
  const row = <K extends "skin" | "coordinates" | "numbers">(key: K, label: string, options: [Choices[K], string][]) => {
    const select = html("select", { name: key }, ...options.map(([value, words]) => html("option", { value, selected: value === choices[key] }, words)));
    select.addEventListener("change", () => {
      choices[key] = select.value as Choices[K];
      changed();
    });
    return html("label", { class: "setting" }, `${label} `, select);
  };
  const sound = html("input", { type: "checkbox", name: "sound", checked: choices.sound });
  sound.addEventListener("change", () => {
    choices.sound = sound.checked;
    changed();
  });
  return html(
    "div",
    { class: "settings", hidden: true },
    row("skin", texts.skin, SKINS.map((name) => [name, name])),
    row("coordinates", texts.coordinates, [["western", "A1"], ["eastern", "1-一"], ["sgf", "aa"], ["none", texts.none]]),
    row("numbers", texts.numbers, [["none", texts.none], ["last", texts.lastMove], ["all", texts.all]]),
    html("label", { class: "setting" }, sound, ` ${texts.sound}`),
  );
}

let audio: AudioContext | undefined;

/** A short knock, as of a stone on wood. */
export function knock(): void {
  try {
    audio ??= new AudioContext();
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.setValueAtTime(1900, audio.currentTime);
    tone.frequency.exponentialRampToValueAtTime(420, audio.currentTime + 0.05);
    gain.gain.setValueAtTime(0.25, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.09);
  } catch {
    // A page without audio is silent.
  }
}
