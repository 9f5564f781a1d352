import { html } from "./dom.js";
import type { Coordinates } from "./names.js";
import { SKINS } from "./skins.js";
import { memory } from "./source.js";
import type { Texts } from "./texts.js";

/** What the reader can choose, beside the attributes of the page. */
export interface Choices {
  skin: string;
  coordinates: Coordinates;
  numbers: "none" | "last" | "all";
  sound: boolean;
}

/** The key of a choice in the memory, where all players share it. */
const keyOf = (name: string) => `settings/${name}`;

/** The choices that attributes of the element ask for; without an attribute, what the reader chose last. */
export function choicesOf(element: Element): Choices {
  const get = (name: string) => element.getAttribute(name)?.toLowerCase() ?? memory.get(keyOf(name)) ?? "";
  const one = <T extends string>(value: string, of: readonly T[], usual: T): T => (of as readonly string[]).includes(value) ? (value as T) : usual;
  return {
    skin: one(get("skin"), SKINS, SKINS[0]),
    coordinates: one(get("coordinates"), ["western", "east-asian", "sgf", "none"], "western"),
    numbers: one(get("numbers"), ["none", "last", "all"], "none"),
    sound: element.hasAttribute("sound") || get("sound") === "true",
  };
}

/** The controls of the choices. */
export function settingsPanel(choices: Choices, texts: Texts, changed: () => void): HTMLElement {
  const choose = <K extends keyof Choices>(key: K, value: Choices[K]) => {
    choices[key] = value;
    memory.set(keyOf(key), String(value));
    changed();
  };
  const row = <K extends "skin" | "coordinates" | "numbers">(key: K, label: string, options: [Choices[K], string][]) => {
    const select = html("select", { name: key }, ...options.map(([value, words]) => html("option", { value, selected: value === choices[key] }, words)));
    select.addEventListener("change", () => {
      choose(key, select.value as Choices[K]);
    });
    return html("label", {}, `${label} `, select);
  };
  const sound = html("input", { type: "checkbox", name: "sound", checked: choices.sound });
  sound.addEventListener("change", () => {
    choose("sound", sound.checked);
  });
  return html(
    "div",
    { class: "settings", hidden: true },
    row("skin", texts.skin, SKINS.map((name) => [name, texts[name as keyof Texts]])),
    row("coordinates", texts.coordinates, [["western", "A1"], ["east-asian", "1-一"], ["sgf", "aa"], ["none", texts.none]]),
    row("numbers", texts.numbers, [["none", texts.none], ["last", texts.lastMove], ["all", texts.all]]),
    html("label", {}, sound, ` ${texts.sound}`),
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
