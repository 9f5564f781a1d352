//! The markup of a node.

use std::collections::BTreeSet;

use kifu_games::{Notation, Note, NoteKind};
use kifu_sgf::Node;
use kifu_sgf::value::{ValueErrorKind, compose};
use kifu_syntax::text::unescape_simple_text;

use crate::scene::{Color, Mark, Point, Scene, Spot};

/// The marks, in the order of the standard.
const MARKS: [(&str, Mark); 5] = [
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SL", Mark::Selected),
    ("SQ", Mark::Square),
    ("TR", Mark::Triangle),
];

/// The marks of Octi, whose values are stones.
const STONE_MARKS: [(&str, Mark); 4] = [
    ("CS", Mark::Circle),
    ("MS", Mark::Cross),
    ("SS", Mark::Square),
    ("TS", Mark::Triangle),
];

/// Adds the markup of a node: `CR`, `MA`, `SL`, `SQ`, `TR`, `LB`, `AR`, `LN`, `TB`, `TW`.
pub(super) fn add(scene: &mut Scene, node: Node<'_>, notation: Notation, notes: &mut Vec<Note>) {
    for (identifier, mark) in MARKS {
        for point in notation.list(node, identifier, notes) {
            scene.spot(point).mark = Some(mark);
        }
    }
    for (identifier, side) in [("TB", Color::Black), ("TW", Color::White)] {
        for point in notation.list(node, identifier, notes) {
            scene.spot(point).territory = Some(side);
        }
    }
    // Of a file in FF[1] or FF[2], whose letters are in the order of the points.
    for (number, raw) in (0..=u16::MAX).zip(node.values("L")) {
        if let Ok(point) = notation.point(raw) {
            scene.spot(point).label =
                Some(crate::scene::Axis::LowerLetters.name(number).to_string());
        }
    }
    for point in notation.list(node, "M", notes) {
        scene.spot(point).mark = Some(Mark::Cross);
    }
    for (point, label) in labels(node, notation, notes) {
        scene.spot(point).label = Some(label);
    }
    if matches!(notation, Notation::Octi(_)) {
        for (identifier, mark) in STONE_MARKS {
            for point in notation.list(node, identifier, notes) {
                scene.spot(point).mark = Some(mark);
            }
        }
    }
    let ends = |first: &str, second: &str| Ok((notation.point(first)?, notation.point(second)?));
    let arrows: Vec<(Point, Point)> = pairs(node, "AR", notes, ends);
    scene.arrows.extend(arrows);
    if matches!(notation, Notation::Octi(_)) {
        let arrows: Vec<(Point, Point)> = pairs(node, "AS", notes, ends);
        scene.arrows.extend(arrows);
    }
    let lines: Vec<(Point, Point)> = pairs(node, "LN", notes, ends);
    scene.lines.extend(lines);
}

/// The labels of a node.
fn labels(node: Node<'_>, notation: Notation, notes: &mut Vec<Note>) -> Vec<(Point, String)> {
    pairs(node, "LB", notes, |first, second| {
        Ok((
            notation.point(first)?,
            unescape_simple_text(second).into_owned(),
        ))
    })
}

/// Adds unambiguous labels and marks of earlier nodes, to which comments refer: labels on empty points, if no other
/// label is equal, and marks on points without number, label or other mark.
pub(super) fn add_earlier<'a>(
    scene: &mut Scene,
    nodes: impl Iterator<Item = Node<'a>>,
    notation: Notation,
) {
    let used = scene.spots.values().filter_map(|spot| spot.label.clone());
    let mut used: BTreeSet<String> = used.collect();
    for node in nodes {
        for (point, label) in labels(node, notation, &mut Vec::new()) {
            let is_free = scene.has(point) && scene.at(point).is_none_or(Spot::is_empty);
            if is_free && used.insert(label.clone()) {
                scene.spot(point).label = Some(label);
            }
        }
        for (identifier, mark) in MARKS {
            for point in notation.list(node, identifier, &mut Vec::new()) {
                let is_free = scene.at(point).is_none_or(|spot| {
                    spot.number.is_none() && spot.label.is_none() && spot.mark.is_none()
                });
                if scene.has(point) && is_free {
                    scene.spot(point).mark = Some(mark);
                }
            }
        }
    }
}

/// The composed values of a property.
fn pairs<T>(
    node: Node<'_>,
    identifier: &'static str,
    notes: &mut Vec<Note>,
    read: impl Fn(&str, &str) -> Result<T, ValueErrorKind>,
) -> Vec<T> {
    let mut pairs = Vec::new();
    for raw in node.values(identifier) {
        let value = compose::parse(raw)
            .map_err(|error| error.kind)
            .and_then(|(first, second)| read(first, second));
        match value {
            Ok(value) => pairs.push(value),
            Err(error) => {
                notes.push(Note::new(node, raw, NoteKind::Value { identifier, error }));
            }
        }
    }
    pairs
}
