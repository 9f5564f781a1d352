//! Letters, simple marks, and the corners of what is to be seen.

use std::collections::HashSet;

use kifu_sgf::value::{Point, PointItem};

use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Letters for the points of `L`, in their order.
fn letter(index: usize) -> String {
    match index {
        0..26 => char::from(b'A' + index as u8).to_string(),
        26..52 => char::from(b'a' + (index - 26) as u8).to_string(),
        _ => (index + 1).to_string(),
    }
}

/// Whether a value can be the point of a label or of a mark.
fn is_point(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// `L` becomes `LB` with the letters that programs showed for it: A, B, C, in the order of the
/// points.
pub(super) fn letters(draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let mut index = 0;
    for at in draft.places("L") {
        let property = draft.get(at);
        let place = place.at(property.span);
        let points: Vec<String> = trimmed(&property.values);
        if !points.iter().all(|point| is_point(point)) {
            changes.push(place.change(
                Outcome::Kept,
                format!("leave {}", shown("L", &property.values)),
                "a value of it is not a point",
            ));
            continue;
        }
        let mut labelled: HashSet<String> = draft
            .places("LB")
            .into_iter()
            .flat_map(|at| &draft.get(at).values)
            .filter_map(|value| Some(value.split_once(':')?.0.trim().to_owned()))
            .collect();
        let (mut labels, mut taken) = (Vec::new(), Vec::new());
        for point in points {
            let label = format!("{point}:{}", letter(index));
            index += 1;
            if labelled.insert(point.clone()) {
                labels.push(label);
            } else {
                taken.push(label);
            }
        }
        if !labels.is_empty() {
            changes.push(place.change(
                Outcome::Changed,
                format!(
                    "write {} as {}",
                    shown("L", &draft.get(at).values),
                    shown("LB", &labels)
                ),
                "FF[4] has `LB` instead of `L`",
            ));
        }
        if !taken.is_empty() {
            changes.push(place.change(
                Outcome::Removed,
                format!("leave out {}", shown("LB", &taken)),
                "the point has a label in `LB` or a letter already",
            ));
        }
        draft.remove(at);
        if !labels.is_empty() {
            draft.extend("LB", labels);
        }
    }
}

/// `M` becomes `MA` on empty points, `TR` on stones.
pub(super) fn marks(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    for at in draft.places("M") {
        let property = draft.get(at);
        let place = place.at(property.span);
        let points: Vec<String> = trimmed(&property.values);
        if !points.iter().all(|point| is_point(point)) {
            changes.push(place.change(
                Outcome::Kept,
                format!("leave {}", shown("M", &property.values)),
                "a value of it is not a point",
            ));
            continue;
        }
        let has_stone = |point: &String| match (&old.marked, point.as_bytes()) {
            (Some(stones), &[column, row]) => stones.contains(&[column, row]),
            _ => false,
        };
        let (stones, empty): (Vec<_>, Vec<_>) = points.into_iter().partition(has_stone);
        let parts = [("MA", empty), ("TR", stones)];
        let written: Vec<String> = parts
            .iter()
            .filter(|(_, points)| !points.is_empty())
            .map(|(identifier, points)| shown(identifier, points))
            .collect();
        let why = if old.marked.is_some() {
            "FF[4] marks empty points with `MA` and stones with `TR` instead of `M`"
        } else {
            "FF[4] has `MA` instead of `M`; where the stones stand is not known in this game"
        };
        changes.push(place.change(
            Outcome::Changed,
            format!(
                "write {} as {}",
                shown("M", &draft.get(at).values),
                written.join(" and ")
            ),
            why,
        ));
        draft.remove(at);
        for (identifier, points) in parts {
            let known: HashSet<String> = draft
                .places(identifier)
                .into_iter()
                .flat_map(|at| draft.get(at).values.clone())
                .collect();
            let mut seen = known;
            let new: Vec<String> = points
                .into_iter()
                .filter(|point| seen.insert(point.clone()))
                .collect();
            if !new.is_empty() {
                draft.extend(identifier, new);
            }
        }
    }
}

/// `VW` with two points meant two corners.
pub(super) fn corners(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let Some(at) = draft.find("VW") else {
        return;
    };
    let property = draft.get(at);
    let [first, second] = &property.values[..] else {
        return;
    };
    let point = |value: &str| Point::parse_on(value.trim(), old.size).ok();
    let (Some(first), Some(second)) = (point(first), point(second)) else {
        return;
    };
    let place = place.at(property.span);
    let rectangle = PointItem::between(first, second).to_string();
    let (from, to) = (
        shown("VW", &property.values),
        shown("VW", std::slice::from_ref(&rectangle)),
    );
    if !old.is_declared {
        changes.push(place.change(
            Outcome::Kept,
            format!("leave {from}"),
            "it is two corners in old files and two points in FF[4], and no `FF` says which",
        ));
        return;
    }
    changes.push(place.change(
        Outcome::Changed,
        format!("write {from} as {to}"),
        "programs of FF[1] to FF[3] wrote two corners of what is to be seen",
    ));
    draft.set_values(at, vec![rectangle]);
}

fn trimmed(values: &[String]) -> Vec<String> {
    values.iter().map(|value| value.trim().to_owned()).collect()
}
