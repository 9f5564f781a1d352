//! Selects the variations that an article shows.

use kifu_sgf::Node;

/// Maximum number of moves in a diagram; a longer variation is cut.
const MOVES: usize = 40;
/// Maximum number of diagrams at one move.
const MOST: usize = 12;

/// A variation of the main line.
#[derive(Clone, Debug)]
pub(super) struct Variation<'a> {
    pub(super) first: Node<'a>,
    pub(super) last: Node<'a>,
    /// For a variation of another variation: the index of that in the list, and its number of the move that this one
    /// replaces.
    pub(super) beside: Option<(usize, u32)>,
}

impl<'a> Variation<'a> {
    /// The node of the line after another.
    #[expect(clippy::unused_self, reason = "a line follows first children")]
    pub(super) fn next(&self, node: Node<'a>) -> Option<Node<'a>> {
        node.first_child()
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
    while let Some((first, beside)) = todo.pop() {
        // A node without a move or a word is nothing to show.
        let line = || first.main_line();
        if !line()
            .any(|node| node.play().is_some() || node.has("AB") || node.has("AW") || node.has("C"))
        {
            continue;
        }
        if shown.len() >= MOST {
            left += 1;
            continue;
        }
        let nodes: Vec<Node<'_>> = line().take(MOVES).collect();
        let last = nodes.last().copied().unwrap_or(first);
        let mut numbers: Vec<u32> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let before = numbers.last().copied().unwrap_or(0);
            numbers.push(before + u32::from(node.play().is_some()));
        }
        for (node, number) in nodes.iter().zip(numbers).rev() {
            let mut others: Vec<Node<'_>> = node.children().skip(1).collect();
            others.reverse();
            todo.extend(
                others
                    .into_iter()
                    .map(|other| (other, Some((shown.len(), number + 1)))),
            );
        }
        shown.push(Variation {
            first,
            last,
            beside,
        });
    }
    Lines { shown, left }
}
