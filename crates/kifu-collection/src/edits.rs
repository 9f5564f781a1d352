//! Batches of property changes.

use std::collections::HashSet;

use kifu_sgf::{EditError, GameTreeMut, NodeId};

/// A change of a property.
pub(crate) struct Edit {
    pub(crate) node: NodeId,
    /// Its place among the properties of its node, before any change.
    pub(crate) place: usize,
    pub(crate) identifier: String,
    pub(crate) values: Values,
}

/// The new values of a property.
pub(crate) enum Values {
    /// The values are kept; only the identifier changes.
    Kept,
    /// These raw values.
    New(Vec<String>),
    /// The property is removed.
    Gone,
}

/// Applies changes, those of a node one after the other. Takes linear time, however many properties a node has.
///
/// # Errors
/// A place does not exist, or an identifier or value cannot be written. Neither happens with edits made from the game
/// itself.
pub(crate) fn apply(game: &mut GameTreeMut<'_>, edits: &[Edit]) -> Result<(), EditError> {
    for edits in edits.chunk_by(|one, other| one.node == other.node) {
        let mut gone = HashSet::new();
        for edit in edits {
            let Edit {
                node,
                place,
                identifier,
                values,
            } = edit;
            match values {
                Values::Kept => game.rename_property_at(*node, *place, identifier)?,
                Values::New(values) => game.set_property_at(*node, *place, identifier, values)?,
                Values::Gone => _ = gone.insert(*place),
            }
        }
        if !gone.is_empty() {
            game.retain_properties(edits[0].node, |place| !gone.contains(&place))?;
        }
    }
    Ok(())
}
