//! Serializes collections and games as flat data, node by node, without a copy in memory.

use kifu_syntax::text::escape_brackets;
use serde::ser::{Serialize, SerializeSeq as _, SerializeStruct as _, Serializer};

use crate::FlatNode;
use crate::tree::{Collection, GameTree, Node, Property, Values};

/// Serializes like [`FlatCollection`](crate::FlatCollection).
impl Serialize for Collection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut collection = serializer.serialize_struct("FlatCollection", 1)?;
        collection.serialize_field("games", &AllGames(self))?;
        collection.end()
    }
}

/// Serializes like [`FlatGame`](crate::FlatGame).
impl Serialize for GameTree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut game = serializer.serialize_struct("FlatGame", 1)?;
        game.serialize_field("nodes", &AllNodes(*self))?;
        game.end()
    }
}

struct AllGames<'a>(&'a Collection);

impl Serialize for AllGames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut games = serializer.serialize_seq(Some(self.0.len()))?;
        for game in self.0.games() {
            games.serialize_element(&game)?;
        }
        games.end()
    }
}

struct AllNodes<'a>(GameTree<'a>);

impl Serialize for AllNodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut nodes = serializer.serialize_seq(Some(self.0.node_count()))?;
        for (node, parent) in self.0.numbered() {
            nodes.serialize_element(&OneNode { node, parent })?;
        }
        nodes.end()
    }
}

struct OneNode<'a> {
    node: Node<'a>,
    parent: Option<u32>,
}

impl Serialize for OneNode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        flat_node(serializer, self.parent, &AllProperties(self.node))
    }
}

impl Serialize for FlatNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        flat_node(serializer, self.parent, &self.properties)
    }
}

/// Serializes a node. Formats that identify fields by position get every field.
fn flat_node<S: Serializer>(
    serializer: S,
    parent: Option<u32>,
    properties: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let says_parent = parent.is_some() || !serializer.is_human_readable();
    let fields = 1 + usize::from(says_parent);
    let mut node = serializer.serialize_struct("FlatNode", fields)?;
    if says_parent {
        node.serialize_field("parent", &parent)?;
    } else {
        node.skip_field("parent")?;
    }
    node.serialize_field("properties", properties)?;
    node.end()
}

struct AllProperties<'a>(Node<'a>);

impl Serialize for AllProperties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.0.properties().count();
        let mut properties = serializer.serialize_seq(Some(count))?;
        for property in self.0.properties() {
            let identifier = property.identifier();
            properties.serialize_element(&(identifier, AllValues(property)))?;
        }
        properties.end()
    }
}

struct AllValues<'a>(Property<'a>);

impl Serialize for AllValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: Values<'_> = self.0.values();
        let mut written = serializer.serialize_seq(Some(self.0.len()))?;
        for value in values {
            written.serialize_element(&escape_brackets(value))?;
        }
        written.end()
    }
}
