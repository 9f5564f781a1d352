//! Looks for points that stand twice in a list, or in two lists that exclude each other: `AB`,
//! `AW`, `AE`; `CR`, `MA`, `SL`, `SQ`, `TR`; `TB`, `TW`; also for the same label place, arrow
//! or line twice.
//!
//! ## What it does
//!
//! Looks for points that stand twice in a list, or in two lists that exclude each other: `AB`,
//! `AW`, `AE`; `CR`, `MA`, `SL`, `SQ`, `TR`; `TB`, `TW`; also for the same label place, arrow
//! or line twice.
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
//! Safe where the point stands twice in the same list of points: the list keeps the same
//! points. Where two lists contradict each other, one of them loses a point, and the fix is
//! applied only when asked for.
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
    include_str!("duplicate_point.rs"),
);

use std::collections::HashSet;

use kifu_sgf::schema::{BasicType, Group, Notation};
use kifu_sgf::value::{Point, PointSet, point_list};
use kifu_syntax::{Span, text};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let mut done: Vec<Group> = Vec::new();
    for (index, prop) in node.props.iter().enumerate() {
        let Some(group) = prop.group().filter(|group| !group.excludes_properties()) else {
            continue;
        };
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

/// Lists of points: each point may be in one of them once.
fn points(cx: &mut Context<'_>, node: &Node<'_>, group: Group) {
    let mut all = PointSet::EMPTY;
    for prop in node.props.iter().filter(|prop| prop.group() == Some(group)) {
        let mut own = PointSet::EMPTY;
        let mut left = prop.count();
        for span in node.spans(prop) {
            let Ok(items) = point_list::parse_lenient(span.of_str(node.text), cx.game.size) else {
                continue;
            };
            let mut new = PointSet::EMPTY;
            let mut again = None;
            for point in point_list::expand(items.value) {
                if all.contains(point) || own.contains(point) {
                    let here = own.contains(point);
                    again = Some((again.is_none_or(|(same, _)| same) && here, point));
                } else {
                    new.insert(point);
                }
            }
            own.extend(new.iter());
            let Some(again) = again else {
                continue;
            };
            left -= usize::from(new.is_empty());
            if cx.found.wants(span.start) {
                report(cx, node, prop, *span, &new, left, again);
            }
        }
        all.extend(own.iter());
    }
}

/// Reports a value in which a point stands `again`: in the same list, and which one. What is `new` in it stays,
/// and so do `left` values of the list.
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
    let title = "leave the repetition out";
    let fix = if same {
        Fix::safe(title, vec![fix])
    } else {
        Fix::risky(title, vec![fix])
    };
    let message = if same {
        format!("point `{point}` stands twice in `{identifier}`")
    } else {
        format!("point `{point}` of `{identifier}` stands in another list of this node too")
    };
    cx.report(
        Diagnostic::new(&RULE, span, message)
            .why("a point may stand in these lists only once")
            .fix((!whole).then_some(fix)),
    );
}

/// Labels, arrows, lines, and lists of games with points of their own.
fn items(cx: &mut Context<'_>, node: &Node<'_>, group: Group) {
    let mut seen = HashSet::new();
    let mut exactly = HashSet::new();
    for prop in node.props.iter().filter(|prop| prop.group() == Some(group)) {
        let is_label = prop
            .def
            .and_then(|def| def.value.compose)
            .is_some_and(|(_, second)| second == BasicType::SimpleText);
        for span in node.spans(prop) {
            let raw = span.of_str(node.text);
            let place = match text::split_compose(raw) {
                Some((point, _)) if is_label => point,
                _ => raw,
            };
            let exact = !exactly.insert(raw);
            if raw.is_empty() || seen.insert(place) {
                continue;
            }
            if !cx.found.wants(span.start) {
                continue;
            }
            let identifier = node.identifier(prop);
            let edits = vec![Edit::delete(node.bracketed(*span))];
            let fix = if exact {
                Fix::safe("remove the repetition", edits)
            } else {
                Fix::risky("remove the second one", edits)
            };
            cx.report(
                Diagnostic::new(
                    &RULE,
                    *span,
                    format!("`{place}` stands twice in `{identifier}`"),
                )
                .why("programs differ in which of the two they show")
                .fix((prop.count() > 1).then_some(fix)),
            );
        }
    }
}
