//! Letters, simple marks, and the corners of the visible part.

use std::collections::{HashMap, HashSet};

use kifu_sgf::value::{self, PointItem};

use super::Letters;
use super::node::Old;
use crate::change::{Change, Outcome, Place, shown};
use crate::draft::Draft;

/// Marks that exclude each other on a point.
const MARKS: [&str; 5] = ["CR", "MA", "SL", "SQ", "TR"];

/// The letter for a point of `L`, by its place among them.
fn letter(letters: Letters, index: usize) -> String {
    let (first, second) = match letters {
        Letters::Upper => (b'A', b'a'),
        Letters::Lower => (b'a', b'A'),
    };
    match index {
        0..26 => char::from(first + index as u8).to_string(),
        26..52 => char::from(second + (index - 26) as u8).to_string(),
        _ => (index + 1).to_string(),
    }
}

/// Whether a value can be the point of a label or of a mark.
fn is_point(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Reports that a property is kept because not all of its values are points.
fn no_points(place: Place, identifier: &str, values: &[String]) -> Change {
    let what = format!("leave {}", shown(identifier, values));
    place.change(Outcome::Kept, what, "a value of it is not a point")
}

/// The letters of one property `L`, as labels.
struct Labels {
    at: usize,
    /// On points without a label.
    new: Vec<String>,
    /// On points with another label.
    lost: Vec<String>,
}

/// `L` becomes `LB` with the letters that programs showed for it, in the order of the points. If a point has another
/// label, `L` stays as a whole: its letters follow its order.
pub(super) fn letters(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let parts = read_letters(old, draft, place, changes);
    let lost: Vec<String> = parts.iter().flat_map(|part| part.lost.clone()).collect();
    for Labels { at, new, .. } in parts {
        let property = draft.get(at);
        let place = place.at(property.span);
        let from = shown("L", &property.values);
        if !new.is_empty() {
            changes.push(place.change(
                Outcome::Changed,
                format!("write {from} as {}", shown("LB", &new)),
                "FF[4] has `LB` instead of `L`",
            ));
        }
        if new.is_empty() && lost.is_empty() {
            let why = "`LB` has its letters already";
            changes.push(place.change(Outcome::Removed, format!("leave out {from}"), why));
        }
        if !lost.is_empty() {
            let why = format!("a point of {} has another label", shown("LB", &lost));
            changes.push(place.change(Outcome::Kept, format!("leave {from}"), why));
            if !new.is_empty() {
                draft.extend_or_replace(None, "LB", new);
            }
        } else if new.is_empty() || !draft.extend_or_replace(Some(at), "LB", new) {
            draft.remove(at);
        }
    }
}

/// The letters of each `L` of the node. Reports those with values that are no points.
fn read_letters(old: &Old, draft: &Draft, place: Place, changes: &mut Vec<Change>) -> Vec<Labels> {
    let mut labels: HashMap<String, Vec<String>> = HashMap::new();
    for value in draft
        .places("LB")
        .into_iter()
        .flat_map(|at| &draft.get(at).values)
    {
        if let Some((point, text)) = value.split_once(':') {
            let texts = labels.entry(point.trim().to_owned()).or_default();
            texts.push(text.trim().to_owned());
        }
    }
    let mut index = 0;
    let mut parts = Vec::new();
    for at in draft.places("L") {
        let property = draft.get(at);
        let points: Vec<String> = trimmed(&property.values);
        if !points.iter().all(|point| is_point(point)) {
            changes.push(no_points(place.at(property.span), "L", &property.values));
            continue;
        }
        let (mut new, mut lost) = (Vec::new(), Vec::new());
        for point in points {
            let letter = letter(old.options.letters, index);
            index += 1;
            let label = format!("{point}:{letter}");
            let texts = labels.entry(point).or_default();
            if texts.is_empty() {
                texts.push(letter);
                new.push(label);
            } else if !texts.contains(&letter) {
                lost.push(label);
            }
        }
        parts.push(Labels { at, new, lost });
    }
    parts
}

/// `M` becomes `MA` on empty points, `TR` on stones.
pub(super) fn marks(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    for at in draft.places("M") {
        let property = draft.get(at);
        let place = place.at(property.span);
        let points: Vec<String> = trimmed(&property.values);
        if !points.iter().all(|point| is_point(point)) {
            changes.push(no_points(place, "M", &property.values));
            continue;
        }
        let has_stone = |point: &String| match (&old.marked, point.as_bytes()) {
            (Some(stones), &[column, row]) => stones.contains(&[column, row]),
            _ => false,
        };
        let (stones, empty): (Vec<_>, Vec<_>) = points.into_iter().partition(has_stone);
        // A point has one mark only. Another that is there already is no mark of the kind `M`.
        let mut left = Vec::new();
        let mut parts = [("MA", empty), ("TR", stones)];
        for (identifier, points) in &mut parts {
            let marked = marked(draft, |other| other != *identifier);
            let all = std::mem::take(points);
            let (taken, free): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|point| marked.contains(point));
            left.extend(taken);
            *points = free;
        }
        let from = shown("M", &draft.get(at).values);
        let written: Vec<String> = parts
            .iter()
            .filter(|(_, points)| !points.is_empty())
            .map(|(identifier, points)| shown(identifier, points))
            .collect();
        if !written.is_empty() {
            let why = if old.marked.is_some() {
                "FF[4] marks empty points with `MA` and stones with `TR` instead of `M`"
            } else {
                "FF[4] has `MA` instead of `M`; where the stones stand is not known in this game"
            };
            changes.push(place.change(
                Outcome::Changed,
                format!("write {from} as {}", written.join(" and ")),
                why,
            ));
        }
        let is_used_up = left.is_empty();
        if !is_used_up {
            changes.push(place.change(
                Outcome::Kept,
                format!("leave {}", shown("M", &left)),
                "the point has another mark, and FF[4] allows one on each",
            ));
            if !written.is_empty() {
                draft.set_values(at, left);
            }
        }
        let mut place = Some(at).filter(|_| is_used_up);
        for (identifier, points) in parts {
            let mut seen = marked(draft, |other| other == identifier);
            let new: Vec<String> = points
                .into_iter()
                .filter(|point| seen.insert(point.clone()))
                .collect();
            if !new.is_empty() && draft.extend_or_replace(place, identifier, new) {
                place = None;
            }
        }
        if let Some(at) = place {
            draft.remove(at);
        }
    }
}

/// The points that are marked by the identifiers of marks which `counts` chooses.
fn marked(draft: &Draft, counts: impl Fn(&str) -> bool) -> HashSet<String> {
    let identifiers = MARKS.into_iter().filter(|identifier| counts(identifier));
    identifiers
        .flat_map(|identifier| draft.places(identifier))
        .flat_map(|at| draft.get(at).values.clone())
        .collect()
}

/// Converts a `VW` with two points, which older programs wrote as two corners.
pub(super) fn corners(old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    for at in draft.places("VW") {
        corners_of(at, old, draft, place, changes);
    }
}

fn corners_of(at: usize, old: &Old, draft: &mut Draft, place: Place, changes: &mut Vec<Change>) {
    let property = draft.get(at);
    let [first, second] = &property.values[..] else {
        return;
    };
    let point = |value: &str| value::point::parse_on(value.trim(), old.size).ok();
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
