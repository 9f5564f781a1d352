use kifu_sgf::NodeId;

use crate::draft::Record;

/// Position in the tree for the next node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The last node that was added here, and its parent.
    node: NodeId,
    parent: NodeId,
    /// The number of the last move up to that node, and up to its parent.
    number: u32,
    number_before: u32,
    /// Whether there was no node yet, not even a root.
    is_fresh: bool,
}

impl Cursor {
    pub(super) const fn new() -> Self {
        Self {
            node: NodeId::ROOT,
            parent: NodeId::ROOT,
            number: 0,
            number_before: 0,
            is_fresh: true,
        }
    }

    /// The current node.
    pub(super) const fn node(&self) -> NodeId {
        self.node
    }

    /// The first node of a game that may be its root.
    pub(super) fn node_or_root(&mut self, record: &mut Record<'_>) {
        if self.is_fresh {
            self.is_fresh = false;
        } else {
            self.add(record);
        }
    }

    /// Adds a node.
    pub(super) fn add(&mut self, record: &mut Record<'_>) {
        self.is_fresh = false;
        self.parent = self.node;
        self.node = record.child(self.parent);
        self.number_before = self.number;
    }

    /// Counts a move at this node; true if its number is not the next one.
    pub(super) fn count(&mut self, number: Option<u32>) -> bool {
        let next = self.number_before.saturating_add(1);
        self.number = number.unwrap_or(next);
        self.number != next
    }

    /// Position for an alternative to the current node.
    pub(super) const fn variation(&self) -> Self {
        Self {
            node: self.parent,
            parent: self.parent,
            number: self.number_before,
            number_before: self.number_before,
            is_fresh: false,
        }
    }
}
