//! ## What it does
//!
//! Checks for arrows and lines that end where they begin.
//!
//! ## Why is this bad
//!
//! FF[4] forbids it: there is nothing to draw.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];AR[dd:dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];CR[dd])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the arrow or line is removed.
//!
//! ## References
//!
//! FF[4], `AR` and `LN`.
//!
//! ## SGFC equivalent
//!
//! Message 25.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S327",
    "arrow-to-itself",
    Severity::Error,
    Some(25),
    page!("arrow_to_itself.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    for span in node.spans(prop) {
        let raw = span.of_str(node.text);
        let Some((from, to)) = raw.split_once(':') else {
            continue;
        };
        if from != to {
            continue;
        }
        let identifier = node.identifier(prop);
        let edit = if prop.count() == 1 {
            Edit::delete(prop.span())
        } else {
            Edit::delete(node.bracketed(*span))
        };
        cx.report(
            Diagnostic::new(
                &RULE,
                *span,
                format!("`{identifier}[{raw}]` ends at its own start"),
            )
            .why("an arrow or line needs two points")
            .fix(Fix::risky("remove it", vec![edit])),
        );
    }
}
