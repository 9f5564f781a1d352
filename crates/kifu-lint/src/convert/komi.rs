//! `KI` of Smart Game Board: komi in half points.

use kifu_sgf::schema::Game;
use kifu_sgf::value::{Real, komi, number};

use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

pub(super) fn convert(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    if old.kind != Some(Game::Go) {
        return;
    }
    for at in draft.places("KI") {
        convert_one(at, draft, place, changes);
    }
}

fn convert_one(at: usize, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let property = draft.get(at);
    let place = place.at(property.span);
    let from = shown("KI", &property.values);
    let only = match &property.values[..] {
        [value] => Some(value),
        _ => None,
    };
    let points = only.and_then(|value| {
        let half_points = number::parse(value.trim()).ok()?;
        let half_points = i32::try_from(half_points).ok()?;
        Real::new(f64::from(half_points) / 2.0)
    });
    let Some(points) = points else {
        changes.push(place.change(
            Outcome::Kept,
            format!("leave {from}"),
            "it is not one whole number of half points",
        ));
        return;
    };
    let Some(there) = draft.find("KM") else {
        changes.push(place.change(
            Outcome::Changed,
            format!("write {from} as `KM[{points}]`"),
            "`KI` is the komi in half points, FF[4] has `KM` in points",
        ));
        draft.replace(at, "KM", vec![points.to_string()]);
        return;
    };
    let given = draft.get(there).values.first();
    let given = given.and_then(|value| komi::parse_lenient(value).ok());
    if given.is_some_and(|given| given.value == points) {
        changes.push(place.change(
            Outcome::Removed,
            format!("leave out {from}"),
            "`KM` says the same",
        ));
        draft.remove(at);
    } else {
        changes.push(place.change(
            Outcome::Kept,
            format!("leave {from}"),
            format!("it means a komi of {points}, but `KM` says otherwise"),
        ));
    }
}
