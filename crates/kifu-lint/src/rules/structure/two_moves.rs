//! ## What it does
//!
//! Checks for a black and a white move in one node.
//!
//! ## Why is this bad
//!
//! A node holds one move. Programs play one of the two, or both in their own order.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[cc]W[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[cc];W[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: the second move gets a node of its own after the first, together with the clock of its player, with the
//! annotations of moves that are written after it, and with further moves.
//!
//! ## References
//!
//! FF[4], "Move properties".
//!
//! ## SGFC equivalent
//!
//! Message 37.

use kifu_sgf::schema::{Group, PropertyType};

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S302",
    "two-moves",
    Severity::Error,
    Some(37),
    page!("two_moves.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let (Some(black), Some(white)) = (node.get("B"), node.get("W")) else {
        return;
    };
    let (first, second) = if black.id.start < white.id.start {
        (black, white)
    } else {
        (white, black)
    };
    // The clock of its player belongs to the move.
    let clock = if second.id == black.id {
        ["BL", "OB"]
    } else {
        ["WL", "OW"]
    };
    // What is written after a move judges that move.
    let is_about_move = |prop: &Prop| {
        prop.is("B")
            || prop.is("W")
            || prop.is("KO")
            || prop.is("MN")
            || prop.group() == Some(Group::MoveAnnotation)
    };
    let is_earlier = |prop: &Prop| prop.id.start < second.id.start;
    let mut moved: Vec<_> = node
        .props
        .iter()
        .filter(|prop| is_about_move(prop) && !is_earlier(prop))
        .chain(clock.into_iter().filter_map(|name| node.get(name)))
        .collect();
    moved.sort_by_key(|prop| (is_earlier(prop), prop.id.start));
    cx.report(
        Diagnostic::new(&RULE, second.span(), "black and white move in one node")
            .why("a node has one move; some programs play one of the two")
            .related(first.span(), "the first move")
            .fix(fix(node, &moved)),
    );
}

/// Moves these properties, the second move first, to a node of their own.
fn fix(node: &Node<'_>, moved: &[&Prop]) -> Option<Fix> {
    if !node.can_append() {
        return None;
    }
    let title = "put the second move into a node of its own";
    let has_setup = node.of_type(PropertyType::Setup).next().is_some();
    // Setup is divided from all moves first: a `;` alone would leave an empty node.
    let mut from_last = node.props.iter().rev().zip(moved.iter().rev());
    if from_last.all(|(prop, moved)| prop.id == moved.id)
        && !has_setup
        && let [second, ..] = moved
    {
        return Some(Fix::safe(title, vec![Edit::insert(second.id.start, ";")]));
    }
    let texts = moved.iter().map(|prop| node.written(prop));
    let text = texts.collect::<Option<String>>()?;
    let deleted = moved.iter().map(|prop| Edit::delete(prop.span()));
    let added = Edit::insert(node.end, format!(";{text}"));
    Some(Fix::safe(title, deleted.chain([added]).collect()))
}
