//! Long identifiers: in FF\[1\] to FF\[3\] they may have lower-case letters anywhere, which are ignored.

use kifu_sgf::schema::short_identifier;

use crate::change::{Change, Outcome, Place};
use crate::draft::Draft;

pub(super) fn convert(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    for at in 0..draft.len() {
        let property = draft.get(at);
        let long = &property.identifier;
        if !long.bytes().any(|byte| byte.is_ascii_lowercase()) {
            continue;
        }
        let mut short = short_identifier(long).into_owned();
        if short.is_empty() {
            short = long.to_ascii_uppercase();
        }
        let place = place.at(property.span);
        if !short.starts_with(|first: char| first.is_ascii_uppercase()) {
            changes.push(place.change(
                Outcome::Kept,
                format!("leave `{long}`"),
                "no identifier is left without its lower-case letters",
            ));
            continue;
        }
        changes.push(place.change(
            Outcome::Changed,
            format!("write `{long}` as `{short}`"),
            "FF[4] has upper-case letters only",
        ));
        draft.rename(at, short);
    }
}
