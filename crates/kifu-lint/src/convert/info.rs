//! Game information below other game information: FF\[4\] allows one such node on every path.

use std::collections::HashSet;

use kifu_sgf::schema::{self, Game, PropertyType};
use kifu_sgf::{Node, NodeId};

use crate::change::{Change, Outcome, Place};
use crate::draft::Draft;

/// Position of game information above a node.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// Whether the root has game information, so that all other nodes are below it.
    is_in_root: bool,
    /// Nodes with game information, or below one with it.
    below: HashSet<NodeId>,
    /// The first node with game information below other game information, and how many there are.
    first: Option<(Place, String)>,
    count: usize,
}

impl Path {
    /// Enters the next node in file order, in its converted form.
    pub(super) fn enter(
        &mut self,
        kind: Option<Game>,
        node: &Node<'_>,
        draft: &Draft,
        place: Place,
    ) {
        let own = draft.iter().find(|property| {
            schema::lookup(kind, &property.identifier)
                .is_some_and(|definition| definition.property_type == PropertyType::GameInfo)
        });
        let is_below = !node.is_root()
            && (self.is_in_root
                || node
                    .parent()
                    .is_some_and(|parent| self.below.contains(&parent.id())));
        if let Some(own) = own {
            if is_below {
                self.count += 1;
                self.first
                    .get_or_insert_with(|| (place.at(own.span), own.identifier.clone()));
            }
            self.is_in_root |= node.is_root();
        }
        if !self.is_in_root && (is_below || own.is_some()) {
            self.below.insert(node.id());
        }
    }

    /// Reports properties below other game information. They stay: whether they belong to the game above is unknown.
    pub(super) fn report(self, changes: &mut Vec<Change>) {
        let Some((place, identifier)) = self.first else {
            return;
        };
        let more = match self.count {
            1 => String::new(),
            2 => ", and what stands in another node,".to_owned(),
            count => format!(", and what stands in {} other nodes,", count - 1),
        };
        changes.push(place.change(
            Outcome::Kept,
            format!("leave `{identifier}`{more} where it is"),
            "there is game information above it, and FF[4] allows it in one node of each path only",
        ));
    }
}
