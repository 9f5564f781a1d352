//! Many changes of properties, made in one go.

use std::collections::HashSet;

use kifu_sgf::{EditError, GameTreeMut, NodeId};

/// What a property becomes.
pub(crate) struct Edit {
    pub(crate) node: NodeId,
    /// Its place among the properties of its node, before any change.
    pub(crate) place: usize,
    pub(crate) identifier: String,
    pub(crate) values: Values,
}

/// The values of a property.
pub(crate) enum Values {
    /// They stay; only the identifier changes.
    Kept,
    /// These raw values.
    New(Vec<String>),
    /// None: the property goes.
    Gone,
}

/// Makes changes, those of a node one after the other. It takes linear time, however many
/// properties a node has.
///
/// # Errors
/// A place is not there, or an identifier or value cannot be written. That cannot be where they come
/// from the game itself.
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
