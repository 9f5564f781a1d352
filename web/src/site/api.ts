/** What the server answers. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

export interface GameRow {
  id: string;
  black?: string;
  white?: string;
  date?: string;
  result?: string;
  event?: string;
  moves: number;
  file: string;
  number: number;
  size?: string;
  hit?: { node: number; move: number; variation: boolean; swapped: boolean };
}

export interface GamePage {
  total: number;
  offset: number;
  games: GameRow[];
}

export interface Next {
  column: number;
  row: number;
  color: "black" | "white";
  hits: number;
  black_wins: number;
  white_wins: number;
  tenuki: number;
  average_move: number | null;
  in_variations: number;
  position_in_games?: number;
}

export interface Year {
  year: number | null;
  hits: number;
  black_wins: number;
  white_wins: number;
}

export interface Counts {
  games: number;
  hits: number;
  black_wins: number;
  white_wins: number;
  swapped: number;
}

export interface Figures {
  complete: boolean;
  searched: number;
  main: Counts;
  /** Unless variations are searched, `null`. */
  variations: Counts | null;
  continuations: Next[];
  more_continuations: number;
  without_continuation: { hits: number; black_wins: number; white_wins: number; in_variations: number };
  years: Year[];
  games?: { total: number; next: number | null; list: GameRow[] };
}

export interface Info {
  title: string;
  games: number;
  sizes: string[];
  edits: boolean;
  fields: { name: string; meaning: string }[];
}

/** An address with its query; empty values are left out. */
export function address(path: string, values: { [name: string]: string | number | boolean | undefined }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== "") query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** A text as a value of a filter. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** Shows an address; a new one becomes an entry of the history, so that the browser leads back from it. */
export function remember(url: string, isNew: boolean): void {
  if (isNew && url !== location.pathname + location.search) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/** Asks the server. */
export async function ask<T>(url: string, options: RequestInit = {}): Promise<T> {
  const response = await fetch(url, options);
  const answer = (await response.json().catch(() => ({ error: `${response.status} ${response.statusText}` }))) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

let known: Promise<Info> | undefined;

/** What is served; asked once. */
export const info = (): Promise<Info> => (known ??= ask<Info>("/api/v1/info"));

/** Whether an error only says that a newer request took the place of this one. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Searches, and calls `part` with what was found so far. */
export async function stream(url: string, signal: AbortSignal, part: (figures: Figures, isDone: boolean) => void): Promise<void> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => ({}))) as { error?: string };
    throw new Error(answer.error ?? response.statusText);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines[0].replace("event: ", "");
      const data = JSON.parse(lines[1].replace("data: ", "")) as Figures & { error?: string };
      if (name === "failed") throw new Error(data.error);
      part(data, name === "done");
    }
  }
}
