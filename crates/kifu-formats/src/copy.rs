//! Copies trees node by node, converting each property.

use std::collections::HashMap;

use kifu_sgf::{GameTree, Node, NodeId, Property};

use crate::draft::Record;

/// An identifier and raw values.
pub(crate) type Values = (String, Vec<String>);

/// Copies all nodes of a game into a new one, the root into its root. `property` converts each property; properties it
/// does not convert are omitted.
pub(crate) fn copy(
    game: GameTree<'_>,
    record: &mut Record<'_>,
    mut property: impl FnMut(Node<'_>, Property<'_>) -> Option<Values>,
) {
    let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
    for node in game.nodes() {
        let parent = node.parent().and_then(|parent| copies.get(&parent.id()));
        let copy = match parent {
            Some(parent) => record.child(*parent),
            None => NodeId::ROOT,
        };
        copies.insert(node.id(), copy);
        for own in node.properties() {
            if let Some((identifier, values)) = property(node, own) {
                record.push(copy, &identifier, &values);
            }
        }
    }
}

/// Returns a property unchanged.
pub(crate) fn same(property: Property<'_>) -> Values {
    let values = property.values().map(str::to_owned).collect();
    (property.identifier().into_owned(), values)
}
