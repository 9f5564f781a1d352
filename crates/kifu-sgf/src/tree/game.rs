use kifu_syntax::Span;

use super::iter::GameNodes;
use super::node::{Links, Node, NodeId};
use super::{Collection, collection::Slot};
use crate::schema::Game;

/// A game tree of a [`Collection`]: a small handle that borrows it.
#[derive(Clone, Copy, Debug)]
pub struct GameTree<'a> {
    pub(crate) collection: &'a Collection,
    pub(crate) text: &'a str,
    pub(crate) number: usize,
    pub(crate) links: Links<'a>,
}

impl<'a> GameTree<'a> {
    pub(crate) fn new(collection: &'a Collection, number: usize) -> Option<Self> {
        (number < collection.len()).then(|| Self::of_slot(collection, number))
    }

    /// The game `number`, which is there.
    pub(crate) fn of_slot(collection: &'a Collection, number: usize) -> Self {
        let links = match &collection.slots()[number] {
            Slot::Indexed(entry) => {
                let (first_node, sequences) = collection.index().extent(*entry);
                Links::Indexed {
                    first_node,
                    sequences,
                }
            }
            Slot::Edited(edited) => Links::Edited(edited),
        };
        Self {
            collection,
            text: collection.text(),
            number,
            links,
        }
    }

    /// The collection it belongs to.
    #[must_use]
    pub const fn collection(&self) -> &'a Collection {
        self.collection
    }

    /// The number of the game within the collection, from 0.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Node<'a> {
        let id = match self.links {
            Links::Indexed { .. } => 0,
            Links::Edited(edited) => edited.root,
        };
        Node {
            collection: self.collection,
            text: self.text,
            links: self.links,
            game: self.number,
            id,
            sequence: 0,
            bounds: None,
        }
    }

    /// Returns the node of this number; `None` if it does not exist.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'a>> {
        Node::find(self.collection, self.links, self.number, id.0)
    }

    /// Number of nodes of the game; at least one.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        match self.links {
            Links::Indexed { sequences, .. } => sequences.nodes() as usize,
            Links::Edited(edited) => edited.live as usize,
        }
    }

    /// All nodes in depth-first order, the order of the file.
    #[must_use]
    pub fn nodes(&self) -> GameNodes<'a> {
        GameNodes::new(*self)
    }

    /// Whether a raw value of the game passes a test.
    pub(crate) fn has_value(&self, test: &dyn Fn(&str) -> bool) -> bool {
        let mut properties = self.nodes().flat_map(|node| node.properties());
        properties.any(|property| property.values().any(test))
    }

    /// All nodes in siblings-first order; see [`Node::next_siblings_first`].
    pub fn nodes_siblings_first(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(Some(self.root()), Node::next_siblings_first)
    }

    /// The root, its first child, and so on to the leaf.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.root().main_line()
    }

    /// Leaves in depth-first order: one for each variation, with that of the main line first.
    pub fn leaves(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.root().leaves()
    }

    /// The first nodes of all variations: every child of a branch point except the first, in depth-first order.
    pub fn variations(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.nodes()
            .filter(|node| node.previous_sibling().is_some())
    }

    /// The game played, by `GM`: Go if the root has none, or one that is not a number. `None` for a number unknown to
    /// the standard.
    #[must_use]
    pub fn kind(&self) -> Option<Game> {
        Game::from_value(self.root().value("GM"))
    }

    /// Span of the game in the text of the collection, from its `(` to its `)`. `None` for a game that was created or
    /// changed.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self.collection.slots().get(self.number)? {
            Slot::Indexed(entry) => {
                let game = self.collection.index().games[*entry];
                Some(Span::new(game.start, game.end))
            }
            Slot::Edited(_) => None,
        }
    }

    /// The parent of each node, in file order.
    pub(crate) fn parents(&self) -> Vec<u32> {
        self.nodes()
            .map(|node| node.parent().map_or(super::NONE, |parent| parent.id))
            .collect()
    }
}

#[expect(
    clippy::into_iter_without_iter,
    reason = "`Collection::games` is the method"
)]
impl<'a> IntoIterator for &'a Collection {
    type Item = GameTree<'a>;
    type IntoIter = Games<'a>;

    /// The games, as [`Collection::games`].
    fn into_iter(self) -> Games<'a> {
        self.games()
    }
}

/// The games of a collection.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    pub(crate) collection: &'a Collection,
    pub(crate) next: usize,
    pub(crate) end: usize,
}

impl<'a> Iterator for Games<'a> {
    type Item = GameTree<'a>;

    #[inline]
    fn next(&mut self) -> Option<GameTree<'a>> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        GameTree::new(self.collection, self.next - 1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Games<'_> {}

impl DoubleEndedIterator for Games<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        GameTree::new(self.collection, self.end)
    }
}

impl std::iter::FusedIterator for Games<'_> {}
