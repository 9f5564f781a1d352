//! Reads the author's verdict on a variation of a problem.

use kifu_sgf::Node;
use kifu_sgf::value::Color;

use crate::lang::Word;

/// Verdict of an author on a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The variation assumed to be the solution, because none has a verdict.
    Solution,
    /// The variation solves the problem.
    Correct,
    /// The variation fails.
    Wrong,
    /// The author gives no verdict.
    Variation,
}

impl Verdict {
    /// Its name.
    pub(super) const fn word(self) -> Word {
        match self {
            Self::Solution => Word::Solution,
            Self::Correct => Word::Correct,
            Self::Wrong => Word::Wrong,
            Self::Variation => Word::Variation,
        }
    }

    /// The verdict of a negated word: a line that is not correct is wrong, but one that is not wrong has no verdict.
    const fn negated(self) -> Option<Self> {
        match self {
            Self::Correct => Some(Self::Wrong),
            _ => None,
        }
    }
}

/// First words of a comment, in lower case, or words after [`SUBJECTS`] and [`LINKS`].
const FIRST: [(&str, Verdict); 15] = [
    ("correct", Verdict::Correct),
    ("right", Verdict::Correct),
    ("solved", Verdict::Correct),
    ("richtig", Verdict::Correct),
    ("gelöst", Verdict::Correct),
    ("wrong", Verdict::Wrong),
    ("incorrect", Verdict::Wrong),
    ("failure", Verdict::Wrong),
    ("fail", Verdict::Wrong),
    ("failed", Verdict::Wrong),
    ("falsch", Verdict::Wrong),
    ("variation", Verdict::Variation),
    ("変化", Verdict::Variation),
    ("变化", Verdict::Variation),
    ("變化", Verdict::Variation),
];

/// Words that may follow a first word: names of lines.
const NAMES: [&str; 10] = [
    "answer",
    "move",
    "moves",
    "solution",
    "variation",
    "sequence",
    "line",
    "way",
    "path",
    "too",
];

/// Words that may begin a sentence with a verdict: "This move is also correct".
const SUBJECTS: [&str; 10] = [
    "this", "that", "it", "here", "move", "line", "sequence", "way", "answer", "solution",
];

/// The words directly before a verdict.
const LINKS: [&str; 6] = ["is", "also", "still", "it's", "that's", "here's"];

/// Words that may follow a verdict, but not "right", which is a place too.
const CONJUNCTIONS: [&str; 6] = ["and", "but", "when", "if", "because", "since"];

/// Words between a negation and the word that it negates.
const BETWEEN: [&str; 5] = ["the", "a", "quite", "yet", "really"];

/// What negates a word of [`ANYWHERE`] that follows.
const NOT_BEFORE: [&str; 9] = [
    "不是", "不算", "并非", "並非", "没有", "沒有", "未", "不", "非",
];

/// What negates a word of [`ANYWHERE`] that precedes, with a particle or without.
const NOT_AFTER: [&str; 20] = [
    "ではな",
    "ではあり",
    "じゃな",
    "じゃあり",
    "でな",
    "でありま",
    "とは言え",
    "とはいえ",
    "とは限ら",
    "しな",
    "せず",
    "できな",
    "아니",
    "아닌",
    "아닙",
    "아님",
    "하지 못",
    "하지못",
    "하지 않",
    "하지않",
];

/// Words matched anywhere in a comment; a word precedes the words it contains.
const ANYWHERE: [(&str, Verdict); 20] = [
    ("不正解", Verdict::Wrong),
    ("不正確", Verdict::Wrong),
    ("不正确", Verdict::Wrong),
    ("失敗", Verdict::Wrong),
    ("失败", Verdict::Wrong),
    ("错误", Verdict::Wrong),
    ("錯誤", Verdict::Wrong),
    ("실패", Verdict::Wrong),
    ("오답", Verdict::Wrong),
    ("正解", Verdict::Correct),
    ("正確", Verdict::Correct),
    ("正确", Verdict::Correct),
    ("成功", Verdict::Correct),
    ("정답", Verdict::Correct),
    ("정해", Verdict::Correct),
    ("성공", Verdict::Correct),
    ("변화", Verdict::Variation),
    ("参考图", Verdict::Variation),
    ("参考図", Verdict::Variation),
    ("변화도", Verdict::Variation),
];

/// Words in capitals anywhere in a comment, as servers of problems write them.
const CAPITALS: [(&str, Verdict); 4] = [
    ("RIGHT", Verdict::Correct),
    ("CORRECT", Verdict::Correct),
    ("WRONG", Verdict::Wrong),
    ("INCORRECT", Verdict::Wrong),
];

/// The verdict on a line that ends at `leaf`, for the player `solver`: of the last node of the line
/// that has one, at least `depth` nodes below the root. A good move after a bad one of the solver solves nothing.
pub(super) fn of_line(leaf: Node<'_>, depth: usize, solver: Color) -> Option<Verdict> {
    let mut nodes = leaf.path_up().take_while(|node| node.depth() >= depth);
    let verdict = nodes.find_map(|node| Some((of_node(node, solver)?, node.has("TE"))))?;
    let mut is_too_late = || nodes.any(|node| is_own(node, solver) && node.has("BM"));
    match verdict {
        (Verdict::Correct, true) if is_too_late() => Some(Verdict::Wrong),
        (verdict, _) => Some(verdict),
    }
}

fn is_own(node: Node<'_>, solver: Color) -> bool {
    let play = node.play();
    play.is_some_and(|(color, _)| color == solver.letter())
}

fn of_node(node: Node<'_>, solver: Color) -> Option<Verdict> {
    for text in [node.simple_text("N"), node.comment()]
        .into_iter()
        .flatten()
    {
        if let Some(verdict) = of_comment(&text) {
            return Some(verdict);
        }
    }
    let (good, bad) = match solver {
        Color::Black => ("GB", "GW"),
        Color::White => ("GW", "GB"),
    };
    let is_own = is_own(node, solver);
    if node.has(good) || is_own && node.has("TE") {
        Some(Verdict::Correct)
    } else if node.has(bad) || is_own && node.has("BM") {
        Some(Verdict::Wrong)
    } else if node.has("DM") {
        Some(Verdict::Variation)
    } else {
        None
    }
}

fn of_comment(comment: &str) -> Option<Verdict> {
    by_first(comment)
        .or_else(|| by_capitals(comment))
        .or_else(|| by_any(comment))
}

/// The verdict of a first word, of a sentence such as "This is also correct", or of a sign alone.
fn by_first(comment: &str) -> Option<Verdict> {
    match comment.trim() {
        "+" => return Some(Verdict::Correct),
        "-" => return Some(Verdict::Wrong),
        _ => {}
    }
    let mut rest = comment.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (mut may_judge, mut is_negated) = (true, false);
    loop {
        if let Some(verdict) = judgment(rest).filter(|_| may_judge) {
            return if is_negated {
                verdict.negated()
            } else {
                Some(verdict)
            };
        }
        let (word, next) = first_word(rest);
        let is_negation = is_negation(word);
        may_judge = is_negation || is_one_of(&LINKS, word);
        if !may_judge && !is_one_of(&SUBJECTS, word) {
            return None;
        }
        is_negated |= is_negation;
        rest = next.trim_start_matches([' ', '\t']);
    }
}

/// The verdict of the word that a text begins with.
fn judgment(text: &str) -> Option<Verdict> {
    let is_first = |(known, _): &&(&str, Verdict)| {
        // Words of East Asian languages have no end.
        if known.starts_with(['変', '变', '變']) {
            return text.starts_with(known);
        }
        let end = text.find(|c: char| !c.is_alphanumeric());
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        let (next, _) = first_word(rest.trim_start_matches([' ', '\t']));
        let is_joined = *known != "right" && is_one_of(&CONJUNCTIONS, next);
        let lower = word.chars().flat_map(char::to_lowercase);
        lower.eq(known.chars()) && (is_joined || is_judgment(rest))
    };
    FIRST.iter().find(is_first).map(|&(_, verdict)| verdict)
}

fn by_capitals(comment: &str) -> Option<Verdict> {
    let mut is_negated = false;
    comment
        .split(|c: char| !is_of_word(c))
        .filter(|word| !word.is_empty())
        .find_map(|word| {
            let was_negated = is_negated;
            is_negated = is_negation(word) || was_negated && is_one_of(&BETWEEN, word);
            let &(_, verdict) = CAPITALS.iter().find(|(known, _)| *known == word)?;
            if was_negated {
                verdict.negated()
            } else {
                Some(verdict)
            }
        })
}

fn by_any(comment: &str) -> Option<Verdict> {
    let (at, &(word, verdict)) = ANYWHERE
        .iter()
        .find_map(|known| Some((comment.find(known.0)?, known)))?;
    let before = &comment[..at];
    let after = comment[at + word.len()..].trim_start_matches(['이', '은', '는', '가', '도', ' ']);
    let is_negated = NOT_BEFORE.iter().any(|not| before.ends_with(not))
        || NOT_AFTER.iter().any(|not| after.starts_with(not));
    if is_negated {
        verdict.negated()
    } else {
        Some(verdict)
    }
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || is_apostrophe(c)
}

/// The word that a text begins with, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !is_of_word(c));
    text.split_at(end.unwrap_or(text.len()))
}

/// Whether a word is one of these in lower case.
fn is_one_of(words: &[&str], word: &str) -> bool {
    let word = word.to_ascii_lowercase().replace('\u{2019}', "'");
    words.contains(&&*word)
}

fn is_negation(word: &str) -> bool {
    let word = word.to_ascii_lowercase().replace('\u{2019}', "'");
    word == "not" || word.ends_with("n't")
}

/// Whether the text after a first word leaves it a judgment of the line: nothing, punctuation, a new line, or the name
/// of the line.
fn is_judgment(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t']);
    let Some(next) = rest.chars().next() else {
        return true;
    };
    if !next.is_alphanumeric() {
        // "Right, but White is alive" judges; "right 'side'", "right (and lower) side" and questions do not.
        let is_compound = next == '-' && rest[1..].starts_with(char::is_alphanumeric);
        return !is_compound && !"'\u{2019}\"(/&?？".contains(next);
    }
    let end = rest.find(|c: char| !c.is_alphanumeric());
    let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    (is_number || NAMES.iter().any(|name| word.eq_ignore_ascii_case(name))) && is_judgment(rest)
}

#[cfg(test)]
mod tests {
    use super::{Color, Verdict, of_comment, of_line};

    /// Comments that `<kifu-player>` reads too.
    const TABLE: &str = include_str!("../../../../testdata/verdicts.tsv");

    #[test]
    fn a_good_move_after_a_bad_one_solves_nothing() {
        for (record, expected) in [
            (
                "(;AB[cc];B[hd]BM[1];W[aa];B[he]TE[1])",
                Some(Verdict::Wrong),
            ),
            (
                "(;AB[cc];B[hd];W[aa]BM[1];B[he]TE[1])",
                Some(Verdict::Correct),
            ),
            (
                "(;AB[cc];B[hd]BM[1];W[aa];B[he]C[Correct.])",
                Some(Verdict::Correct),
            ),
        ] {
            let record = kifu_sgf::Collection::from(record);
            let leaf = record.game(0).and_then(|game| game.leaves().next());
            let verdict = leaf.and_then(|leaf| of_line(leaf, 1, Color::Black));
            assert_eq!(verdict, expected);
        }
    }

    #[test]
    fn comments_with_a_verdict() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let (verdict, comment) = line.split_once('\t').expect("a verdict and a comment");
            let expected = match verdict {
                "correct" => Some(Verdict::Correct),
                "wrong" => Some(Verdict::Wrong),
                "variation" => Some(Verdict::Variation),
                _ => None,
            };
            let comment = &comment.replace("\\n", "\n");
            assert_eq!(of_comment(comment), expected, "{comment}");
        }
    }
}
