//! Properties that FF\[4\] has dropped without a replacement.

use kifu_sgf::schema;
use kifu_sgf::value::{Overtime, number, time_limit};

use super::Obsolete;
use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

pub(super) fn convert(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    match old.options.obsolete {
        Obsolete::Rename => overtime(draft, place, changes),
        Obsolete::Keep | Obsolete::Drop => {}
    }
    for at in 0..draft.len() {
        if draft.is_removed(at) {
            continue;
        }
        let property = draft.get(at);
        let identifier = property.identifier.clone();
        let Some(definition) = schema::lookup(old.kind, &identifier) else {
            continue;
        };
        // Other conversions were left with a reason.
        if !definition.is_obsolete() || matches!(&identifier[..], "L" | "M" | "KI") {
            continue;
        }
        let place = place.at(property.span);
        let what = shown(&identifier, &property.values);
        match old.options.obsolete {
            Obsolete::Keep => changes.push(place.change(
                Outcome::Kept,
                format!("leave {what}"),
                "FF[4] has dropped it",
            )),
            Obsolete::Drop => {
                changes.push(place.change(
                    Outcome::Removed,
                    format!("leave out {what}"),
                    "FF[4] has dropped it",
                ));
                draft.remove(at);
            }
            Obsolete::Rename => {
                let new = format!("X{identifier}");
                changes.push(place.change(
                    Outcome::Changed,
                    format!("write {what} as `{new}`"),
                    "FF[4] has dropped it; no game defines this name",
                ));
                draft.rename(at, new);
            }
        }
    }
}

/// Converts `OM` moves in `OP` seconds, repeatedly, to `OT`.
fn overtime(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let (Some(moves), Some(length)) = (draft.find("OM"), draft.find("OP")) else {
        return;
    };
    if draft.has("OT") {
        return;
    }
    let first = |at| {
        draft
            .get(at)
            .values
            .first()
            .map_or("", |value| value.trim())
    };
    let count = number::parse(first(moves)).ok();
    let count = count.and_then(|count| u32::try_from(count).ok());
    let (Some(count @ 1..), Ok(seconds)) = (count, time_limit::parse(first(length))) else {
        return;
    };
    let overtime = Overtime::Canadian {
        moves: count,
        seconds,
    };
    let [om, op] = [("OM", moves), ("OP", length)].map(|(id, at)| shown(id, &draft.get(at).values));
    changes.push(place.at(draft.get(moves).span).change(
        Outcome::Changed,
        format!("write {om} and {op} as `OT[{overtime}]`"),
        "FF[4] has `OT` for overtime",
    ));
    draft.replace(moves, "OT", vec![overtime.to_string()]);
    draft.remove(length);
}
