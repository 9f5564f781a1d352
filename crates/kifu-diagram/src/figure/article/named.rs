//! What comments name on the board of a figure.

use std::collections::{BTreeMap, BTreeSet};

use kifu_sgf::Node;

/// The labels and the territory of the nodes of a figure.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// The point of each label.
    labels: BTreeMap<String, String>,
    /// Points with a label that a comment mentions.
    mentioned: BTreeSet<String>,
    /// Values of `TB` and `TW` of a node with a comment.
    territory: Option<Vec<String>>,
}

impl Named {
    /// Whether a node has one of the labels on another point, or other territory.
    pub(super) fn conflicts_with(&self, node: Node<'_>) -> bool {
        let is_other = |text: &str, point: &str| {
            let known = self.labels.get(text);
            known.is_some_and(|known| known != point)
        };
        labels(node).any(|(point, text)| is_other(text, point))
            || self.territory.is_some()
                && territory(node).is_some_and(|other| self.territory != Some(other))
    }

    /// Whether a node plays on a label that a comment mentions.
    pub(super) fn is_hidden_by(&self, node: Node<'_>) -> bool {
        node.play()
            .is_some_and(|(_, point)| self.mentioned.contains(point))
    }

    /// Adds a node.
    pub(super) fn add(&mut self, node: Node<'_>) {
        let comment = node.text("C").unwrap_or_default();
        for (point, text) in labels(node) {
            self.labels.insert(text.to_owned(), point.to_owned());
            if mentions(&comment, text) {
                self.mentioned.insert(point.to_owned());
            }
        }
        if !comment.is_empty() {
            self.territory = territory(node).or_else(|| self.territory.take());
        }
    }
}

/// Whether the comment of a node mentions one of its labels.
pub(super) fn mentions_label(node: Node<'_>) -> bool {
    let comment = node.text("C").unwrap_or_default();
    labels(node).any(|(_, text)| mentions(&comment, text))
}

/// The labels of a node: point and text.
fn labels(node: Node<'_>) -> impl Iterator<Item = (&str, &str)> {
    node.values("LB").filter_map(|raw| raw.split_once(':'))
}

/// The territory of a node.
fn territory(node: Node<'_>) -> Option<Vec<String>> {
    let values = |name| node.values(name).map(move |raw| format!("{name}{raw}"));
    let all: Vec<String> = values("TB").chain(values("TW")).collect();
    (!all.is_empty()).then_some(all)
}

/// Whether a comment has a label as a word of its own.
fn mentions(comment: &str, label: &str) -> bool {
    let label = label.trim();
    // East Asian words and Latin labels follow each other without blanks.
    let joins = |c: char| c.is_alphanumeric() && c < '\u{2e80}';
    let is_word = |at: usize| {
        let before = comment[..at].chars().next_back();
        let after = comment[at + label.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    };
    !label.is_empty() && comment.match_indices(label).any(|(at, _)| is_word(at))
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
    }
}
