//! `tt` of Go, a pass on boards up to 19×19, becomes the empty move.

use kifu_sgf::schema::Game;

use super::node::Old;
use crate::change::{Change, Outcome, Place};
use crate::draft::Draft;

pub(super) fn convert(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    if old.kind != Some(Game::Go) || !old.size.has_tt_pass() {
        return;
    }
    for identifier in ["B", "W"] {
        for at in draft.places(identifier) {
            let property = draft.get(at);
            if property.values.len() != 1 || property.values[0].trim() != "tt" {
                continue;
            }
            changes.push(place.at(property.span).change(
                Outcome::Changed,
                format!("write `{identifier}[tt]` as `{identifier}[]`"),
                "a pass of FF[4] is an empty move",
            ));
            draft.set_values(at, vec![String::new()]);
        }
    }
}
