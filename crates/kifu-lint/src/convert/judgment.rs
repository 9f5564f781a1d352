//! `TE` and `BM` in one node: an interesting move if `TE` is first, otherwise a doubtful one. Values that are no emphasis
//! are not lost: the properties stay.

use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

pub(super) fn convert(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let (good, bad) = (draft.places("TE"), draft.places("BM"));
    let (Some(&first_good), Some(&first_bad)) = (good.first(), bad.first()) else {
        return;
    };
    let (identifier, meaning) = if first_good < first_bad {
        ("IT", "interesting: `TE` before `BM`")
    } else {
        ("DO", "doubtful: `BM` before `TE`")
    };
    let place = place.at(draft.get(first_good.min(first_bad)).span);
    let [te, bm] = [first_good, first_bad].map(|at| draft.get(at));
    let [te, bm] = [("TE", te), ("BM", bm)].map(|(id, one)| shown(id, &one.values));
    let pair = if first_good < first_bad {
        format!("{te} and {bm}")
    } else {
        format!("{bm} and {te}")
    };
    let values = good
        .iter()
        .chain(&bad)
        .flat_map(|&at| &draft.get(at).values);
    let mut values = values.map(|value| value.trim());
    if !values.clone().all(|value| matches!(value, "" | "1" | "2")) {
        changes.push(place.change(
            Outcome::Kept,
            format!("leave {pair}"),
            format!("FF[4] has `{identifier}[]` for both, but a value is neither `1` nor `2`"),
        ));
        return;
    }
    let emphasis = if values.any(|value| value == "2") {
        "; the emphasis (`2`) is lost"
    } else {
        ""
    };
    changes.push(place.change(
        Outcome::Changed,
        format!("write {pair} as `{identifier}[]`"),
        format!("FF[4] has a property of its own for a move that is {meaning}{emphasis}"),
    ));
    let first = first_good.min(first_bad);
    let is_new = !draft.has(identifier);
    for at in good.into_iter().chain(bad) {
        if at == first && is_new {
            draft.replace(at, identifier, vec![String::new()]);
        } else {
            draft.remove(at);
        }
    }
}
