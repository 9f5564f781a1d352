//! What comments name on the board of a figure.

use std::collections::{BTreeMap, BTreeSet};

use kifu_sgf::Node;

use crate::binding::mentions;

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
