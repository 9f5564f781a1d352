import { declared, strict, type Decoded } from "./decode.js";

/** Syllables of Korean names and of words in game records. All of GB 2312's first third is Hangul in EUC-KR. */
const SYLLABLES = new Set("이김박최정강조윤장임한오서신권황안송유홍전고문손배백허남심노하창호세돌진현준영민수동훈석철규용환성지희재승우원혁건목주상기대회국전배흑백승불계집");

/** How unlikely the characters of two bytes are in each encoding: 0 for a character of every text, 2 for a rare one. */
const RARITIES: { [label: string]: (lead: number, trail: number) => number } = {
  // Kana, the two levels of kanji, and the rest.
  shift_jis: (lead) => (lead === 0x82 || lead === 0x83 ? 0.1 : lead < 0x88 ? 0.5 : lead < 0x98 ? 0.3 : 1),
  gb18030: (lead, trail) => (trail < 0xa1 || lead < 0xa1 ? 2 : lead < 0xb0 ? 1 : lead < 0xd8 ? 0.3 : 1),
  "euc-kr": (lead, trail) => (trail < 0xa1 || lead < 0xa1 ? 2 : lead < 0xb0 ? 1 : lead < 0xc9 ? 0.6 : 1.2),
  big5: (lead) => (lead < 0xa4 ? 0.8 : lead < 0xc9 ? 0.35 : 1.2),
  "euc-jp": (lead) => (lead === 0xa4 || lead === 0xa5 ? 0.1 : lead < 0xb0 ? 1 : lead < 0xd0 ? 0.35 : 1),
};

/** How unlikely the characters of bytes beyond ASCII are, in an encoding of one or two bytes each. */
function rarity(bytes: Uint8Array, label: string): number {
  const ofPair = RARITIES[label];
  const decoder = new TextDecoder(label);
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [lead, trail] = [bytes[at], bytes[at + 1] ?? 0];
    if (lead < 0x80) continue;
    if (label === "shift_jis" && lead >= 0xa1 && lead <= 0xdf) {
      // Katakana of half the width, which names do not have.
      sum += 1.5;
      continue;
    }
    const isFrequent = label === "euc-kr" && SYLLABLES.has(decoder.decode(bytes.subarray(at, at + 2)));
    // No text of East Asia has a character between Latin letters.
    const isInWord = isLetter(bytes[at - 1]) || isLetter(bytes[at + 2]);
    sum += (isFrequent ? 0.1 : ofPair(lead, trail)) + (isInWord ? 1 : 0);
    at++;
  }
  return sum;
}

/** How unlikely Western text is: accented letters are in words of other letters. */
function westernRarity(bytes: Uint8Array): number {
  let sum = 0;
  bytes.forEach((byte, at) => {
    if (byte < 0x80) return;
    const isLetterHere = byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;
    sum += isLetterHere && (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) ? 0.6 : isLetterHere ? 1.2 : 2;
  });
  return sum;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
}

/** How many brackets are not where SGF has them: a wrong encoding takes them for second bytes of characters. */
function misplaced(text: string): number {
  let inside = 0;
  const outside = text.replace(/\[((?:\\[^]|[^\\\]])*)\]/g, (_, value: string) => {
    inside += value.replace(/\\[^]/g, "").split("[").length - 1;
    return "";
  });
  return inside + outside.split(/[[\]]/).length - 1;
}

/** The text of a file whose encoding is not certain, in the encoding in which it is most likely a record. */
export function guess(bytes: Uint8Array): Decoded {
  for (const label of declared(bytes)) {
    const known = strict(bytes, label);
    if (known) return known;
  }
  // Every sequence of bytes is text in windows-1252.
  let best = strict(bytes, "windows-1252")!;
  let least = westernRarity(bytes) + 10 * misplaced(best.text);
  for (const label of Object.keys(RARITIES)) {
    const read = strict(bytes, label);
    const cost = read ? rarity(bytes, label) + 10 * misplaced(read.text) : Infinity;
    if (cost < least) [best, least] = [read!, cost];
  }
  return best;
}
