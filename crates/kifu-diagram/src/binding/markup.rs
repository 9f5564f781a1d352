//! The markup of a node.

use core::ops::RangeInclusive;
use std::collections::BTreeSet;

use kifu_games::{Notation, Note, NoteKind};
use kifu_sgf::Node;
use kifu_sgf::value::{ValueErrorKind, compose};
use kifu_syntax::text::unescape_simple_text;

use crate::scene::{Color, Mark, Point, Scene, Spot};

/// The marks, in the order of the standard.
pub(crate) const MARKS: [(&str, Mark); 5] = [
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("SQ", Mark::Square),
    ("TR", Mark::Triangle),
];

const TERRITORY: [(&str, Color); 2] = [("TB", Color::Black), ("TW", Color::White)];

/// The marks of Octi, whose values are stones.
const STONE_MARKS: [(&str, Mark); 4] = [
    ("CS", Mark::Circle),
    ("MS", Mark::Cross),
    ("SS", Mark::Square),
    ("TS", Mark::Triangle),
];

/// Adds the markup of a node: `CR`, `MA`, `SL`, `SQ`, `TR`, `LB`, `AR`, `LN`, `TB`, `TW`.
pub(super) fn add(scene: &mut Scene, node: Node<'_>, notation: Notation, notes: &mut Vec<Note>) {
    for (identifier, mark) in MARKS {
        for point in notation.list(node, identifier, notes) {
            scene.spot(point).mark = Some(mark);
        }
    }
    for (identifier, side) in TERRITORY {
        for point in notation.list(node, identifier, notes) {
            scene.spot(point).territory = Some(side);
        }
    }
    for point in notation.list(node, "M", notes) {
        scene.spot(point).mark = Some(Mark::Cross);
    }
    for (point, label) in labels(node, notation, notes) {
        scene.spot(point).label = Some(label);
    }
    if matches!(notation, Notation::Octi(_)) {
        for (identifier, mark) in STONE_MARKS {
            for point in notation.list(node, identifier, notes) {
                scene.spot(point).mark = Some(mark);
            }
        }
    }
    let [arrows, lines] = strokes(node, notation, notes);
    scene.arrows.extend(arrows);
    scene.lines.extend(lines);
}

/// The arrows and the lines of a node.
fn strokes(node: Node<'_>, notation: Notation, notes: &mut Vec<Note>) -> [Vec<Stroke>; 2] {
    let ends = |first: &str, second: &str| Ok((notation.point(first)?, notation.point(second)?));
    let mut arrows: Vec<Stroke> = pairs(node, "AR", notes, ends);
    if matches!(notation, Notation::Octi(_)) {
        arrows.extend(pairs(node, "AS", notes, ends));
    }
    [arrows, pairs(node, "LN", notes, ends)]
}

/// The labels of a node; a point may have several, of which the last is shown.
pub(super) fn labels(
    node: Node<'_>,
    notation: Notation,
    notes: &mut Vec<Note>,
) -> Vec<(Point, String)> {
    // Of a file in FF[1] or FF[2], whose letters are in the order of the points.
    let letters = (0..=u16::MAX).zip(node.values("L"));
    let letters = letters.filter_map(|(number, raw)| {
        let letter = crate::scene::Axis::LowerLetters.name(number);
        Some((notation.point(raw).ok()?, letter.to_string()))
    });
    let mut labels: Vec<(Point, String)> = letters.collect();
    labels.extend(pairs(node, "LB", notes, |first, second| {
        Ok((
            notation.point(first)?,
            unescape_simple_text(second).into_owned(),
        ))
    }));
    labels
}

/// The letters between quotation marks or parentheses in a comment: `'a'`, `(b)`.
pub(super) fn quoted(comment: &str) -> impl Iterator<Item = String> {
    let mut before = [' '; 2];
    comment.chars().filter_map(move |after| {
        let [open, letter] = before;
        before = [letter, after];
        let is_quoted = letter.is_ascii_lowercase()
            && "'\"`(‘“„«「『（".contains(open)
            && "'\")’”»」』）".contains(after);
        is_quoted.then(|| letter.to_string())
    })
}

/// Adds the labels, marks, arrows, lines and territory of earlier nodes with a comment, to which it refers, from the last
/// node to the first. A label needs a point without number, label and mark, and a text that no other label has, nor a move
/// unless the comment mentions it; one whose point has a number gets a reference if it [needs](refers) one. A mark needs a point
/// without label and other mark. Of territory only that of one node is shown. `is_short`: only the last two digits of
/// numbers are shown.
pub(super) fn add_earlier<'a>(
    scene: &mut Scene,
    nodes: impl Iterator<Item = Node<'a>>,
    notation: Notation,
    is_short: bool,
) {
    let used = scene.spots.values().filter_map(|spot| spot.label.clone());
    let mut used: BTreeSet<String> = used.collect();
    used.extend(scene.references.iter().map(|(label, _)| label.clone()));
    let numbers = scene.spots.values().filter_map(|spot| spot.number);
    let numbers: BTreeSet<String> = numbers.map(|number| number.to_string()).collect();
    let mut arrows = Strokes::new(core::mem::take(&mut scene.arrows));
    let mut lines = Strokes::new(core::mem::take(&mut scene.lines));
    for node in nodes {
        let Some(comment) = node.comment() else {
            continue;
        };
        for (point, label) in labels(node, notation, &mut Vec::new()) {
            if !scene.has(point) || used.contains(&label) {
                continue;
            }
            let spot = scene.at(point);
            if let Some(number) = spot.and_then(|spot| spot.number) {
                if refers(&comment, &label, number, is_short) {
                    used.insert(label.clone());
                    scene.references.push((label, number));
                }
            } else if spot.is_none_or(is_unmarked)
                && (!numbers.contains(label.trim()) || mentions(&comment, &label))
            {
                used.insert(label.clone());
                scene.spot(point).label = Some(label);
            }
        }
        add_earlier_marks(scene, node, notation, &comment);
        add_earlier_territory(scene, node, notation);
        let [own_arrows, own_lines] = strokes(node, notation, &mut Vec::new());
        arrows.extend(own_arrows);
        lines.extend(own_lines);
    }
    (scene.arrows, scene.lines) = (arrows.all, lines.all);
}

/// Whether a label on the move of this number needs a reference, because a reader would look for it: a label that is a
/// number only if the comment mentions it and the move does not show it. `is_short`: only the last two digits of numbers
/// are shown.
pub(super) fn refers(comment: &str, label: &str, number: u32, is_short: bool) -> bool {
    let Ok(own) = label.trim().parse::<u32>() else {
        return true;
    };
    let is_own = own == number || is_short && own % 100 == number % 100;
    !is_own && mentions(comment, label)
}

/// An arrow or a line, from and to.
type Stroke = (Point, Point);

/// Strokes, each once.
struct Strokes {
    all: Vec<Stroke>,
    known: BTreeSet<Stroke>,
}

impl Strokes {
    fn new(all: Vec<Stroke>) -> Self {
        Self {
            known: all.iter().copied().collect(),
            all,
        }
    }

    fn extend(&mut self, strokes: Vec<Stroke>) {
        let new = strokes
            .into_iter()
            .filter(|stroke| self.known.insert(*stroke));
        self.all.extend(new);
    }
}

/// Whether a point has at most a piece.
fn is_unmarked(spot: &Spot) -> bool {
    let piece = spot.piece;
    *spot
        == Spot {
            piece,
            ..Spot::default()
        }
}

/// Whether a comment has a label as a word of its own. Full-width letters and digits are equal to their ASCII forms.
pub(crate) fn mentions(comment: &str, label: &str) -> bool {
    /// From `!` to `！`.
    const WIDER: u32 = 0xfee0;
    let label = label.trim();
    let shifted = |from: RangeInclusive<char>, by: u32| -> String {
        let shift = |c| {
            let shifted = char::from_u32(u32::from(c).wrapping_add(by));
            shifted.filter(|_| from.contains(&c)).unwrap_or(c)
        };
        label.chars().map(shift).collect()
    };
    let narrow = shifted('！'..='～', WIDER.wrapping_neg());
    let wide = shifted('!'..='~', WIDER);
    [label, &narrow, &wide]
        .iter()
        .any(|label| has_word(comment, label))
}

/// Whether a text has a word that no letters or digits precede or follow.
fn has_word(comment: &str, label: &str) -> bool {
    // East Asian words and Latin labels follow each other without blanks.
    let joins = |c: char| c.is_alphanumeric() && c < '\u{2e80}';
    let is_word = |at: usize| {
        let before = comment[..at].chars().next_back();
        let after = comment[at + label.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    };
    !label.is_empty() && comment.match_indices(label).any(|(at, _)| is_word(at))
}

/// Adds the marks of a node with a comment.
fn add_earlier_marks(scene: &mut Scene, node: Node<'_>, notation: Notation, comment: &str) {
    // Programs mark the last move, which has a number here.
    let own = node.play().and_then(|(_, raw)| notation.point(raw).ok());
    for (identifier, mark) in MARKS {
        for point in notation.list(node, identifier, &mut Vec::new()) {
            let is_free = scene.at(point).is_none_or(|spot| {
                let is_plain = spot.number.is_some() && own == Some(point);
                spot.label.is_none() && spot.mark.is_none() && (!is_plain || names(comment, mark))
            });
            if scene.has(point) && is_free {
                scene.spot(point).mark = Some(mark);
            }
        }
    }
}

/// Adds the territory of a node with a comment to the points that have no move of the figure.
fn add_earlier_territory(scene: &mut Scene, node: Node<'_>, notation: Notation) {
    if scene.spots.values().any(|spot| spot.territory.is_some()) {
        return;
    }
    for (identifier, side) in TERRITORY {
        for point in notation.list(node, identifier, &mut Vec::new()) {
            let is_free = scene.at(point).is_none_or(|spot| spot.number.is_none());
            if scene.has(point) && is_free {
                scene.spot(point).territory = Some(side);
            }
        }
    }
}

/// Whether a comment names a kind of mark.
pub(crate) fn names(comment: &str, mark: Mark) -> bool {
    let words: &[&str] = match mark {
        Mark::Circle => &["circle", "○", "◯", "丸", "圆", "圓", "동그라미"],
        Mark::Cross => &["cross", "×", "✕"],
        Mark::Square => &["square", "□", "■", "四角", "方块", "方塊", "네모"],
        Mark::Selected => &["select"],
        Mark::Triangle => &["triang", "△", "▲", "三角", "세모"],
    };
    let comment = comment.to_lowercase();
    words
        .iter()
        .chain(&["marked", "印"])
        .any(|word| comment.contains(word))
}

/// The composed values of a property.
fn pairs<T>(
    node: Node<'_>,
    identifier: &'static str,
    notes: &mut Vec<Note>,
    read: impl Fn(&str, &str) -> Result<T, ValueErrorKind>,
) -> Vec<T> {
    let mut pairs = Vec::new();
    for raw in node.values(identifier) {
        let value = compose::parse(raw)
            .map_err(|error| error.kind)
            .and_then(|(first, second)| read(first, second));
        match value {
            Ok(value) => pairs.push(value),
            Err(error) => {
                notes.push(Note::new(node, raw, NoteKind::Value { identifier, error }));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_label_is_a_word_of_its_own() {
        for comment in ["A", "White A.", "白A是大场", "(A)", "play at A, B"] {
            assert!(mentions(comment, "A"), "{comment}");
        }
        for comment in ["", "An attack", "a", "CA", "A1", "ÄA"] {
            assert!(!mentions(comment, "A"), "{comment}");
        }
        assert!(mentions("Then 12 follows.", "12"));
        assert!(!mentions("Then 123 follows.", "12"));
        assert!(!mentions("words", " "));
        assert!(mentions("黒Ａが良い", "A") && mentions("黒Aが良い", "Ａ"));
        assert!(!mentions("An attack", "Ａ") && !mentions("黒Ｂが良い", "A"));
    }
}
