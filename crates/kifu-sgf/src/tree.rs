//! Collections, games, nodes and properties.
//!
//! A [`Collection`] owns the text of a file and an index over it. [`GameTree`] and [`Node`] are handles that borrow
//! it; a [`Property`] is read from the text on demand. To change a game, use [`GameTreeMut`].

mod collection;
mod edit;
mod edited;
mod equality;
mod game;
mod game_properties;
mod index;
mod iter;
mod moves;
mod node;
mod offsets;
mod property;
mod rebase;
mod sequences;
mod typed;

pub use collection::Collection;
pub(crate) use collection::Slot;
pub use edit::{EditError, GameTreeMut};
pub(crate) use edited::{
    Content, Edited, EditedNode, OwnProperty, Raw, Token, is_blank, written_properties,
};
pub use equality::Compare;
pub use game::{GameTree, Games};
pub use game_properties::GameProperties;
pub use iter::{Ancestors, Children, GameNodes, Nodes, Siblings};
pub use moves::Moves;
pub use node::{Node, NodeId};
pub use property::{Properties, Property, Values};
pub(crate) use sequences::NONE;
