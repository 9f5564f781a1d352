/** The text of a file, and the name of the encoding in which it is read. */
export interface Decoded {
  text: string;
  charset: string;
}

/** The text of bytes in an encoding; `undefined` if they are not valid in it, or it is unknown. */
export function strict(bytes: Uint8Array, charset: string): Decoded | undefined {
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset };
  } catch {
    return undefined;
  }
}

/** What reads bytes in an encoding: {@link strict}, or for long files what lets the page work meanwhile. */
type Read = (bytes: Uint8Array, charset: string) => Decoded | undefined | Promise<Decoded | undefined>;

/**
 * The text of a file that is certainly UTF-8, or a Chinese game as its `CA` says; `undefined` for all others, which the full
 * module reads game by game.
 */
export async function decode(bytes: Uint8Array, read: Read = strict): Promise<Decoded | undefined> {
  const utf8 = await read(bytes, "UTF-8");
  if (utf8) return isCertain(bytes, utf8.text) ? utf8 : undefined;
  // A worker weighs the games of long files.
  return bytes.length < 1e6 && isChinese(new TextDecoder("latin1").decode(bytes)) ? read(bytes, "GBK") : undefined;
}

/** The names of encodings in the `CA` of a text, and in its comments. */
export const labelsIn = (text: string) => [...text.matchAll(/CA\s*\[\s*([^\]]*?)\s*]/g)].map(([, label]) => label);

/**
 * Whether bytes, as Latin-1, are one game in GB 2312 as its `CA` says: pairs of bytes, many of the last third of its first
 * level, where other encodings have rare characters.
 */
function isChinese(raw: string): boolean {
  const labels = labelsIn(raw);
  const pairs = raw.match(/[\xa1\xa3\xb0-\xf7][\xa1-\xfe]/g) ?? [];
  const last = pairs.filter((pair) => /^[\xc9-\xd7]/.test(pair)).length;
  const isPaired = raw.replace(/[\0-\x7f]/g, "").length === 2 * pairs.length;
  // Each game has an encoding of its own.
  let depth = 0;
  const games = raw.replace(/\[(?:\\[^]|[^\\\]])*]/g, "").match(/[()]/g)?.filter((sign) => (sign === "(" ? depth++ : --depth && 1) === 0);
  return games?.length === 2 && isPaired && last > 3 && last * 5 > pairs.length && !!labels[0] && labels.every((label) => /^gb(k|2312)$/i.test(label)) && !/[\0\x0e\x1b~]/.test(raw);
}

/** Whether bytes that are valid UTF-8 are so not just by chance. */
export function isCertain(bytes: Uint8Array, text: string): boolean {
  // UTF-16 of plain letters, ISO-2022-JP and HZ.
  if (/[\0\x0e\x1b]|~\{/.test(text)) return false;
  const mark = bytes[0] !== 0xef || bytes[1] !== 0xbb ? 0 : text[0] === "\ufeff" ? 2 : 3;
  // A character of two bytes is one longer than in the text, any other one two.
  const longer = bytes.length - text.length - mark;
  if (!longer) return true;
  const labels = labelsIn(text);
  // Many bytes beyond ASCII are no chance, nor are letters in Latin words or characters of East Asia.
  const isNatural = () => /^[\0-\x7f]*$/.test(text.replace(/[a-z][\xc0-\u017f]|[\xc0-\u017f][a-z]|[\u3041-\u30fe\u4e00-\u9fff\uac00-\ud7a3]/g, ""));
  return labels.every((label) => /^utf-?8$/i.test(label)) && (labels.length > 0 || mark > 0 || longer > 16 || isNatural());
}
