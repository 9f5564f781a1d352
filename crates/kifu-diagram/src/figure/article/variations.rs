//! Selects the variations that an article shows.

use std::collections::HashSet;

use kifu_sgf::{Node, NodeId};

use crate::binding::Count;
use crate::figure::named::Named;
use crate::figure::setup::Shown;

/// Maximum number of nodes in a diagram; a longer variation has several.
const MOVES: usize = 40;
/// Number of diagrams at one move from which variations without a comment are omitted.
const MOST: usize = 12;

/// A variation of the main line, or the part of one that a diagram shows.
#[derive(Clone, Debug)]
pub(super) struct Variation<'a> {
    pub(super) first: Node<'a>,
    pub(super) last: Node<'a>,
    /// For a variation of another variation: the index of that in the list, and its number of the move that this one
    /// replaces.
    pub(super) beside: Option<(usize, u32)>,
    /// Number of moves of the variation in diagrams before this one; `None` if this is the first.
    pub(super) before: Option<u32>,
}

impl<'a> Variation<'a> {
    /// The node of the line after another.
    #[expect(clippy::unused_self, reason = "a line follows first children")]
    pub(super) fn next(&self, node: Node<'a>) -> Option<Node<'a>> {
        node.first_child()
    }

    /// The first of its nodes with a property, if it has one.
    pub(super) fn first_with(&self, identifier: &str) -> Option<Node<'a>> {
        let count = (self.last.depth() + 1).saturating_sub(self.first.depth());
        let nodes = self.last.path_up().take(count);
        nodes.filter(|node| node.has(identifier)).last()
    }
}

/// Variations of one move.
pub(super) struct Lines<'a> {
    pub(super) shown: Vec<Variation<'a>>,
    /// Number of variations omitted.
    pub(super) left: usize,
}

/// The variations in the place of a move of the main line, those within them after each.
pub(super) fn variations(node: Node<'_>) -> Lines<'_> {
    let mut shown = Vec::new();
    let mut left = 0;
    if !node.is_on_main_line() {
        return Lines { shown, left };
    }
    let siblings = node.siblings().filter(|sibling| *sibling != node);
    let mut todo: Vec<(Node<'_>, Option<(usize, u32)>)> =
        siblings.map(|node| (node, None)).collect();
    todo.reverse();
    let mut commented = None;
    while let Some((first, beside)) = todo.pop() {
        // A node without a move or a word is nothing to show.
        let line = || first.main_line();
        if !line().any(|node| {
            node.play().is_some() || node.has("AB") || node.has("AW") || has_words(node)
        }) {
            continue;
        }
        if shown.len() >= MOST {
            let commented = commented.get_or_insert_with(|| commented_beside(node));
            if !commented.contains(&first.id()) {
                left += 1;
                continue;
            }
        }
        let nodes: Vec<Node<'_>> = line().collect();
        let mut count = Count::default();
        let numbers: Vec<Option<u32>> = nodes.iter().map(|node| count.add(*node)).collect();
        let starts = starts(&nodes, &numbers);
        let part_of = |index: usize| starts.partition_point(|&start| start <= index) - 1;
        let last_numbers = last_numbers(&numbers);
        for (index, node) in nodes.iter().enumerate().rev() {
            let mut others: Vec<Node<'_>> = node.children().skip(1).collect();
            others.reverse();
            let next = numbers.get(index + 1).copied().flatten();
            let next = next.unwrap_or(last_numbers[index].saturating_add(1));
            let beside = (shown.len() + part_of(index), next);
            todo.extend(others.into_iter().map(|other| (other, Some(beside))));
        }
        for (part, &start) in starts.iter().enumerate() {
            let end = starts.get(part + 1).copied().unwrap_or(nodes.len());
            shown.push(Variation {
                first: nodes[start],
                last: nodes[end - 1],
                beside: beside.filter(|_| part == 0),
                before: (part > 0).then(|| last_numbers[start - 1]),
            });
        }
    }
    Lines { shown, left }
}

/// The number of the last move up to each node of a line, from those of the moves.
fn last_numbers(numbers: &[Option<u32>]) -> Vec<u32> {
    let mut last = 0;
    let of = |number: &Option<u32>| {
        last = number.unwrap_or(last);
        last
    };
    numbers.iter().map(of).collect()
}

/// The indices of the nodes of a line at which a diagram begins: the first, each that sets up another position or would give
/// another meaning to what a comment names, those with `FG` after a move, and those after too many nodes for one diagram.
/// `numbers`: those of the moves.
fn starts(line: &[Node<'_>], numbers: &[Option<u32>]) -> Vec<usize> {
    let mut starts = Vec::new();
    let (mut seen, mut named) = (Shown::default(), Named::default());
    for (index, (&node, &number)) in line.iter().zip(numbers).enumerate() {
        let is_full = starts.last().is_none_or(|start| index - start >= MOVES);
        let before = starts.last().map_or(&[][..], |&start| &line[start..index]);
        // The author's figures are kept.
        let is_marked = node.has("FG") && before.iter().any(|node| node.play().is_some());
        if is_full || is_marked || seen.ends_before(node) || named.conflicts_with(node, number) {
            (seen, named) = (Shown::default(), Named::default());
            starts.push(index);
        }
        seen.add(node);
        named.add(node, number);
    }
    starts
}

/// Whether a node has a comment or a name.
fn has_words(node: Node<'_>) -> bool {
    node.has("C") || node.has("N")
}

/// The nodes in the variations of a move that have a comment or a name, or a node after them that has one.
fn commented_beside(node: Node<'_>) -> HashSet<NodeId> {
    let mut commented = HashSet::new();
    let mut todo: Vec<Node<'_>> = node.siblings().filter(|sibling| *sibling != node).collect();
    while let Some(here) = todo.pop() {
        if has_words(here) {
            let above = here
                .path_up()
                .take_while(|above| Some(*above) != node.parent());
            // What is above a known node is known.
            for above in above {
                if !commented.insert(above.id()) {
                    break;
                }
            }
        }
        todo.extend(here.children());
    }
    commented
}
