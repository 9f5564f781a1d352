//! ## What it does
//!
//! Checks for `DD` and `VW` that repeat the value of a node above.
//!
//! ## Why is this bad
//!
//! The value holds for all nodes below until there is another one. Repeated at every node it makes the
//! file long, and a change of the first one has no effect on the rest.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]DD[aa:cc];W[ee]DD[aa:cc])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]DD[aa:cc];W[ee])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: programs that do not know that the value is inherited show the whole board.
//!
//! ## References
//!
//! FF[4], "Property attributes: inherit", and the descriptions of `DD` and `VW`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S329",
    "repeats-inherited",
    Severity::Hint,
    None,
    page!("repeats_inherited.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let above = if prop.is("DD") {
        cx.state.dimmed
    } else {
        cx.state.viewed
    };
    let Some(above) = above.get() else {
        return;
    };
    let own = kifu_syntax::Span::new(prop.id.end, prop.end);
    if own.of_str(node.text) != above.of_str(node.text) {
        return;
    }
    let identifier = node.identifier(prop);
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("`{identifier}` repeats the value of a node before it"),
        )
        .why("the value is inherited until a node changes it")
        .related(above, "the value that is inherited")
        .fix(Fix::risky("remove it", vec![Edit::delete(prop.span())])),
    );
}
