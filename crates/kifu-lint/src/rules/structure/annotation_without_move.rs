//! Looks for `BM`, `DO`, `IT`, `TE` and `KO` in nodes without a move.
//!
//! ## What it does
//!
//! Looks for `BM`, `DO`, `IT`, `TE` and `KO` in nodes without a move.
//!
//! ## Why is this bad
//!
//! They say something about the move of their node.
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
//! Something is lost, so the fix is applied only when asked for.
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
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S306",
    "annotation-without-move",
    Severity::Error,
    Some(43),
    include_str!("annotation_without_move.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if node.play().is_some() {
        return;
    }
    for prop in &node.props {
        if !["BM", "DO", "IT", "TE", "KO"].iter().any(|id| prop.is(id)) || prop.def.is_none() {
            continue;
        }
        let identifier = node.identifier(prop);
        cx.report(
            Diagnostic::new(
                &RULE,
                prop.span(),
                format!("move annotation `{identifier}` without a move in its node"),
            )
            .why("there is no move that it could speak of")
            .fix(Fix::risky("remove it", vec![Edit::delete(prop.span())])),
        );
    }
}
