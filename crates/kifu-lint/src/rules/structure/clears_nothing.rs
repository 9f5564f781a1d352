//! ## What it does
//!
//! Checks for `DD[]` and `VW[]` where nothing is dimmed or hidden.
//!
//! ## Why is this bad
//!
//! It has no effect. The value that it clears may be missing.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]DD[])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the property is removed.
//!
//! ## References
//!
//! FF[4], "Inherited properties".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S325",
    "clears-nothing",
    Severity::Hint,
    None,
    page!("clears_nothing.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let is_dim = prop.is("DD");
    let holds = if is_dim {
        cx.state.dimmed
    } else {
        cx.state.viewed
    };
    let clears = node.first_value(prop).is_empty();
    if clears && holds.get().is_none() {
        let identifier = node.identifier(prop);
        cx.report(
            Diagnostic::new(
                &RULE,
                prop.span(),
                format!("`{identifier}[]` has nothing to clear"),
            )
            .why("no node before it has this property")
            .fix(Fix::risky("remove it", vec![Edit::delete(prop.span())])),
        );
    }
    let values = kifu_syntax::Span::new(prop.id.end, prop.end);
    let now = (!clears).then_some(values).into();
    if is_dim {
        cx.state.dimmed = now;
    } else {
        cx.state.viewed = now;
    }
}
