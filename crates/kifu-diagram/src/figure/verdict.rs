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
}

/// First words of a comment, in lower case.
const FIRST: [(&str, Verdict); 12] = [
    ("correct", Verdict::Correct),
    ("right", Verdict::Correct),
    ("solved", Verdict::Correct),
    ("wrong", Verdict::Wrong),
    ("incorrect", Verdict::Wrong),
    ("failure", Verdict::Wrong),
    ("fail", Verdict::Wrong),
    ("failed", Verdict::Wrong),
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
/// that has one, at least `depth` nodes below the root.
pub(super) fn of_line(leaf: Node<'_>, depth: usize, solver: Color) -> Option<Verdict> {
    leaf.path_up()
        .take_while(|node| node.depth() >= depth)
        .find_map(|node| of_node(node, solver))
}

fn of_node(node: Node<'_>, solver: Color) -> Option<Verdict> {
    for text in [node.simple_text("N"), node.text("C")]
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
    let is_own = node
        .play()
        .is_some_and(|(color, _)| color == solver.letter());
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
    let start = comment.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_first = |(word, _): &&(&str, Verdict)| {
        if !word.is_ascii() {
            return start.starts_with(word);
        }
        let end = start.find(|c: char| !c.is_alphanumeric());
        let (first, rest) = start.split_at(end.unwrap_or(start.len()));
        first.eq_ignore_ascii_case(word) && is_judgment(rest)
    };
    let by_first = FIRST.iter().find(is_first);
    let mut before = "";
    let mut by_capitals = comment
        .split(|c: char| !c.is_alphanumeric() && !"'\u{2019}".contains(c))
        .filter(|word| !word.is_empty())
        .filter_map(|word| {
            let is_denied =
                before.eq_ignore_ascii_case("not") || before.to_ascii_lowercase().ends_with("n't");
            before = word;
            let found = CAPITALS.iter().find(|(known, _)| *known == word);
            found.filter(|_| !is_denied)
        });
    let by_any = || ANYWHERE.iter().find(|(word, _)| comment.contains(word));
    let found = by_first.or_else(|| by_capitals.next()).or_else(by_any);
    found.map(|&(_, verdict)| verdict)
}

/// Whether the text after a first word leaves it a judgment of the line: nothing, punctuation, a new line, or the name
/// of the line.
fn is_judgment(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t']);
    let Some(next) = rest.chars().next() else {
        return true;
    };
    if !next.is_alphanumeric() {
        // "Right, but White is alive" judges; "right 'side'" and "right (and lower) side" do not.
        let is_compound = next == '-' && rest[1..].starts_with(char::is_alphanumeric);
        return !is_compound && !"'\u{2019}\"(/&".contains(next);
    }
    let end = rest.find(|c: char| !c.is_alphanumeric());
    let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    (is_number || NAMES.iter().any(|name| word.eq_ignore_ascii_case(name))) && is_judgment(rest)
}

#[cfg(test)]
mod tests {
    use super::{Verdict, of_comment};

    #[test]
    fn comments_with_a_verdict() {
        for (comment, expected) in [
            ("Correct.", Some(Verdict::Correct)),
            ("  right!", Some(Verdict::Correct)),
            ("Well done. RIGHT", Some(Verdict::Correct)),
            ("Correct", Some(Verdict::Correct)),
            ("Correct answer", Some(Verdict::Correct)),
            ("Correct solution 2", Some(Verdict::Correct)),
            ("Correct\nBlack lives", Some(Verdict::Correct)),
            ("Right - but slow", Some(Verdict::Correct)),
            ("Right of the stone", None),
            ("Right side first.", None),
            ("Right-hand side", None),
            ("right side is bigger", None),
            ("Correct shape but fails", None),
            ("not RIGHT", None),
            ("NOT RIGHT", None),
            ("This isn't RIGHT", None),
            ("Not so bad. RIGHT", Some(Verdict::Correct)),
            ("Wrong direction", None),
            ("to the right", None),
            ("WRONG", Some(Verdict::Wrong)),
            ("正解図", Some(Verdict::Correct)),
            ("不正解", Some(Verdict::Wrong)),
            ("失败", Some(Verdict::Wrong)),
            ("변화도", Some(Verdict::Variation)),
            ("変化1", Some(Verdict::Variation)),
            ("この変化は", None),
            ("", None),
        ] {
            assert_eq!(of_comment(comment), expected, "{comment}");
        }
    }
}
