/** The labels that `CA` names in a file, each once, in order. */
export function declared(bytes: Uint8Array): string[] {
  const found = new Set<string>();
  // `CA[` is found by its bytes; no encoding in use writes these three characters otherwise.
  for (let at = bytes.indexOf(0x43); at >= 0; at = bytes.indexOf(0x43, at + 1)) {
    if (bytes[at + 1] !== 0x41 || bytes[at + 2] !== 0x5b) continue;
    const end = bytes.indexOf(0x5d, at);
    if (end < 0 || end - at > 40) continue;
    found.add(String.fromCharCode(...bytes.subarray(at + 3, end)).trim().toLowerCase());
  }
  return [...found];
}

/** The text of a file, and the name of the encoding in which it is read. */
export interface Decoded {
  text: string;
  charset: string;
}

/** The text of bytes in an encoding; `undefined` if they are not valid in it, or it is unknown. */
export function strict(bytes: Uint8Array, label: string): Decoded | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes), charset: nameOf(decoder.encoding) };
  } catch {
    return undefined;
  }
}

/** The name of an encoding as its standard writes it: decoders have it in lower case. */
function nameOf(encoding: string): string {
  const special: { [encoding: string]: string } = { big5: "Big5", shift_jis: "Shift_JIS" };
  return special[encoding] ?? (/^(windows|x-|gb18030|mac)/.test(encoding) ? encoding : encoding.toUpperCase());
}

/**
 * Whether decoders follow the Encoding Standard. Those of Node do for UTF-8 and UTF-16 only: theirs of `windows-1252` is
 * ISO-8859-1, and others take bytes that the standard refuses.
 */
function isStandard(): boolean {
  const euro = Uint8Array.of(0x80);
  return strict(euro, "windows-1252")?.text === "€" && !strict(euro, "big5");
}

const isSmall = (byte: number) => byte === 0x1b || byte === 0x7e;

/** What reads bytes in an encoding: {@link strict}, or for long files what lets the page work meanwhile. */
type Read = (bytes: Uint8Array, label: string) => Decoded | undefined | Promise<Decoded | undefined>;

/**
 * The text of a file whose encoding is certain: UTF-8, a byte order mark, or one `CA` that the bytes agree with.
 * `undefined` for all others, which the full module reads game by game.
 */
export async function decode(bytes: Uint8Array, read: Read = strict): Promise<Decoded | undefined> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return read(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return read(bytes, "utf-16be");
  const labels = declared(bytes);
  const utf8 = await read(bytes, "utf-8");
  if (utf8 !== undefined) {
    // ISO-2022-JP and HZ are ASCII with escapes.
    const others = labels.filter((label) => !/^(utf-?8|us-ascii|ascii|iso-?8859-1|latin-?1|windows-1252)$/.test(label));
    return others.length > 0 && bytes.some(isSmall) ? undefined : utf8;
  }
  return labels.length === 1 && !/utf|hz|2022/.test(labels[0]) && isStandard() ? read(bytes, labels[0]) : undefined;
}
