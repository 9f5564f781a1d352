//! A collection as plain data: the form in which it is serialized.
//!
//! Nodes are a flat list with the number of their parent, so readers and writers do not nest with the depth of the
//! tree.

#[cfg(feature = "serde")]
mod serialize;

use std::fmt;

use kifu_syntax::text::{escape_brackets, unescape_text};

use crate::tree::{Collection, GameTree, Node, NodeId};

/// All games of a collection.
///
/// `CA` keeps its value. Converting a game for a file of another encoding [changes it](crate::GameTreeMut::declare) to
/// name that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FlatCollection {
    /// The games, in order.
    pub games: Vec<FlatGame>,
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FlatGame {
    /// The nodes in file order: the root first, a parent always before its children.
    pub nodes: Vec<FlatNode>,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub struct FlatNode {
    /// Number of the parent in the list; `None` for the root. Formats for people omit it there.
    #[cfg_attr(feature = "serde", serde(default))]
    pub parent: Option<u32>,
    /// Identifiers, each with its values; empty if a broken file has none.
    ///
    /// Values are raw, with the `\` of the file, and can be written anywhere: missing escapes of brackets are added,
    /// as in [`escape_brackets`].
    pub properties: Vec<(String, Vec<String>)>,
}

/// Error in flat data that makes it unusable as a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlatError {
    /// The game of this number has no node.
    Empty(usize),
    /// A node of a game has no parent before it, or the root has one: game and node.
    Parent(usize, usize),
    /// A property cannot be written: game, node, identifier, and why.
    Property(usize, usize, String, crate::EditError),
}

impl fmt::Display for FlatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty(game) => write!(f, "game {game} has no node; a game needs a root"),
            Self::Parent(game, node) => write!(
                f,
                "node {node} of game {game}: `parent` must be the number of an earlier node, and \
                 only the root has none"
            ),
            Self::Property(game, node, identifier, error) => {
                write!(
                    f,
                    "property `{identifier}` of node {node} of game {game}: {error}"
                )
            }
        }
    }
}

impl std::error::Error for FlatError {}

impl<'a> GameTree<'a> {
    /// All nodes in file order, each with the number of its parent; `None` for the root.
    fn numbered(self) -> impl Iterator<Item = (Node<'a>, Option<u32>)> {
        // By the numbers of the nodes, which are in any order where the game was changed.
        let mut places = Vec::with_capacity(self.node_count());
        self.nodes().zip(0..).map(move |(node, place)| {
            let id = node.id().get() as usize;
            if places.len() <= id {
                places.resize(id + 1, 0);
            }
            places[id] = place;
            let parent = node.parent();
            (
                node,
                parent.map(|parent| places[parent.id().get() as usize]),
            )
        })
    }
}

impl From<GameTree<'_>> for FlatGame {
    fn from(game: GameTree<'_>) -> Self {
        let nodes = game
            .numbered()
            .map(|(node, parent)| FlatNode {
                parent,
                properties: node
                    .properties()
                    .map(|property| {
                        let values = property
                            .values()
                            .map(|value| escape_brackets(value).into_owned())
                            .collect();
                        (property.identifier().into_owned(), values)
                    })
                    .collect(),
            })
            .collect();
        Self { nodes }
    }
}

impl From<&Collection> for FlatCollection {
    fn from(collection: &Collection) -> Self {
        Self {
            games: collection.games().map(FlatGame::from).collect(),
        }
    }
}

impl TryFrom<&FlatCollection> for Collection {
    type Error = FlatError;

    fn try_from(flat: &FlatCollection) -> Result<Self, FlatError> {
        let mut collection = Self::new();
        for (number, game) in flat.games.iter().enumerate() {
            if game.nodes.is_empty() {
                return Err(FlatError::Empty(number));
            }
            let mut tree = collection.add_game();
            for (index, node) in game.nodes.iter().enumerate() {
                let id = match node.parent {
                    None if index == 0 => NodeId::ROOT,
                    Some(parent) if (parent as usize) < index => tree
                        .append_child(NodeId::new(parent))
                        .map_err(|_| FlatError::Parent(number, index))?,
                    _ => return Err(FlatError::Parent(number, index)),
                };
                for (identifier, values) in &node.properties {
                    let error =
                        |error| FlatError::Property(number, index, identifier.clone(), error);
                    let pushed = if values.is_empty() {
                        tree.push_identifier(id, identifier)
                    } else {
                        tree.push_property(id, identifier, values)
                    };
                    pushed.map_err(error)?;
                }
            }
        }
        Ok(collection)
    }
}

impl FlatNode {
    /// The first value of a property as Text.
    #[must_use]
    pub fn text(&self, identifier: &str) -> Option<String> {
        let (_, values) = self.properties.iter().find(|(own, _)| own == identifier)?;
        values
            .first()
            .map(|value| unescape_text(value).into_owned())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Collection {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let flat = FlatCollection::deserialize(deserializer)?;
        Self::try_from(&flat).map_err(serde::de::Error::custom)
    }
}
