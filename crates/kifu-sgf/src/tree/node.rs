mod order;
mod properties;

use super::Collection;
use super::edited::Edited;
use super::sequences::{NONE, Sequences};

/// The number of a node within its game: 0 for the root, counting in file order.
///
/// It stays valid while the game is changed; new nodes get new numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root of a game that was read.
    pub const ROOT: Self = Self(0);

    /// The node of this number.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Storage of the links of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Links<'a> {
    Indexed {
        /// Index of the first node of the game, among those of the collection.
        first_node: usize,
        sequences: Sequences<'a>,
    },
    Edited(&'a Edited),
}

/// A node: a small handle that borrows the collection.
///
/// Two handles are equal if they refer to the same node of the same game.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) collection: &'a Collection,
    /// The text of the collection, stored here for the properties.
    pub(crate) text: &'a str,
    pub(crate) links: Links<'a>,
    pub(crate) game: usize,
    pub(crate) id: u32,
    /// The sequence of the node, if the game is indexed.
    pub(crate) sequence: u32,
    /// Cached result of [`Index::bounds`](super::index::Index::bounds).
    pub(crate) bounds: Option<(usize, usize)>,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
            && self.game == other.game
            && std::ptr::eq(self.collection, other.collection)
    }
}

impl Eq for Node<'_> {}

impl<'a> Node<'a> {
    /// The node `id`, if the game has it.
    pub(crate) fn find(
        collection: &'a Collection,
        links: Links<'a>,
        game: usize,
        id: u32,
    ) -> Option<Self> {
        let sequence = match links {
            Links::Indexed { sequences, .. } => {
                if id >= sequences.nodes() {
                    return None;
                }
                sequences.of_node(id)
            }
            Links::Edited(edited) => {
                if !edited.contains(id) {
                    return None;
                }
                0
            }
        };
        Some(Self {
            collection,
            text: collection.text(),
            links,
            game,
            id,
            sequence,
            bounds: None,
        })
    }

    #[inline]
    const fn at(self, id: u32, sequence: u32) -> Self {
        Self {
            id,
            sequence,
            bounds: None,
            ..self
        }
    }

    #[inline]
    fn linked(self, id: u32) -> Option<Self> {
        (id != NONE).then(|| self.at(id, 0))
    }

    /// The first node of a sequence.
    #[inline]
    fn head(self, sequences: Sequences<'_>, number: Option<u32>) -> Option<Self> {
        number.map(|number| self.at(sequences.get(number).first, number))
    }

    /// The number of the node.
    #[must_use]
    #[inline]
    pub const fn id(&self) -> NodeId {
        NodeId(self.id)
    }

    /// The collection it belongs to.
    #[must_use]
    pub const fn collection(&self) -> &'a Collection {
        self.collection
    }

    /// The game it belongs to.
    #[must_use]
    pub const fn game(&self) -> super::GameTree<'a> {
        super::GameTree {
            collection: self.collection,
            text: self.text,
            number: self.game,
            links: self.links,
        }
    }

    /// The parent; `None` for the root.
    #[must_use]
    #[inline]
    pub fn parent(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                if self.id > sequences.get(self.sequence).first {
                    return Some(self.at(self.id - 1, self.sequence));
                }
                let above = sequences.parent(self.sequence)?;
                Some(self.at(sequences.end(above) - 1, above))
            }
            Links::Edited(edited) => self.linked(edited.node(self.id).parent),
        }
    }

    /// The first child, which continues the main line.
    #[must_use]
    #[inline]
    pub fn first_child(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let next = self.id + 1;
                if next < sequences.end(self.sequence) {
                    return Some(self.at(next, self.sequence));
                }
                self.head(sequences, sequences.first_child(self.sequence))
            }
            Links::Edited(edited) => self.linked(edited.node(self.id).first_child),
        }
    }

    /// The last child.
    #[must_use]
    #[inline]
    pub fn last_child(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let next = self.id + 1;
                if next < sequences.end(self.sequence) {
                    return Some(self.at(next, self.sequence));
                }
                self.head(sequences, sequences.last_child(self.sequence))
            }
            Links::Edited(edited) => self.linked(edited.node(self.id).last_child),
        }
    }

    /// The next variation of the same parent.
    #[must_use]
    #[inline]
    pub fn next_sibling(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                if self.id > sequences.get(self.sequence).first {
                    return None;
                }
                self.head(sequences, sequences.next_sibling(self.sequence))
            }
            Links::Edited(edited) => self.linked(edited.node(self.id).next_sibling),
        }
    }

    /// The variation of the same parent before this one.
    #[must_use]
    #[inline]
    pub fn previous_sibling(&self) -> Option<Self> {
        match self.links {
            Links::Indexed { sequences, .. } => {
                if self.id > sequences.get(self.sequence).first {
                    return None;
                }
                self.head(sequences, sequences.previous_sibling(self.sequence))
            }
            Links::Edited(edited) => self.linked(edited.node(self.id).previous_sibling),
        }
    }

    /// The root of the game.
    #[must_use]
    pub fn root(&self) -> Self {
        match self.links {
            Links::Indexed { .. } => self.at(0, 0),
            Links::Edited(edited) => self.at(edited.root, 0),
        }
    }

    /// Whether the node has no parent.
    #[must_use]
    #[inline]
    pub fn is_root(&self) -> bool {
        self.parent().is_none()
    }

    /// Whether the node has no child.
    #[must_use]
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.first_child().is_none()
    }

    /// Whether the node has more than one child.
    #[must_use]
    #[inline]
    pub fn is_branch_point(&self) -> bool {
        self.child_count() > 1
    }

    /// Whether the node and its ancestors are first children.
    ///
    /// In a changed game this walks up to the root.
    #[must_use]
    pub fn is_on_main_line(&self) -> bool {
        match self.links {
            Links::Indexed { sequences, .. } => sequences.get(self.sequence).is_main(),
            Links::Edited(_) => self.path_up().all(|node| node.previous_sibling().is_none()),
        }
    }

    /// Number of ancestors: 0 for the root.
    ///
    /// In a changed game this walks up to the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let here = sequences.get(self.sequence);
                (here.depth() + (self.id - here.first)) as usize
            }
            Links::Edited(_) => self.ancestors().count(),
        }
    }

    /// Number of nodes before it in file order: 0 for the root.
    ///
    /// In a changed game this walks through the nodes before it.
    #[must_use]
    pub fn number(&self) -> usize {
        match self.links {
            Links::Indexed { .. } => self.id as usize,
            Links::Edited(_) => {
                std::iter::successors(self.previous_in_file(), Self::previous_in_file).count()
            }
        }
    }

    /// Number of children.
    #[must_use]
    #[inline]
    pub fn child_count(&self) -> usize {
        match self.links {
            Links::Indexed { sequences, .. } => match self.last_child() {
                None => 0,
                Some(child) if child.sequence == self.sequence => 1,
                Some(child) => sequences.get(child.sequence).index as usize + 1,
            },
            Links::Edited(edited) => edited.node(self.id).children as usize,
        }
    }

    /// Number of siblings before it.
    ///
    /// In a changed game this walks through them.
    #[must_use]
    pub fn siblings_before(&self) -> usize {
        match self.links {
            Links::Indexed { sequences, .. } => {
                let here = sequences.get(self.sequence);
                if self.id > here.first {
                    0
                } else {
                    here.index as usize
                }
            }
            Links::Edited(_) => {
                std::iter::successors(self.previous_sibling(), Self::previous_sibling).count()
            }
        }
    }
}
