//! ## What it does
//!
//! Checks for points that are listed twice in a node.
//!
//! These lists exclude each other: `AB`, `AW` and `AE`; `CR`, `MA`, `SL`, `SQ` and `TR`; `TB` and `TW`. A point has
//! one label, and there is one arrow and one line between two points. In Backgammon and Octi a point that setup lists
//! twice gets two pieces, and setup of games without a defined notation of points is not checked.
//!
//! ## Why is this bad
//!
//! Programs differ in which of the two they show.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];AB[aa:cc][bb])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];AB[aa:cc])
//! ```
//!
//! ## Fix safety
//!
//! Safe for a point that is listed twice in one property: the property lists the same points afterwards. Unsafe for
//! markup in two properties, of which the second loses the point. There is no fix for stones of two colors on one
//! point, for two labels, or for markup in two properties if points are not written as in Go.
//!
//! ## References
//!
//! FF[4], "Markup properties", "Setup properties", "Point lists".
//!
//! ## SGFC equivalent
//!
//! Message 38.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S314",
    "duplicate-point",
    Severity::Error,
    Some(38),
    page!("duplicate_point.rs"),
);

use std::collections::HashSet;

use kifu_sgf::schema::{BasicType, Game, Group, Notation, PropertyType};
use kifu_sgf::value::{Point, PointItem, PointSet, point_list};
use kifu_syntax::{Span, text};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let mut done: Vec<Group> = Vec::new();
    for (index, prop) in node.props.iter().enumerate() {
        let Some(group) = prop.group().filter(|group| !group.excludes_properties()) else {
            continue;
        };
        if group == Group::SetupPoint && !takes_one_piece(cx.game.game) {
            continue;
        }
        if done.contains(&group) {
            continue;
        }
        done.push(group);
        let alone = !node.props[index + 1..]
            .iter()
            .any(|other| other.group() == Some(group));
        if alone && prop.count() == 1 {
            continue;
        }
        let go_like = cx
            .game
            .game
            .is_some_and(|game| game.notation() == Notation::GoLike);
        let is_points = prop
            .def
            .is_some_and(|def| def.allows_rectangles(cx.game.game));
        if go_like && is_points {
            points(cx, node, group);
        } else {
            items(cx, node, group);
        }
    }
}

/// Whether setup puts one piece at most on a point.
///
/// In Backgammon and Octi a point that is listed twice gets two pieces. Without a notation the meaning of a value is unknown:
/// it may be a piece in hand.
pub(super) fn takes_one_piece(game: Option<Game>) -> bool {
    game.is_some_and(|game| {
        !matches!(game, Game::Backgammon | Game::Octi) && game.notation() != Notation::Undefined
    })
}

/// Checks lists of points: each point may occur once in a group of lists.
fn points(cx: &mut Context<'_>, node: &Node<'_>, group: Group) {
    let mut all = PointSet::EMPTY;
    for prop in node.props.iter().filter(|prop| prop.group() == Some(group)) {
        let mut own = PointSet::EMPTY;
        let mut left = prop.count();
        for span in node.spans(prop) {
            let Ok(items) = point_list::parse_lenient(span.of_str(node.text), cx.game.size) else {
                continue;
            };
            let (new, again) = if let [PointItem::Point(point)] = items.value[..] {
                let is_own = own.contains(point);
                if !is_own && !all.contains(point) {
                    own.insert(point);
                    continue;
                }
                (PointSet::EMPTY, Some((is_own, point)))
            } else {
                parts(items.value, &all, &own)
            };
            own.insert_set(&new);
            let Some(again) = again else {
                continue;
            };
            left -= usize::from(new.is_empty());
            if cx.found.wants(span.start) {
                report(cx, node, prop, *span, &new, left, again);
            }
        }
        all.insert_set(&own);
    }
}

/// Splits a value into its new points and a repeated one: whether all repeated points are in the `own` list, and one
/// of them.
fn parts(
    items: Vec<PointItem>,
    all: &PointSet,
    own: &PointSet,
) -> (PointSet, Option<(bool, Point)>) {
    // In a value with commas a point may be listed twice, too.
    if items.len() > 1 {
        let mut new = PointSet::EMPTY;
        let mut again = None;
        for point in point_list::expand(items) {
            if all.contains(point) || own.contains(point) || !new.insert(point) {
                let here = !all.contains(point);
                again = Some((again.is_none_or(|(same, _)| same) && here, point));
            }
        }
        return (new, again);
    }
    let mut new = PointSet::of_items(items);
    let here = new.intersection(own);
    let elsewhere = new.intersection(all);
    new.remove_set(own);
    new.remove_set(all);
    let is_own = elsewhere.is_subset(own);
    let mut again = here.iter().chain(elsewhere.iter());
    let again = again.next().map(|point| (is_own, point));
    (new, again)
}

/// Reports a value that repeats a point. `again`: whether it repeats it in the same list, and the point. The points in
/// `new` stay, and so do `left` values of the list.
fn report(
    cx: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    span: Span,
    new: &PointSet,
    left: usize,
    again: (bool, Point),
) {
    let (same, point) = again;
    let identifier = node.identifier(prop);
    let fix = if !new.is_empty() {
        let items: Vec<_> = point_list::compress(new)
            .iter()
            .map(ToString::to_string)
            .collect();
        Edit::replace(span, items.join("]["))
    } else if left == 0 {
        Edit::delete(prop.span())
    } else {
        Edit::delete(node.bracketed(span))
    };
    let whole = left == 0 && new.is_empty() && prop.count() > 1;
    let title = "remove the repetition";
    let is_setup = prop.has_type(PropertyType::Setup);
    let fix = match (same, is_setup) {
        (true, _) => Some(Fix::safe(title, vec![fix])),
        (false, false) => Some(Fix::risky(title, vec![fix])),
        // Only the author knows which of two stones belongs on the point.
        (false, true) => None,
    };
    let message = if same {
        format!("`{identifier}`: point `{point}` is listed twice")
    } else {
        format!("`{identifier}`: point `{point}` is also in another list of this node")
    };
    cx.report(
        Diagnostic::new(&RULE, span, message)
            .why("a point may be in one of these lists only")
            .fix(fix.filter(|_| !whole)),
    );
}

/// Checks labels, arrows, lines, and lists in games with another notation of points.
fn items(cx: &mut Context<'_>, node: &Node<'_>, group: Group) {
    let mut seen = HashSet::new();
    for prop in node.props.iter().filter(|prop| prop.group() == Some(group)) {
        let is_label = prop
            .def
            .and_then(|def| def.value.compose)
            .is_some_and(|(_, second)| second == BasicType::SimpleText);
        // A value of another list is no repetition: only the author knows to which of the two it belongs.
        let mut exactly = HashSet::new();
        let mut own = HashSet::new();
        for span in node.spans(prop) {
            let raw = span.of_str(node.text);
            let place = match text::split_compose(raw) {
                Some((point, _)) if is_label => point,
                _ => raw,
            };
            let exact = !exactly.insert(raw);
            let here = !own.insert(place);
            if raw.is_empty() || seen.insert(place) {
                continue;
            }
            if !cx.found.wants(span.start) {
                continue;
            }
            let identifier = node.identifier(prop);
            let message = if here {
                format!("`{identifier}`: `{place}` is listed twice")
            } else {
                format!("`{identifier}`: `{place}` is also in another list of this node")
            };
            // A second label of a point is a text of its own.
            let fix = exact.then(|| {
                let edits = vec![Edit::delete(node.bracketed(*span))];
                Fix::safe("remove the repetition", edits)
            });
            cx.report(
                Diagnostic::new(&RULE, *span, message)
                    .why("programs show one of the two")
                    .fix(fix),
            );
        }
    }
}
