//! Finds where setup in a line of moves begins another position.

use kifu_sgf::Node;

use crate::binding::is_setup;

/// What the nodes of a figure have shown so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    has_moves: bool,
    has_setup: bool,
    has_words: bool,
}

impl Shown {
    /// Whether a node sets up another position: it has setup and no move, and follows moves, or a position with a comment.
    /// One diagram would show a mixture of both.
    pub(super) fn ends_before(self, node: Node<'_>) -> bool {
        is_setup(node) && (self.has_moves || self.has_words)
    }

    /// Adds a node.
    pub(super) fn add(&mut self, node: Node<'_>) {
        self.has_moves |= node.play().is_some();
        self.has_setup |= is_setup(node);
        self.has_words |= self.has_setup && node.has("C");
    }
}

/// The index of the first position of a line to draw: the first move, or the first setup if setup of another position
/// follows before the moves.
pub(super) fn first_position(line: &[Node<'_>]) -> usize {
    let mut shown = Shown::default();
    for (index, node) in line.iter().enumerate() {
        if node.play().is_some() {
            return index;
        }
        if shown.ends_before(*node) {
            return line
                .iter()
                .position(|node| is_setup(*node))
                .unwrap_or(index);
        }
        shown.add(*node);
    }
    line.len().saturating_sub(1)
}

/// Cuts the nodes from `first` to `last`, which is on the line of first children of it, where setup begins another
/// position.
pub(super) fn positions<'a>(first: Node<'a>, last: Node<'a>) -> Vec<(Node<'a>, Node<'a>)> {
    let mut parts = vec![(first, first)];
    let mut shown = Shown::default();
    for node in first.main_line() {
        if shown.ends_before(node) {
            shown = Shown::default();
            parts.push((node, node));
        }
        shown.add(node);
        if let Some(part) = parts.last_mut() {
            part.1 = node;
        }
        if node == last {
            break;
        }
    }
    parts
}
