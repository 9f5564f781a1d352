import { labelsIn, strict, type Decoded } from "./decode.js";

/** Syllables of Korean names and of words in game records. All of GB 2312's first third is Hangul in EUC-KR. */
const SYLLABLES = new Set("이김박최정강조윤장임한오서신권황안송유홍전고문손배백허남심노하창호세돌진현준영민수동훈석철규용환성지희재승우원혁건목주상기대회국전배흑백승불계집");

const chinese = (lead: number, trail: number) => (trail < 0xa1 || lead < 0xa1 ? 2 : lead < 0xb0 ? 1 : lead < 0xd8 ? 0.3 : 1);

/** How unlikely the characters of two bytes are in each encoding: 0 for a character of every text, 2 for a rare one. */
const RARITIES: { [label: string]: (lead: number, trail: number) => number } = {
  // Kana, the two levels of kanji, and the rest.
  shift_jis: (lead) => (lead === 0x82 || lead === 0x83 ? 0.1 : lead < 0x88 ? 0.5 : lead < 0x98 ? 0.3 : 1),
  gbk: chinese,
  gb18030: chinese,
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

/** Before a game after another one: a variation has none of the properties that describe a game. */
const BETWEEN_GAMES = /(?=\(\s*;[^;()]*?(?:AP|CA|FF|GM|PB|PW|SZ)\s*\[)(?<=\)\s*)/;

/** The least by which characters of two bytes must be likelier than accented letters that `CA` names. */
const DECLARED = 3;

/** The cost of an end of a value that is taken for half of a character, if `CA` names the encoding. */
const CUT = 1;

/** Each byte as a character: every sequence of bytes is text in windows-1252. */
const western = (bytes: Uint8Array) => strict(bytes, "windows-1252")!;

/** The text of a file whose encoding is not certain: each game in the encoding in which it is most likely a record. */
export function guess(bytes: Uint8Array): Decoded {
  const mark = bytes[0] === 0xff ? "UTF-16LE" : "UTF-16BE";
  const wide = bytes[0] + bytes[1] === 0xff + 0xfe ? strict(bytes, mark) : undefined;
  if (wide) return wide;
  let at = 0;
  const games = western(bytes).text.split(BETWEEN_GAMES).map((game) => bytes.subarray(at, (at += game.length)));
  const known = games.map(inKnown);
  // Games that name no encoding are evidence for each other.
  const others = new Uint8Array(bytes.length);
  let length = 0;
  games.forEach((game, at) => {
    if (known[at]) return;
    others.set(game, length);
    length += game.length;
  });
  const { charset } = likeliest(others.subarray(0, length));
  const texts = known.map((text, at) => text ?? strict(games[at], charset)!);
  return { text: texts.map(({ text }) => text).join(""), charset: nameOf((texts.find(({ charset }) => charset !== "UTF-8") ?? texts[0]).charset) };
}

/** The text of a game that is in UTF-8 or in the encoding that its `CA` names; `undefined` if it is in neither. */
function inKnown(bytes: Uint8Array): Decoded | undefined {
  const utf8 = strict(bytes, "UTF-8");
  if (utf8?.text.includes("\x1b")) return strict(bytes, "iso-2022-jp") ?? utf8;
  if (utf8?.text.length === bytes.length) return utf8;
  const plain = western(bytes);
  const [label] = labelsIn(plain.text);
  const named = label && !/^utf/i.test(label) ? strict(bytes, label) : undefined;
  if (!named) return utf8;
  const { encoding: charset } = new TextDecoder(label);
  const asNamed = { ...named, charset };
  // A wrong encoding of two bytes takes ends of values for halves of characters; the right one does where a name is cut.
  const taken = misplaced(named.text) - misplaced(plain.text);
  if (taken > 0) return utf8 ?? (rarity(bytes, charset) + CUT * taken < westernRarity(bytes) ? asNamed : undefined);
  if (utf8) return isByChance(utf8.text, charset) ? asNamed : utf8;
  return charset === "windows-1252" ? likeliest(bytes, DECLARED) : asNamed;
}

/** Whether text is valid UTF-8 by chance, and in fact in the encoding of two bytes that `CA` names: its characters are rare. */
function isByChance(text: string, charset: string): boolean {
  const isText = /[\u0800-\uffff]|[a-z][\x80-\u024f]|[\x80-\u024f][a-z]|[\u0370-\u03ff]{4}|[\u0400-\u04ff]{4}/.test(text);
  return charset in RARITIES && !isText;
}

/** The text of bytes in the likeliest encoding of one or two bytes a character. */
function likeliest(bytes: Uint8Array, favor = 0): Decoded {
  let best = western(bytes);
  let least = westernRarity(bytes) + 10 * misplaced(best.text) - favor;
  for (const label of Object.keys(RARITIES)) {
    const read = strict(bytes, label);
    const cost = read ? rarity(bytes, label) + 10 * misplaced(read.text) : Infinity;
    if (cost < least) [best, least] = [read!, cost];
  }
  return best;
}

/** The name of an encoding in `CA`: decoders have it in lower case. */
function nameOf(encoding: string): string {
  const special: { [encoding: string]: string } = { big5: "Big5", shift_jis: "Shift_JIS" };
  return special[encoding] ?? (/^(windows|x-|mac)/.test(encoding) ? encoding : encoding.toUpperCase());
}
