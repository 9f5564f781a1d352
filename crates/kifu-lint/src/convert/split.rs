//! Nodes that mix setup properties and move properties: the node keeps setup, root and game-info properties and its
//! name, and a new child gets all others.

use kifu_sgf::schema::{self, Game, PropertyType};
use kifu_sgf::value::{self, Color};

use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Whether a property moves to the new node when a node that mixes setup and moves is split: all do except setup, root
/// and game-info properties and the name of the node.
#[must_use]
pub fn moves_to_new_node(kind: Option<Game>, identifier: &str) -> bool {
    let kept = schema::lookup(kind, identifier).is_some_and(|definition| {
        matches!(
            definition.property_type,
            PropertyType::Root | PropertyType::GameInfo | PropertyType::Setup
        )
    });
    !kept && identifier != "N"
}

/// Whether a node has setup next to a move, or next to annotations of a move.
pub(super) fn is_needed(
    old: &Old,
    draft: &mut Draft,
    place: Place,
    changes: &mut Vec<Change>,
) -> bool {
    let of_type = |wanted: PropertyType| {
        let all = draft.iter().map(|property| property.identifier.clone());
        all.filter(|identifier| {
            schema::lookup(old.kind, identifier)
                .is_some_and(|definition| definition.property_type == wanted)
        })
        .collect::<Vec<_>>()
    };
    let (setup, moves) = (of_type(PropertyType::Setup), of_type(PropertyType::Move));
    if setup.is_empty() || moves.is_empty() {
        return false;
    }
    if setup == ["PL"] && is_other_player(draft) {
        if let Some(at) = draft.find("PL") {
            let property = draft.get(at);
            changes.push(place.at(property.span).change(
                Outcome::Removed,
                format!("leave out {}", shown("PL", &property.values)),
                "it says who plays after the move, which is so anyway; FF[4] allows no setup \
                 beside a move",
            ));
            draft.remove(at);
        }
        return false;
    }
    changes.push(place.change(
        Outcome::Changed,
        format!(
            "split the node: `{}` before `{}`",
            setup.join("`, `"),
            moves.join("`, `")
        ),
        "FF[4] allows no setup beside a move",
    ));
    true
}

/// Whether `PL` names the player after the move of the node.
fn is_other_player(draft: &Draft) -> bool {
    let named = draft.find("PL").and_then(|at| draft.get(at).values.first());
    match named.map(|value| value::color::parse_lenient(value)) {
        Some(Ok(color)) => match color.value {
            Color::Black => draft.has("W") && !draft.has("B"),
            Color::White => draft.has("B") && !draft.has("W"),
        },
        _ => false,
    }
}
