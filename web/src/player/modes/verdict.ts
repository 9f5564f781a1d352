/** The verdict of an author on a line: right, wrong, or a variation that is neither. */
export type Verdict = 1 | -1 | 0;

// The words and rules are those of problem books, `kifu-diagram/src/figure/verdict.rs`; one table tests both.

/** First words of a comment, or words after subjects and links. */
const FIRST: { [word: string]: Verdict } = {
  correct: 1, right: 1, solved: 1, richtig: 1, gelöst: 1, wrong: -1, incorrect: -1, failure: -1, fail: -1, failed: -1, falsch: -1, variation: 0,
};

/** Words that may begin a sentence with a verdict: "This move is also correct". */
const SUBJECTS = ["this", "that", "it", "here", "move", "line", "sequence", "way", "answer", "solution"];

/** The words directly before a verdict. */
const LINKS = ["is", "also", "still", "it's", "that's", "here's"];

/** Words that may follow a verdict, but not "right", which is a place too. */
const CONJUNCTIONS = ["and", "but", "when", "if", "because", "since"];

/** Words between a negation and the word that it negates. */
const BETWEEN = ["the", "a", "quite", "yet", "really"];

/** Words in capitals anywhere in a comment, as servers of problems write them. */
const CAPITALS: { [word: string]: Verdict } = { RIGHT: 1, CORRECT: 1, WRONG: -1, INCORRECT: -1 };

/** Words of East Asian languages anywhere in a comment; a word precedes the words it contains. */
const ANYWHERE: { [word: string]: Verdict } = {
  不正解: -1, 不正確: -1, 不正确: -1, 失敗: -1, 失败: -1, 错误: -1, 錯誤: -1, 실패: -1, 오답: -1,
  正解: 1, 正確: 1, 正确: 1, 成功: 1, 정답: 1, 정해: 1, 성공: 1, 변화: 0, 参考图: 0, 参考図: 0,
};

/** What negates a word of another language that follows it or precedes it, with a particle or without. */
const NOT_BEFORE = /(?:不是|不算|并非|並非|没有|沒有|未|不|非)$/;
const NOT_AFTER = /^[이은는가도 ]*(?:ではな|ではあり|じゃな|じゃあり|でな|でありま|とは言え|とはいえ|とは限ら|しな|せず|できな|아니|아닌|아닙|아님|하지 ?못|하지 ?않)/;

const LETTER = String.raw`[\p{Alphabetic}\p{N}]`;
const WORD = new RegExp(`(?:${LETTER}|['’])+`, "gu");
const FIRST_WORD = new RegExp(`^(?:${LETTER}|['’])*`, "u");
const BEFORE = new RegExp(`^(?:(?!${LETTER})[^])+`, "u");
const PLAIN_WORD = new RegExp(`^${LETTER}*`, "u");

/** What leaves a word a judgment of the line: names of lines and numbers, then the end, punctuation or a new line. */
const JUDGES = new RegExp(
  String.raw`^(?:[ \t]*(?:answer|moves?|solution|variation|sequence|line|way|path|too|\d+)(?!${LETTER}))*[ \t]*(?:$|(?!-${LETTER})[^\p{Alphabetic}\p{N} \t'’"(/&?？])`,
  "iu",
);

const lower = (word: string) => word.toLowerCase().replaceAll("’", "'");
const firstWord = (text: string) => FIRST_WORD.exec(text)![0];
const trimStart = (text: string) => text.replace(/^[ \t]+/, "");
const isNegation = (word: string) => /^not$|n't$/.test(word);

/** The verdict of a negated word: a line that is not correct is wrong, but one that is not wrong has no verdict. */
const negated = (verdict: Verdict): Verdict | undefined => (verdict > 0 ? -1 : undefined);

/** The verdict of the word that a text begins with. */
function judgment(text: string): Verdict | undefined {
  if (/^[変变變]化/.test(text)) return 0;
  const word = PLAIN_WORD.exec(text)![0];
  const known = lower(word);
  if (!Object.hasOwn(FIRST, known)) return undefined;
  const rest = text.slice(word.length);
  const isJoined = known !== "right" && CONJUNCTIONS.includes(lower(firstWord(trimStart(rest))));
  return isJoined || JUDGES.test(rest) ? FIRST[known] : undefined;
}

/** The verdict of a first word, of a sentence such as "This is also correct", or of a sign alone. */
function byFirst(comment: string): Verdict | undefined {
  const sign = comment.trim();
  if (sign === "+" || sign === "-") return sign === "+" ? 1 : -1;
  let rest = comment.replace(BEFORE, "");
  let [mayJudge, isNegated] = [true, false];
  for (;;) {
    const verdict = mayJudge ? judgment(rest) : undefined;
    if (verdict !== undefined) return isNegated ? negated(verdict) : verdict;
    const word = firstWord(rest);
    const known = lower(word);
    mayJudge = isNegation(known) || LINKS.includes(known);
    if (!mayJudge && !SUBJECTS.includes(known)) return undefined;
    isNegated ||= isNegation(known);
    rest = trimStart(rest.slice(word.length));
  }
}

function byCapitals(comment: string): Verdict | undefined {
  let isNegated = false;
  for (const [word] of comment.matchAll(WORD)) {
    const known = lower(word);
    const wasNegated: boolean = isNegated;
    isNegated = isNegation(known) || (wasNegated && BETWEEN.includes(known));
    if (Object.hasOwn(CAPITALS, word)) return wasNegated ? negated(CAPITALS[word]) : CAPITALS[word];
  }
  return undefined;
}

function byAny(comment: string): Verdict | undefined {
  const found = Object.entries(ANYWHERE).find(([word]) => comment.includes(word));
  if (!found) return undefined;
  const [word, verdict] = found;
  const at = comment.indexOf(word);
  const isNegated = NOT_BEFORE.test(comment.slice(0, at)) || NOT_AFTER.test(comment.slice(at + word.length));
  return isNegated ? negated(verdict) : verdict;
}

/** The verdict of a comment or of the name of a node, if it has one. */
export const verdictOf = (text: string): Verdict | undefined => byFirst(text) ?? byCapitals(text) ?? byAny(text);
