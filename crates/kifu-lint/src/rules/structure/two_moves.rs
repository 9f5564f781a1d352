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
//! Safe: the second move gets a node of its own after the first, together with the clock of its player.
//!
//! ## References
//!
//! FF[4], "Move properties".
//!
//! ## SGFC equivalent
//!
//! Message 37.

use crate::context::Context;
use crate::node::Node;
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
    let moved: Vec<_> = std::iter::once(second)
        .chain(clock.into_iter().filter_map(|name| node.get(name)))
        .collect();
    let edits = if moved.len() == 1 && second.end == node.end {
        Some(vec![Edit::insert(second.id.start, ";")])
    } else {
        let texts = moved.iter().map(|prop| node.written(prop));
        texts.collect::<Option<String>>().map(|text| {
            let deleted = moved.iter().map(|prop| Edit::delete(prop.span()));
            let added = Edit::insert(node.end, format!(";{text}"));
            deleted.chain([added]).collect()
        })
    };
    cx.report(
        Diagnostic::new(&RULE, second.span(), "black and white move in one node")
            .why("a node has one move; some programs play one of the two")
            .related(first.span(), "the first move")
            .fix(edits.map(|edits| Fix::safe("put the second move into a node of its own", edits))),
    );
}
