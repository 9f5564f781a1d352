//! What comments name on the board of a figure.

use std::collections::{BTreeMap, BTreeSet};

use kifu_sgf::Node;

use crate::binding::{MARKS, mentions, names};

/// The labels, moves, marks and territory of the nodes of a figure.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// The labels of nodes with a comment, and the numbers of moves.
    labels: BTreeMap<String, Label>,
    /// The points with a label that a comment mentions, and that label.
    mentioned: BTreeMap<String, String>,
    marks: Marks,
    /// Values of `TB` and `TW` of a node with a comment.
    territory: Option<Vec<String>>,
}

/// The point of a label or of a number.
#[derive(Debug)]
struct Label {
    point: String,
    /// Whether the comment of its node mentions it as a label.
    is_mentioned: bool,
}

impl Named {
    /// Whether a node would give another meaning to what a comment names: it has the label on another point, more marks of
    /// the kind, or other territory. `number`: that of its move.
    pub(super) fn conflicts_with(&self, node: Node<'_>, number: Option<u32>) -> bool {
        let comment = node.comment().unwrap_or_default();
        let is_other = |text: &str, point: &str, comment: &str| {
            self.labels.get(text.trim()).is_some_and(|known| {
                known.point != point && (known.is_mentioned || mentions(comment, text))
            })
        };
        labels(node).any(|(point, text)| is_other(text, point, &comment))
            || numbered(node, number).is_some_and(|(point, text)| is_other(&text, point, ""))
            || self.marks.conflict_with(&Marks::of(node, &comment))
            || self.territory.is_some()
                && territory(node).is_some_and(|other| self.territory != Some(other))
    }

    /// Whether a node plays on a label that a comment mentions, and that its number does not repeat.
    pub(super) fn is_hidden_by(&self, node: Node<'_>, number: Option<u32>) -> bool {
        numbered(node, number).is_some_and(|(point, text)| {
            let label = self.mentioned.get(point);
            label.is_some_and(|label| *label != text)
        })
    }

    /// Adds a node. `number`: that of its move.
    pub(super) fn add(&mut self, node: Node<'_>, number: Option<u32>) {
        if let Some((point, text)) = numbered(node, number) {
            self.add_label(point, &text, false);
        }
        let comment = node.comment().unwrap_or_default();
        if comment.trim().is_empty() {
            return;
        }
        for (point, text) in labels(node) {
            self.add_label(point, text, mentions(&comment, text));
        }
        self.marks.add(Marks::of(node, &comment));
        self.territory = territory(node).or_else(|| self.territory.take());
    }

    fn add_label(&mut self, point: &str, text: &str, is_mentioned: bool) {
        let (point, text) = (point.to_owned(), text.trim().to_owned());
        if is_mentioned {
            self.mentioned.insert(point.clone(), text.clone());
        }
        let known = self.labels.get(&text);
        let was_mentioned = known.is_some_and(|known| known.point == point && known.is_mentioned);
        let label = Label {
            point,
            is_mentioned: is_mentioned || was_mentioned,
        };
        self.labels.insert(text, label);
    }
}

/// The marks of nodes with a comment, by the index of their kind.
#[derive(Debug, Default)]
struct Marks {
    points: [BTreeSet<String>; MARKS.len()],
    /// Whether a comment names the kind.
    are_named: [bool; MARKS.len()],
}

impl Marks {
    /// The marks of a node, without the one that programs put on each last move.
    fn of(node: Node<'_>, comment: &str) -> Self {
        let own = node.play().map(|(_, raw)| raw);
        let mut marks = Self::default();
        for (kind, (identifier, mark)) in MARKS.into_iter().enumerate() {
            let is_named = names(comment, mark);
            let points = node.values(identifier);
            let points = points.filter(|raw| is_named || Some(*raw) != own);
            marks.points[kind] = points.map(|raw| raw.trim().to_owned()).collect();
            marks.are_named[kind] = is_named;
        }
        marks
    }

    fn are_empty(&self) -> bool {
        self.points.iter().all(BTreeSet::is_empty)
    }

    /// Whether marks of later nodes would make a comment name more or fewer points.
    fn conflict_with(&self, later: &Self) -> bool {
        let replaces = |kind: usize| {
            let mut others = later.points.iter().enumerate();
            others.any(|(other, points)| other != kind && !points.is_disjoint(&self.points[kind]))
        };
        let differs = |kind: usize| {
            let (own, others) = (&self.points[kind], &later.points[kind]);
            self.are_named[kind] && (!others.is_subset(own) || replaces(kind))
                || later.are_named[kind] && !own.is_subset(others)
        };
        !later.are_empty() && (0..MARKS.len()).any(differs)
    }

    fn add(&mut self, later: Self) {
        for (own, others) in self.points.iter_mut().zip(later.points) {
            own.extend(others);
        }
        // Without marks the word means something else.
        if !self.are_empty() {
            for (own, is_named) in self.are_named.iter_mut().zip(later.are_named) {
                *own |= is_named;
            }
        }
    }
}

/// Whether the comment of a node mentions one of its labels.
pub(super) fn mentions_label(node: Node<'_>) -> bool {
    let comment = node.comment().unwrap_or_default();
    labels(node).any(|(_, text)| mentions(&comment, text))
}

/// The labels of a node: point and text.
fn labels(node: Node<'_>) -> impl Iterator<Item = (&str, &str)> {
    node.values("LB").filter_map(|raw| raw.split_once(':'))
}

/// The point of a move, and its number as a text.
fn numbered(node: Node<'_>, number: Option<u32>) -> Option<(&str, String)> {
    let (_, point) = node.play().filter(|(_, point)| !point.trim().is_empty())?;
    Some((point, number?.to_string()))
}

/// The territory of a node.
fn territory(node: Node<'_>) -> Option<Vec<String>> {
    let values = |name| node.values(name).map(move |raw| format!("{name}{raw}"));
    let all: Vec<String> = values("TB").chain(values("TW")).collect();
    (!all.is_empty()).then_some(all)
}
