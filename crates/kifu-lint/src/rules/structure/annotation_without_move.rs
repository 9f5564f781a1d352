//! ## What it does
//!
//! Checks for `BM`, `DO`, `IT`, `TE` and `KO` in nodes without a move.
//!
//! ## Why is this bad
//!
//! They annotate the move of their node.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];TE[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]TE[1])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the annotation is removed. A value that is not an emphasis stays.
//!
//! ## References
//!
//! FF[4], "Move annotation properties".
//!
//! ## SGFC equivalent
//!
//! Message 43.

use crate::context::Context;
use crate::node::Node;
use crate::quirk::sina_header;
use crate::rules::structure::bad_and_good::is_emphasis;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S306",
    "annotation-without-move",
    Severity::Error,
    Some(43),
    page!("annotation_without_move.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if node.play().is_some() {
        return;
    }
    for prop in &node.props {
        if !["BM", "DO", "IT", "TE", "KO"].iter().any(|id| prop.is(id))
            || prop.def.is_none()
            || sina_header::names(cx, node, prop)
        {
            continue;
        }
        let identifier = node.identifier(prop);
        // Some programs write other things under these names: `TE[Kisei]` is an event.
        let is_annotation = node.values(prop).all(is_emphasis);
        let fix = is_annotation.then(|| Fix::risky("remove it", vec![Edit::delete(prop.span())]));
        cx.report(
            Diagnostic::new(
                &RULE,
                prop.span(),
                format!("move annotation `{identifier}` without a move in its node"),
            )
            .why("this node has no move")
            .fix(fix),
        );
    }
}
