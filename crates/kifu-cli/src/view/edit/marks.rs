use anyhow::{bail, ensure};
use kifu::games::Notation;
use kifu::go::Point;
use kifu::syntax::text::{escape_compose_simple_text, unescape_simple_text};
use kifu::value::compose;
use kifu::{EditError, GameTreeMut, Node, NodeId, schema};

/// Markup that is put on a point, or taken away if it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A mark or territory, by its property.
    Sign(&'static str),
    /// The first letter that labels no other point.
    NextLetter,
    /// The first number that labels no other point.
    NextNumber,
    /// A label; empty to have none.
    Label(String),
    /// An arrow or a line, by its property, from another point.
    Line(&'static str, Point),
}

/// Properties of which a point has one.
const GROUPS: [&[&str]; 2] = [&["TR", "SQ", "CR", "MA", "SL"], &["TB", "TW"]];

/// A change of the properties of a node.
#[derive(Debug, Default)]
pub(super) struct Edit {
    /// Properties and the values that they keep.
    kept: Vec<(&'static str, Vec<String>)>,
    /// A property and a further value.
    added: Option<(&'static str, String)>,
}

impl Edit {
    /// The change that puts markup on a point of a node, or takes it away.
    pub(super) fn of(node: Node<'_>, mark: &Mark, point: Point) -> anyhow::Result<Self> {
        let notation = match kifu::games::Replay::of(node.game()) {
            Ok(replay) => replay.position().notation(),
            Err(_) => Notation::GoLike(kifu::games::go::Start::size_of(node.game())),
        };
        match *mark {
            Mark::Sign(identifier) => Self::of_sign(node, notation, identifier, point),
            Mark::Line(identifier, start) => {
                Ok(Self::of_line(node, notation, identifier, [start, point]))
            }
            Mark::NextLetter | Mark::NextNumber | Mark::Label(_) => {
                Self::of_label(node, notation, mark, point)
            }
        }
    }

    fn of_sign(
        node: Node<'_>,
        notation: Notation,
        identifier: &'static str,
        point: Point,
    ) -> anyhow::Result<Self> {
        let is_territory = matches!(identifier, "TB" | "TW");
        ensure!(
            !is_territory || schema::lookup(node.game().kind(), identifier).is_some(),
            "not saved: this game has no territory"
        );
        let group = GROUPS.into_iter().find(|group| group.contains(&identifier));
        let mut edit = Self {
            kept: Vec::new(),
            added: Some((identifier, notation.name(point))),
        };
        for &other in group.unwrap_or_default() {
            let Some(kept) = without(node, other, notation, point) else {
                continue;
            };
            edit.kept.push((other, kept));
            if other == identifier {
                edit.added = None;
            }
        }
        Ok(edit)
    }

    fn of_line(
        node: Node<'_>,
        notation: Notation,
        identifier: &'static str,
        ends: [Point; 2],
    ) -> Self {
        let is_same = |raw: &str| {
            let Ok((start, end)) = compose::parse(raw) else {
                return false;
            };
            let [start, end] = [start, end].map(|raw| notation.point(raw).ok());
            let [first, last] = ends.map(Some);
            // A line has no direction.
            (start, end) == (first, last) || identifier == "LN" && (end, start) == (first, last)
        };
        let (same, kept): (Vec<_>, Vec<_>) = node.values(identifier).partition(|raw| is_same(raw));
        if !same.is_empty() {
            let kept = kept.into_iter().map(str::to_owned).collect();
            return Self {
                kept: vec![(identifier, kept)],
                added: None,
            };
        }
        let [start, end] = ends.map(|point| notation.name(point));
        Self {
            kept: Vec::new(),
            added: Some((identifier, compose::to_sgf(start, end))),
        }
    }

    fn of_label(
        node: Node<'_>,
        notation: Notation,
        mark: &Mark,
        point: Point,
    ) -> anyhow::Result<Self> {
        let mut kept = Vec::new();
        let mut used = Vec::new();
        let mut own = None;
        for raw in node.values("LB") {
            match compose::parse(raw) {
                Ok((place, text)) if notation.point(place) == Ok(point) => {
                    own = Some(unescape_simple_text(text));
                }
                other => {
                    used.extend(other.ok().map(|(_, text)| unescape_simple_text(text)));
                    kept.push(raw.to_owned());
                }
            }
        }
        let own = own.as_deref();
        let is_letter = |text: &str| matches!(text.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z']);
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        let is_free = |text: &String| !used.iter().any(|other| other == text);
        let text = match mark {
            Mark::NextLetter if own.is_some_and(is_letter) => None,
            Mark::NextNumber if own.is_some_and(is_number) => None,
            Mark::NextLetter => {
                let mut letters = ('A'..='Z').chain('a'..='z').map(String::from);
                let Some(letter) = letters.find(is_free) else {
                    bail!("not saved: all letters label other points");
                };
                Some(letter)
            }
            Mark::NextNumber => (1..=u32::MAX)
                .map(|number| number.to_string())
                .find(is_free),
            Mark::Label(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Mark::Sign(_) | Mark::Line(..) => None,
        };
        let name = notation.name(point);
        let value = |text: String| compose::to_sgf(name, escape_compose_simple_text(&text));
        Ok(Self {
            kept: own.map(|_| ("LB", kept)).into_iter().collect(),
            added: text.map(|text| ("LB", value(text))),
        })
    }

    /// Changes the properties of a node.
    pub(super) fn make(self, tree: &mut GameTreeMut<'_>, node: NodeId) -> Result<(), EditError> {
        for (identifier, values) in self.kept {
            if values.is_empty() {
                tree.remove_property(node, identifier)?;
            } else {
                tree.set(node, identifier, &values)?;
            }
        }
        if let Some((identifier, value)) = self.added {
            tree.add(node, identifier, &value)?;
        }
        Ok(())
    }
}

/// The values of a mark without a point; `None` if it does not contain the point.
fn without(
    node: Node<'_>,
    identifier: &str,
    notation: Notation,
    point: Point,
) -> Option<Vec<String>> {
    let mut contains = false;
    let mut others = Vec::new();
    for raw in node.values(identifier) {
        if let Some(rest) = notation.without(raw, point) {
            contains = true;
            others.extend(rest);
        } else {
            others.push(raw.to_owned());
        }
    }
    contains.then_some(others)
}

#[cfg(test)]
mod tests {
    use kifu::go::Point;

    use super::Mark;
    use crate::view::edit::Change;
    use crate::view::edit::tests::saved;

    #[test]
    fn a_point_has_one_mark_in_the_notation_of_its_game() {
        for (record, mark, point, expected) in [
            (
                "(;GM[11]SZ[11];B[a1]TR[f6])",
                "TR",
                (5, 5),
                "(;GM[11]SZ[11];B[a1])",
            ),
            (
                "(;GM[11]SZ[11];B[a1]TR[f6])",
                "SQ",
                (0, 1),
                "(;GM[11]SZ[11];B[a1]TR[f6]SQ[a2])",
            ),
            ("(;GM[3];W[e4]TR[d5])", "TR", (3, 3), "(;GM[3];W[e4])"),
            (
                "(;GM[3];W[e4]TR[d5])",
                "MA",
                (0, 7),
                "(;GM[3];W[e4]TR[d5]MA[a1])",
            ),
            (
                "(;GM[19];B[44-45]CR[11])",
                "CR",
                (0, 8),
                "(;GM[19];B[44-45])",
            ),
            (
                "(;SZ[9]TR[dd:ff])",
                "TR",
                (4, 4),
                "(;SZ[9]TR[dd:fd][de][fe][df:ff])",
            ),
            (
                "(;SZ[9]SL[aa:cc][ii])",
                "SQ",
                (0, 0),
                "(;SZ[9]SL[ba:ca][ab:cc][ii]SQ[aa])",
            ),
            ("(;SZ[9]SL[ee][dd])", "TR", (4, 4), "(;SZ[9]SL[dd]TR[ee])"),
            ("(;SZ[9]SQ[ ee ])", "CR", (4, 4), "(;SZ[9]CR[ee])"),
        ] {
            let change = Change::Mark(Mark::Sign(mark), Point::new(point.0, point.1));
            assert_eq!(saved(record, change, ""), expected, "{record}");
        }
    }

    #[test]
    fn labels_territory_and_lines_come_and_go() {
        use Mark::{Label, Line, NextLetter, NextNumber, Sign};
        let text = |text: &str| Label(text.to_owned());
        for (record, mark, expected) in [
            ("(;SZ[9])", NextLetter, "(;SZ[9]LB[ee:A])"),
            (
                "(;SZ[9]LB[aa:A][bb:C])",
                NextLetter,
                "(;SZ[9]LB[aa:A][bb:C][ee:B])",
            ),
            ("(;SZ[9]LB[aa:A][ee:C])", NextLetter, "(;SZ[9]LB[aa:A])"),
            ("(;SZ[9]LB[ee:C])", NextLetter, "(;SZ[9])"),
            (
                "(;SZ[9]LB[aa:1][ee:C])",
                NextNumber,
                "(;SZ[9]LB[aa:1][ee:2])",
            ),
            ("(;SZ[9]LB[aa:1][ee:12])", NextNumber, "(;SZ[9]LB[aa:1])"),
            ("(;SZ[9])", text(" a:]b "), "(;SZ[9]LB[ee:a\\:\\]b])"),
            ("(;SZ[9]LB[ee:x])", text("y"), "(;SZ[9]LB[ee:y])"),
            ("(;SZ[9]LB[ee:x][bad])", text(""), "(;SZ[9]LB[bad])"),
            ("(;SZ[9]TR[ee])", Sign("TB"), "(;SZ[9]TR[ee]TB[ee])"),
            (
                "(;SZ[9]TB[dd:ee])",
                Sign("TW"),
                "(;SZ[9]TB[dd:ed][de]TW[ee])",
            ),
            ("(;SZ[9]TW[ee])", Sign("TW"), "(;SZ[9])"),
            (
                "(;SZ[9])",
                Line("AR", Point::new(0, 1)),
                "(;SZ[9]AR[ab:ee])",
            ),
            (
                "(;SZ[9]AR[ab:ee][cc:dd])",
                Line("AR", Point::new(0, 1)),
                "(;SZ[9]AR[cc:dd])",
            ),
            (
                "(;SZ[9]AR[ee:ab])",
                Line("AR", Point::new(0, 1)),
                "(;SZ[9]AR[ee:ab][ab:ee])",
            ),
            (
                "(;SZ[9]LN[ee:ab])",
                Line("LN", Point::new(0, 1)),
                "(;SZ[9])",
            ),
            (
                "(;GM[3])",
                Line("AR", Point::new(0, 7)),
                "(;GM[3]AR[a1:e4])",
            ),
        ] {
            let change = Change::Mark(mark.clone(), Point::new(4, 4));
            assert_eq!(saved(record, change, ""), expected, "{record} {mark:?}");
        }
    }
}
