//! Nodes before and after a node, one by one and as iterators.

use super::{Links, Node};
use crate::tree::iter::{Ancestors, Children, Nodes, Siblings};

impl<'a> Node<'a> {
    /// Returns the next node in depth-first order, the order of the file: the first child, else the next sibling of
    /// the node or of the nearest ancestor that has one.
    #[must_use]
    #[inline]
    pub fn next_in_file(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let next = self.id + 1;
                if next >= sequences.nodes() {
                    return None;
                }
                let behind = next >= sequences.end(self.sequence);
                Some(self.at(next, self.sequence + u32::from(behind)))
            }
            Links::Edited(_) => self.next_among_links(),
        }
    }

    /// The next node in depth-first order, where links lead there.
    fn next_among_links(&self) -> Option<Self> {
        self.first_child()
            .or_else(|| self.path_up().find_map(|node| node.next_sibling()))
    }

    /// Returns the previous node in depth-first order, the order of the file.
    #[must_use]
    pub fn previous_in_file(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let previous = self.id.checked_sub(1)?;
                let before = self.id == sequences.get(self.sequence).first;
                Some(self.at(previous, self.sequence - u32::from(before)))
            }
            Links::Edited(_) => match self.previous_sibling() {
                Some(sibling) => Some(sibling.last_in_file()),
                None => self.parent(),
            },
        }
    }

    /// The last node of the subtree of this node in depth-first order.
    #[must_use]
    pub fn last_in_file(&self) -> Self {
        match self.links {
            Links::Indexed { sequences, .. } => {
                // From a sequence to its last variation, without the nodes between.
                let mut sequence = self.sequence;
                while let Some(last) = sequences.last_child(sequence) {
                    sequence = last;
                }
                self.at(sequences.end(sequence) - 1, sequence)
            }
            Links::Edited(_) => {
                let mut node = *self;
                while let Some(child) = node.last_child() {
                    node = child;
                }
                node
            }
        }
    }

    /// Returns the next node in siblings-first order: all children of a node in a row, then the children of the first
    /// of them, and so on down, then those of the second.
    #[must_use]
    pub fn next_siblings_first(&self) -> Option<Self> {
        if let Some(sibling) = self.next_sibling() {
            return Some(sibling);
        }
        let first = self
            .parent()
            .map_or(*self, |parent| parent.first_child().unwrap_or(*self));
        std::iter::once(first)
            .chain(std::iter::successors(
                first.next_sibling(),
                Self::next_sibling,
            ))
            .find_map(|node| node.first_child())
            .or_else(|| {
                self.ancestors().find_map(|above| {
                    std::iter::successors(above.next_sibling(), Self::next_sibling)
                        .find_map(|node| node.first_child())
                })
            })
    }

    /// The node before in siblings-first order; see
    /// [`next_siblings_first`](Self::next_siblings_first).
    #[must_use]
    pub fn previous_siblings_first(&self) -> Option<Self> {
        if let Some(sibling) = self.previous_sibling() {
            return Some(sibling);
        }
        let parent = self.parent()?;
        let with_children = |from: Option<Self>| {
            std::iter::successors(from, Self::previous_sibling).find_map(|node| node.last_child())
        };
        let Some(mut last) = with_children(parent.previous_sibling()) else {
            let siblings = std::iter::successors(Some(parent), Self::next_sibling);
            return siblings.last();
        };
        while let Some(deeper) = with_children(Some(last)) {
            last = deeper;
        }
        Some(last)
    }

    /// The children, in order.
    #[must_use]
    pub fn children(&self) -> Children<'a> {
        Children::new(self.first_child(), self.last_child())
    }

    /// The children of the node's parent, including this node; only this node for the root.
    #[must_use]
    pub fn siblings(&self) -> Siblings<'a> {
        match self.parent() {
            Some(parent) => parent.children(),
            None => Children::new(Some(*self), Some(*self)),
        }
    }

    /// The ancestors, from the parent to the root.
    #[must_use]
    pub fn ancestors(&self) -> Ancestors<'a> {
        Ancestors(self.parent())
    }

    /// This node and its ancestors, up to the root.
    #[must_use]
    pub fn path_up(&self) -> Ancestors<'a> {
        Ancestors(Some(*self))
    }

    /// The path from the root to this node, both included.
    #[must_use]
    pub fn path(&self) -> Vec<Self> {
        let mut path = self.path_up().collect::<Vec<_>>();
        path.reverse();
        path
    }

    /// This node and its descendants, in depth-first order.
    #[must_use]
    pub fn subtree(&self) -> Nodes<'a> {
        Nodes::subtree(*self)
    }

    /// The leaves of the subtree of this node, in depth-first order.
    pub fn leaves(&self) -> impl Iterator<Item = Self> + use<'a> {
        self.subtree().filter(Self::is_leaf)
    }

    /// This node, its first child, and so on to the leaf.
    pub fn main_line(&self) -> impl Iterator<Item = Self> + use<'a> {
        std::iter::successors(Some(*self), Self::first_child)
    }
}
