use super::node::Links;
use super::offsets::OffsetsFrom;
use super::{GameTree, Node};

/// The children of a node, from either end.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    front: Option<Node<'a>>,
    back: Option<Node<'a>>,
}

/// The children of the parent of a node.
pub type Siblings<'a> = Children<'a>;

impl<'a> Children<'a> {
    pub(crate) const fn new(front: Option<Node<'a>>, back: Option<Node<'a>>) -> Self {
        Self { front, back }
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.front?;
        if self.back == Some(node) {
            (self.front, self.back) = (None, None);
        } else {
            self.front = node.next_sibling();
        }
        Some(node)
    }
}

impl DoubleEndedIterator for Children<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let node = self.back?;
        if self.front == Some(node) {
            (self.front, self.back) = (None, None);
        } else {
            self.back = node.previous_sibling();
        }
        Some(node)
    }
}

impl std::iter::FusedIterator for Children<'_> {}

/// From a node up to the root.
#[derive(Clone, Debug)]
pub struct Ancestors<'a>(pub(crate) Option<Node<'a>>);

impl<'a> Iterator for Ancestors<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.0?;
        self.0 = node.parent();
        Some(node)
    }
}

impl std::iter::FusedIterator for Ancestors<'_> {}

/// Iterator over nodes in depth-first order, the order of the file.
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    next: Option<Node<'a>>,
    last: Option<Node<'a>>,
}

impl<'a> Nodes<'a> {
    /// A node and its descendants.
    pub(crate) fn subtree(node: Node<'a>) -> Self {
        Self {
            next: Some(node),
            last: Some(node.last_in_file()),
        }
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.next?;
        self.next = if self.last == Some(node) {
            None
        } else {
            node.next_in_file()
        };
        Some(node)
    }
}

impl std::iter::FusedIterator for Nodes<'_> {}

/// Iterator over all nodes of a game in depth-first order, the order of the file. Its length is known.
#[derive(Clone, Debug)]
pub struct GameNodes<'a> {
    /// The next node, if any is left.
    next: Node<'a>,
    left: usize,
    /// Starts of the nodes after it, if the game is indexed.
    starts: Option<OffsetsFrom<'a>>,
}

impl<'a> GameNodes<'a> {
    pub(crate) fn new(game: GameTree<'a>) -> Self {
        let mut next = game.root();
        let starts = match game.links {
            Links::Indexed { first_node, .. } => {
                let mut starts = next.collection.index().offsets.from(first_node);
                next.bounds = starts.next().map(|start| (start, end_before(&mut starts)));
                Some(starts)
            }
            Links::Edited(_) => None,
        };
        Self {
            next,
            left: game.node_count(),
            starts,
        }
    }
}

/// Moves to the next node of a changed game.
// Out of line, so that the node that is returned can stay in registers.
#[cold]
#[inline(never)]
fn follow_links(node: &mut Node<'_>) {
    if let Some(next) = node.next_in_file() {
        *node = next;
    }
}

/// Returns the start of the next node: the end of the one before.
#[inline]
fn end_before(starts: &mut OffsetsFrom<'_>) -> usize {
    starts.next().unwrap_or(usize::MAX)
}

impl<'a> Iterator for GameNodes<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        self.left = self.left.checked_sub(1)?;
        let node = self.next;
        let next = &mut self.next;
        if let (Links::Indexed { sequences, .. }, Some(starts)) = (next.links, &mut self.starts) {
            next.id += 1;
            next.sequence += u32::from(next.id >= sequences.end(next.sequence));
            next.bounds = next.bounds.map(|(_, end)| (end, end_before(starts)));
        } else {
            follow_links(next);
        }
        Some(node)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for GameNodes<'_> {}

impl std::iter::FusedIterator for GameNodes<'_> {}
