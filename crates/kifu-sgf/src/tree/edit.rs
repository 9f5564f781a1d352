mod error;
mod properties;

use kifu_syntax::text::escape_brackets;

pub use error::EditError;

use super::edited::{Content, Edited, OwnProperty, Raw};
use super::game::GameTree;
use super::node::{Node, NodeId};
use super::sequences::NONE;
use super::{Collection, collection::Slot};
use crate::encoding::Charset;

/// A game that can be changed.
///
/// Unchanged parts are written byte for byte in the style [`Preserve`](crate::Style::Preserve).
///
/// # Identifiers
/// An identifier has several spellings: its upper-case letters (`C`), a long name with them (`Comment`), and, without any,
/// all its letters in lower case (`c`); see [`normal_identifier`](crate::schema::normal_identifier). Methods that read,
/// set or remove a property by its identifier take any spelling, and find the property in any spelling; the first
/// property found is read or set. A property that is set keeps its spelling; a new one gets the upper-case letters.
///
/// ```
/// use kifu_sgf::{Collection, NodeId};
///
/// let mut collection = Collection::from("(;Comment[old])");
/// let mut game = collection.game_mut(0).unwrap();
/// game.set_text(NodeId::ROOT, "c", "new")?;
/// game.set_text(NodeId::ROOT, "Name", "Ear-reddening")?;
/// assert_eq!(game.tree().root().text("C").unwrap(), "new");
/// assert_eq!(collection.to_text(), "(;Comment[new]N[Ear-reddening])");
/// # Ok::<(), kifu_sgf::EditError>(())
/// ```
///
/// # Example
/// ```
/// use kifu_sgf::{Collection, NodeId};
///
/// let mut collection = Collection::from("(;GM[1] ;B[aa] C[old])");
/// let mut game = collection.game_mut(0).unwrap();
/// game.set_text(NodeId::new(1), "C", "new [better]")?;
/// let reply = game.append_child(NodeId::new(1))?;
/// game.set(reply, "W", &["bb"])?;
/// assert_eq!(collection.to_bytes()?, b"(;GM[1] ;B[aa] C[new [better\\]];W[bb])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameTreeMut<'a> {
    collection: &'a mut Collection,
    number: usize,
}

impl<'a> GameTreeMut<'a> {
    pub(crate) const fn new(collection: &'a mut Collection, number: usize) -> Self {
        Self { collection, number }
    }

    /// The game, to read it.
    #[must_use]
    pub fn tree(&self) -> GameTree<'_> {
        GameTree::of_slot(self.collection, self.number)
    }

    /// The number of the game within the collection.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The number of the root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.tree().root().id()
    }

    fn edited(&mut self) -> (&mut Edited, &str) {
        self.collection.edited_mut(self.number)
    }

    fn check(&self, id: NodeId) -> Result<(), EditError> {
        match &self.collection.slots()[self.number] {
            Slot::Edited(edited) if edited.contains(id.0) => Ok(()),
            _ => Err(EditError::NoSuchNode),
        }
    }

    fn check_not_root(&mut self, id: NodeId) -> Result<(), EditError> {
        self.check(id)?;
        if self.edited().0.root == id.0 {
            Err(EditError::Root)
        } else {
            Ok(())
        }
    }

    /// Adds an empty node as the last child of `parent`.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn append_child(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        self.insert_child(parent, usize::MAX)
    }

    /// Adds an empty node as a child of `parent` with `index` siblings before it, or as the last
    /// one if there are fewer.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn insert_child(&mut self, parent: NodeId, index: usize) -> Result<NodeId, EditError> {
        self.check(parent)?;
        let parent_node = self.tree().node(parent).ok_or(EditError::NoSuchNode)?;
        let next = if index >= parent_node.child_count() {
            NONE
        } else {
            parent_node
                .children()
                .nth(index)
                .map_or(NONE, |node| node.id)
        };
        let edited = self.edited().0;
        let id = edited.push(Content::Own(Vec::new()));
        edited.link_before(id, parent.0, next);
        Ok(NodeId(id))
    }

    /// Adds an empty node as the sibling right before `node`.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Root`].
    pub fn insert_before(&mut self, node: NodeId) -> Result<NodeId, EditError> {
        self.check_not_root(node)?;
        let edited = self.edited().0;
        let parent = edited.node(node.0).parent;
        let id = edited.push(Content::Own(Vec::new()));
        edited.link_before(id, parent, node.0);
        Ok(NodeId(id))
    }

    /// Adds an empty node as the sibling right after `node`.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Root`].
    pub fn insert_after(&mut self, node: NodeId) -> Result<NodeId, EditError> {
        self.check_not_root(node)?;
        let edited = self.edited().0;
        let (parent, next) = (edited.node(node.0).parent, edited.node(node.0).next_sibling);
        let id = edited.push(Content::Own(Vec::new()));
        edited.link_before(id, parent, next);
        Ok(NodeId(id))
    }

    /// Removes `node` and its descendants.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Root`].
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check_not_root(node)?;
        let ids = self.subtree_ids(node);
        let edited = self.edited().0;
        edited.unlink(node.0);
        edited.live -= ids.len() as u32;
        for id in ids {
            let node = edited.node_mut(id);
            node.removed = true;
            node.content = Content::Own(Vec::new());
        }
        Ok(())
    }

    fn subtree_ids(&self, node: NodeId) -> Vec<u32> {
        self.tree()
            .node(node)
            .map(|node| node.subtree().map(|node| node.id).collect())
            .unwrap_or_default()
    }

    /// Moves `node` with its descendants to the last child position of `parent`.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::Root`]; [`EditError::BelowItself`].
    pub fn move_below(&mut self, node: NodeId, parent: NodeId) -> Result<(), EditError> {
        self.check_not_root(node)?;
        self.check(parent)?;
        let below = self
            .tree()
            .node(parent)
            .is_some_and(|parent| parent.path_up().any(|above| above.id == node.0));
        if below {
            return Err(EditError::BelowItself);
        }
        let edited = self.edited().0;
        edited.unlink(node.0);
        edited.link_last(node.0, parent.0);
        Ok(())
    }

    /// Moves a variation one place towards the main line: before its previous sibling, if it has
    /// one.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn promote(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check(node)?;
        let edited = self.edited().0;
        let previous = edited.node(node.0).previous_sibling;
        if previous != NONE {
            let parent = edited.node(node.0).parent;
            edited.unlink(node.0);
            edited.link_before(node.0, parent, previous);
        }
        Ok(())
    }

    /// Makes `node` part of the main line: it and its ancestors become first children.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn make_main_line(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check(node)?;
        let edited = self.edited().0;
        let mut id = node.0;
        loop {
            let parent = edited.node(id).parent;
            if parent == NONE {
                return Ok(());
            }
            let first = edited.node(parent).first_child;
            if first != id {
                edited.unlink(id);
                let first = edited.node(parent).first_child;
                edited.link_before(id, parent, first);
            }
            id = parent;
        }
    }

    /// Splits a node in two: the properties that `moves` chooses by their identifier go to a new
    /// node, which becomes its only child and takes over its children.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn split_node(
        &mut self,
        node: NodeId,
        mut moves: impl FnMut(&str) -> bool,
    ) -> Result<NodeId, EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        let properties = std::mem::take(edited.own_properties(text, node.0));
        let (moved, kept) = properties.into_iter().partition(|property: &OwnProperty| {
            moves(&crate::schema::normal_identifier(
                property.identifier.of(text),
            ))
        });
        *edited.own_properties(text, node.0) = kept;
        let id = edited.push(Content::Own(moved));
        for child in edited.children(node.0) {
            edited.unlink(child);
            edited.link_last(child, id);
        }
        edited.link_last(id, node.0);
        Ok(NodeId(id))
    }

    /// Joins a node with its only child: the child's properties are added to it, and the child's children become its
    /// own. If both have a property, the child's values follow the node's.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`]; [`EditError::NotAnOnlyChild`].
    pub fn join_with_child(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check(node)?;
        let (edited, text) = self.edited();
        let child = edited.node(node.0).first_child;
        if child == NONE || edited.node(node.0).children != 1 {
            return Err(EditError::NotAnOnlyChild);
        }
        let added = std::mem::take(edited.own_properties(text, child));
        let own = edited.own_properties(text, node.0);
        for property in added {
            let identifier = property.identifier.of(text);
            match own
                .iter_mut()
                .find(|other| properties::is(other, text, identifier))
            {
                Some(other) => {
                    other.touched = true;
                    other.values.extend(property.values);
                }
                None => own.push(property),
            }
        }
        for id in edited.children(child) {
            edited.unlink(id);
            edited.link_last(id, node.0);
        }
        edited.unlink(child);
        edited.node_mut(child).removed = true;
        edited.live -= 1;
        Ok(())
    }

    /// Adds a copy of `from` and its descendants as the last child of `parent`; `from` may belong to another game or
    /// to a clone of this one. All properties are copied unchanged, including `CA` of a root.
    ///
    /// # Errors
    /// [`EditError::NoSuchNode`].
    pub fn graft(&mut self, parent: NodeId, from: Node<'_>) -> Result<NodeId, EditError> {
        self.check(parent)?;
        let top = self.append_child(parent)?;
        self.copy_subtree(top, from);
        Ok(top)
    }

    /// Makes the game a copy of `from` and its descendants.
    pub(crate) fn replace_with(&mut self, from: Node<'_>) {
        let root = self.root();
        self.copy_subtree(root, from);
    }

    /// Changes `CA` to name `charset` if it names another encoding; a missing `CA` stays missing.
    ///
    /// A game whose `CA` was changed is written in the encoding that it names, whatever encoding its bytes were read in;
    /// if that lacks a character, writing fails. UTF-16 and UTF-32 are exceptions: a file in one of them keeps its
    /// encoding, and so does a game whose new `CA` names one.
    ///
    /// ```
    /// use kifu_sgf::{Collection, encoding::Charset};
    ///
    /// let mut chinese = Collection::from_bytes(b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])".to_vec());
    /// chinese.game_mut(0).unwrap().declare(Charset::UTF_8);
    /// assert_eq!(chinese.to_bytes()?, "(;CA[UTF-8]PB[古力])".as_bytes());
    ///
    /// let wide = Charset::for_label("UTF-16LE").unwrap();
    /// let mut ascii = Collection::from_bytes(b"(;CA[UTF-8]PB[Ann])".to_vec());
    /// ascii.game_mut(0).unwrap().declare(wide);
    /// assert_eq!(ascii.to_bytes()?, b"(;CA[UTF-16LE]PB[Ann])");
    /// # Ok::<_, kifu_sgf::WriteError>(())
    /// ```
    pub fn declare(&mut self, charset: Charset) {
        let declared = self.tree().root().simple_text("CA");
        if declared.is_some_and(|declared| Charset::for_label(&declared) != Some(charset)) {
            self.set_charset(charset);
        }
    }

    /// Names `charset` in `CA`, which is added if it is missing. A `CA` that is more than the name of an encoding stays,
    /// after a new one.
    ///
    /// ```
    /// use kifu_sgf::{Collection, encoding::Charset};
    ///
    /// let mut collection = Collection::from("(;CA[Latin1]PB[a])(;CA[Latin1][Kept by Bob])");
    /// for number in 0..2 {
    ///     collection.game_mut(number).unwrap().set_charset(Charset::UTF_8);
    /// }
    /// assert_eq!(collection.to_text(), "(;CA[UTF-8]PB[a])(;CA[UTF-8]CA[Latin1][Kept by Bob])");
    /// ```
    pub fn set_charset(&mut self, charset: Charset) {
        let root = self.tree().root();
        let id = root.id();
        let first = root.properties().position(|property| property.is("CA"));
        let is_name = root
            .get("CA")
            .is_none_or(|property| property.is_charset_name());
        let value = Raw::Own(charset.name().to_owned());
        if let Some(place) = first.filter(|_| !is_name) {
            let (edited, text) = self.edited();
            let new = OwnProperty::new("CA".to_owned(), vec![value]);
            edited.own_properties(text, id.0).insert(place, new);
        } else {
            self.set_first(id, "CA", vec![value]);
        }
    }

    /// Copies `from` and its descendants onto the empty node `top`.
    fn copy_subtree(&mut self, top: NodeId, from: Node<'_>) {
        let whole = from.collection.whole().game(from.game);
        let from = whole.and_then(|game| game.node(from.id())).unwrap_or(from);
        let edited = self.edited().0;
        // The new ids of the ancestors of the next node in file order.
        let mut path: Vec<(Node<'_>, u32)> = Vec::new();
        for node in from.subtree() {
            let content = copied_properties(node);
            let parent = node.parent();
            while path.last().is_some_and(|(last, _)| Some(*last) != parent) {
                path.pop();
            }
            let id = match path.last() {
                None => {
                    edited.node_mut(top.0).content = Content::Own(content);
                    top.0
                }
                Some(&(_, above)) => {
                    let id = edited.push(Content::Own(content));
                    edited.link_last(id, above);
                    id
                }
            };
            path.push((node, id));
        }
    }
}

fn copied_properties(node: Node<'_>) -> Vec<OwnProperty> {
    node.properties()
        .map(|property| {
            let values = property
                .values()
                .map(|value| Raw::Own(escape_brackets(value).into_owned()))
                .collect();
            OwnProperty::new(property.written_identifier().to_owned(), values)
        })
        .collect()
}
