//! Cuts the main line of an article into figures.

use std::collections::BTreeMap;

use kifu_sgf::{GameTree, Node};

use crate::figure::setup::{Shown, first_figure};

/// Number of moves in a figure without comments.
const MOVES: u32 = 50;
/// Minimum number of moves in a figure that ends early at a comment.
const LEAST_MOVES: u32 = 6;
/// The characters of comments after which a figure ends.
const TEXT: usize = 900;
/// Number of remaining moves up to which a figure continues to the end of the game.
const TAIL: u32 = 8;

/// The figures of an article.
pub(super) struct Parts<'a> {
    /// The nodes before the first figure: their comments are the introduction.
    pub(super) before: Vec<Node<'a>>,
    /// The first and the last node of each figure.
    pub(super) figures: Vec<(Node<'a>, Node<'a>)>,
}

/// Cuts the main line: at `FG`, before setup of another position, at about 50 moves, and after a comment that is long, is followed by variations, or has labels
/// that the figure has elsewhere.
pub(super) fn parts(tree: GameTree<'_>) -> Parts<'_> {
    let line: Vec<Node<'_>> = tree.main_line().collect();
    let begin = first_figure(&line);
    let before = line[..begin].to_vec();
    // How many moves and comments come after each node.
    let mut after = vec![(0_u32, 0_usize); line.len() + 1];
    for (index, node) in line.iter().enumerate().rev() {
        let (moves, text) = after[index + 1];
        after[index] = (
            moves + u32::from(node.play().is_some()),
            text + words(*node),
        );
    }
    let mut figures = Vec::new();
    let mut first = begin;
    let (mut moves, mut text) = (0, 0);
    let mut shown = Shown::default();
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    for index in begin..line.len() {
        let node = line[index];
        let own = words(node);
        // A label that names another point than before belongs to a figure of its own.
        let conflicts = index > first && has_conflict(node, &labels);
        // The author's figures are kept.
        let is_marked = index > first && node.has("FG");
        if (conflicts || is_marked) && moves > 0 || shown.ends_before(node) {
            figures.push((line[first], line[index - 1]));
            (first, moves, text) = (index, 0, 0);
            shown = Shown::default();
            labels.clear();
        }
        shown.add(node);
        labels.extend(labels_of(node));
        moves += u32::from(node.play().is_some());
        text += own;
        let has_variations = node.siblings_before() == 0
            && node.parent().is_some_and(|parent| parent.is_branch_point());
        let (moves_after, text_after) = after[index + 1];
        let is_tail = moves_after <= TAIL && text_after == 0;
        let is_worth = own > 0 && (text >= TEXT || has_variations && own > 150);
        let ends = moves >= MOVES && own == 0 && text_after == 0
            || moves >= MOVES && (own > 0 || !comes_soon(&after, index))
            || is_worth && moves >= LEAST_MOVES;
        if ends && !is_tail && index + 1 < line.len() {
            figures.push((line[first], node));
            (first, moves, text) = (index + 1, 0, 0);
            shown = Shown::default();
            labels.clear();
        }
    }
    if first < line.len() {
        figures.push((line[first], line[line.len() - 1]));
    }
    Parts { before, figures }
}

/// Whether a comment follows within ten nodes.
fn comes_soon(after: &[(u32, usize)], index: usize) -> bool {
    let later = (index + 11).min(after.len() - 1);
    after[index + 1].1 > after[later].1
}

fn words(node: Node<'_>) -> usize {
    node.text("C").map_or(0, |text| text.trim().chars().count())
}

/// The labels of a node: text and point.
fn labels_of(node: Node<'_>) -> impl Iterator<Item = (String, String)> {
    node.values("LB").filter_map(|raw| {
        let (point, text) = raw.split_once(':')?;
        Some((text.to_owned(), point.to_owned()))
    })
}

fn has_conflict(node: Node<'_>, labels: &BTreeMap<String, String>) -> bool {
    labels_of(node).any(|(text, point)| labels.get(&text).is_some_and(|known| *known != point))
}
