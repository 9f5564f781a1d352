//! Finds a node by a path, a move number or a node number.

use kifu_sgf::value::number;
use kifu_sgf::{GameTree, Node, NodeId};

/// Returns the node at a path such as `B.2.1`, in the notation of problem
/// programs: the variation taken at each branch, `A` or `1` for the first.
/// Empty parts are ignored. `None` if the tree has no such node.
pub fn at_path<'a>(tree: GameTree<'a>, path: &str) -> Option<Node<'a>> {
    let mut node = tree.root();
    for part in path.split(['.', '/', ' ']).filter(|part| !part.is_empty()) {
        let number = if let Ok(number) = part.parse::<usize>() {
            number.checked_sub(1)?
        } else {
            part.bytes().try_fold(0_usize, |number, byte| {
                let digit = usize::from(byte.to_ascii_uppercase().checked_sub(b'A')?);
                (digit < 26).then_some(number.checked_mul(26)?.checked_add(digit + 1)?)
            })? - 1
        };
        while !node.is_branch_point() {
            node = node.first_child()?;
        }
        node = node.children().nth(number)?;
    }
    Some(node)
}

/// The node of the main line with the move of this number, or the last node
/// before the next move: setup and comments that follow it stay out.
pub fn at_move(tree: GameTree<'_>, number: u32) -> Option<Node<'_>> {
    if number == 0 {
        return Some(tree.root());
    }
    let mut count = Count::default();
    tree.main_line()
        .find(|node| count.add(*node) == Some(number))
}

/// Counts the moves of a line. `MN` sets the number of the move of its node, or else of the last one before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count(u32);

impl Count {
    /// After the move of a number.
    pub(crate) const fn after(number: u32) -> Self {
        Self(number)
    }

    /// Adds a node; returns the number of its move.
    pub(crate) fn add(&mut self, node: Node<'_>) -> Option<u32> {
        let is_move = node.play().is_some();
        let given = node
            .value("MN")
            .and_then(|raw| number::parse_lenient(raw).ok());
        let given = given.and_then(|read| u32::try_from(read.value).ok());
        self.0 = given.unwrap_or(self.0.saturating_add(u32::from(is_move)));
        is_move.then_some(self.0)
    }
}

/// The node with this number in its game, counted from 0 in the order of the file.
pub fn at_number(tree: GameTree<'_>, number: u32) -> Option<Node<'_>> {
    tree.node(NodeId::new(number))
}
