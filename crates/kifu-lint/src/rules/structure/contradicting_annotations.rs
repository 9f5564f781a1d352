//! ## What it does
//!
//! Checks for two of `DM`, `GB`, `GW`, `UC`, or two of `BM`, `DO`, `IT`, `TE`, in one node.
//!
//! ## Why is this bad
//!
//! A position is good for one side only, and a move is either good or bad.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];GB[2]GW[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];GB[2])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the second annotation is removed.
//!
//! ## References
//!
//! FF[4], "Node annotation properties" and "Move annotation properties".
//!
//! ## SGFC equivalent
//!
//! Message 41.

use crate::context::Context;
use crate::node::Node;
use crate::rules::structure::bad_and_good::is_emphasis;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S307",
    "contradicting-annotations",
    Severity::Error,
    Some(41),
    page!("contradicting_annotations.rs"),
);

use kifu_sgf::schema::Group;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    for group in [Group::PositionAnnotation, Group::MoveAnnotation] {
        let mut members = node.props.iter().filter(|prop| prop.group() == Some(group));
        let Some(first) = members.next() else {
            continue;
        };
        for prop in members {
            let (one, other) = (node.identifier(first), node.identifier(prop));
            // Both have rules of their own.
            if one == other || super::bad_and_good::is_pair(first, prop) {
                continue;
            }
            cx.report(
                Diagnostic::new(
                    &RULE,
                    prop.span(),
                    format!("`{other}` contradicts `{one}` in the same node"),
                )
                .why("only one of them can be true")
                .related(first.span(), "the first annotation")
                .fix(node.values(prop).all(is_emphasis).then(|| {
                    Fix::risky(format!("remove `{other}`"), vec![Edit::delete(prop.span())])
                })),
            );
        }
    }
}
