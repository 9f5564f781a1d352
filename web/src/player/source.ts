/** The record that a page wrote inside of the element: a script of SGF, or text that begins like SGF. */
export function inlineSource(element: HTMLElement): string | undefined {
  const script = element.querySelector<HTMLScriptElement>('script[type="application/x-go-sgf"],script[type="text/x-sgf"]');
  if (script) return script.textContent ?? "";
  const text = element.textContent?.trim() ?? "";
  return /^\(\s*;/.test(text) ? text : undefined;
}

/** A short key for a text, to remember places by. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}

/** What is kept between visits. Pages may forbid it, and files have no place of their own; then nothing is kept. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`kifu-player:${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`kifu-player:${key}`, value);
    } catch {
      // Without storage the place is not remembered, and nothing else changes.
    }
  },
};

/** Whether a text that was pasted is a record. */
export function looksLikeRecord(text: string): boolean {
  return /\(\s*;\s*[A-Za-z]/.test(text.slice(0, 10_000));
}
