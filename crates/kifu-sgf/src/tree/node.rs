use std::borrow::Cow;

use super::edited::{Content, Edited};
use super::iter::{Ancestors, Children, Nodes, Siblings};
use super::sequences::{NONE, Sequences};
use super::{Collection, Properties, Property};

/// The number of a node within its game: 0 for the root, counting in file order.
///
/// It stays valid while the game is changed; nodes that are added get new numbers.
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

/// Where the links of a game are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Links<'a> {
    Indexed {
        /// The first node of the game, among those of the collection.
        first_node: usize,
        sequences: Sequences<'a>,
    },
    Edited(&'a Edited),
}

/// A node: a small handle that borrows the collection.
///
/// Two handles are equal when they stand for the same node of the same game.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) collection: &'a Collection,
    /// The text of the collection, kept at hand for the properties.
    pub(crate) text: &'a str,
    pub(crate) links: Links<'a>,
    pub(crate) game: usize,
    pub(crate) id: u32,
    /// The sequence of the node, where the game is indexed.
    pub(crate) sequence: u32,
    /// What [`Index::bounds`](super::index::Index::bounds) answers, if that is known.
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

    // -- Relations --------------------------------------------------------------------------

    /// The node above; `None` for the root.
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

    /// The first child: the main line goes on there.
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

    /// Whether the node and all above it are first children.
    ///
    /// In a game that was changed this walks up to the root.
    #[must_use]
    pub fn is_on_main_line(&self) -> bool {
        match self.links {
            Links::Indexed { sequences, .. } => sequences.get(self.sequence).is_main(),
            Links::Edited(_) => self.path_up().all(|node| node.previous_sibling().is_none()),
        }
    }

    /// How many nodes lie above: 0 for the root.
    ///
    /// In a game that was changed this walks up to the root.
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

    /// How many nodes come before it in file order: 0 for the root.
    ///
    /// In a game that was changed this walks through the nodes before it.
    #[must_use]
    pub fn number(&self) -> usize {
        match self.links {
            Links::Indexed { .. } => self.id as usize,
            Links::Edited(_) => {
                std::iter::successors(self.previous_in_file(), Self::previous_in_file).count()
            }
        }
    }

    /// How many children the node has.
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

    /// How many siblings come before it.
    ///
    /// In a game that was changed this walks through them.
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

    // -- Orders -----------------------------------------------------------------------------

    /// The next node in depth-first order, which is that of the file: the first child, else the
    /// next sibling of the node or of the nearest ancestor that has one.
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

    /// The node before in depth-first order, which is that of the file.
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

    /// The next node in siblings-first order: all children of a node come one after the other,
    /// then the children of the first of them, and so on down, then those of the second.
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

    // -- Iterators --------------------------------------------------------------------------

    /// The children, in order.
    #[must_use]
    pub fn children(&self) -> Children<'a> {
        Children::new(self.first_child(), self.last_child())
    }

    /// The node's own parent's children, this node among them; just this node for the root.
    #[must_use]
    pub fn siblings(&self) -> Siblings<'a> {
        match self.parent() {
            Some(parent) => parent.children(),
            None => Children::new(Some(*self), Some(*self)),
        }
    }

    /// The nodes above, from the parent to the root.
    #[must_use]
    pub fn ancestors(&self) -> Ancestors<'a> {
        Ancestors(self.parent())
    }

    /// This node and those above, up to the root.
    #[must_use]
    pub fn path_up(&self) -> Ancestors<'a> {
        Ancestors(Some(*self))
    }

    /// The way from the root to this node, both included.
    #[must_use]
    pub fn path(&self) -> Vec<Self> {
        let mut path = self.path_up().collect::<Vec<_>>();
        path.reverse();
        path
    }

    /// This node and all below it, in depth-first order.
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

    // -- Properties -------------------------------------------------------------------------

    /// The properties, in the order of the file.
    #[must_use]
    #[inline]
    pub fn properties(&self) -> Properties<'a> {
        let text = self.text;
        match self.links {
            Links::Indexed { first_node, .. } => {
                let bounds = match self.bounds {
                    Some(bounds) => bounds,
                    None => self
                        .collection
                        .index()
                        .bounds(first_node + self.id as usize),
                };
                Properties::written(text, bounds)
            }
            Links::Edited(edited) => match &edited.node(self.id).content {
                Content::Written(span) => Properties::written(text, (span.start, span.end)),
                Content::Own(properties) => Properties::own(text, properties),
            },
        }
    }

    /// The first property of this identifier.
    #[must_use]
    pub fn get(&self, identifier: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(identifier))
    }

    /// Whether there is a property of this identifier.
    #[must_use]
    pub fn has(&self, identifier: &str) -> bool {
        self.get(identifier).is_some()
    }

    /// The first raw value of a property.
    #[must_use]
    pub fn value(&self, identifier: &str) -> Option<&'a str> {
        self.get(identifier).map(|property| property.value())
    }

    /// The first value of a property as Text.
    #[must_use]
    pub fn text(&self, identifier: &str) -> Option<Cow<'a, str>> {
        self.get(identifier).map(|property| property.text())
    }

    /// The first value of a property as SimpleText.
    #[must_use]
    pub fn simple_text(&self, identifier: &str) -> Option<Cow<'a, str>> {
        self.get(identifier).map(|property| property.simple_text())
    }

    /// The move of the node: the identifier (`B` or `W`) and its raw value.
    #[must_use]
    pub fn play(&self) -> Option<(&'static str, &'a str)> {
        self.properties().find_map(|property| {
            if property.is("B") {
                Some(("B", property.value()))
            } else if property.is("W") {
                Some(("W", property.value()))
            } else {
                None
            }
        })
    }

    /// Where the node stands in the text of the collection, from its `;` to its last `]`. `None`
    /// for a node that was made or changed.
    #[must_use]
    pub fn span(&self) -> Option<kifu_syntax::Span> {
        match self.links {
            Links::Indexed { first_node, .. } => {
                let index = self.collection.index();
                let (start, end) = index.bounds(first_node + self.id as usize);
                let text = self.text.as_bytes();
                let mut part = kifu_syntax::Part::node(text, start).within(end);
                part.by_ref().for_each(drop);
                Some(kifu_syntax::Span::new(start, part.end()))
            }
            Links::Edited(edited) => match edited.node(self.id).content {
                Content::Written(span) => Some(span),
                Content::Own(_) => None,
            },
        }
    }
}
