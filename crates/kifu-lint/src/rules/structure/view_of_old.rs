//! ## What it does
//!
//! Checks for empty values among others in `VW` and `DD`, and for corner points in an old `VW`.
//!
//! ## Why is this bad
//!
//! An empty value clears the list and stands alone. Before FF[4] some programs wrote two
//! corners, which read as two points.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]VW[][aa:cc])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]VW[aa:cc])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the empty value contradicts the others and is removed.
//!
//! ## References
//!
//! FF[4], `VW`; elist.
//!
//! ## SGFC equivalent
//!
//! Message 52.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S322",
    "view-of-old",
    Severity::Error,
    Some(52),
    page!("view_of_old.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    if prop.count() > 1
        && let Some(empty) = node.spans(prop).iter().find(|span| span.is_empty())
    {
        let identifier = node.identifier(prop);
        let bracketed = node.bracketed(*empty);
        cx.report(
            Diagnostic::new(
                &RULE,
                bracketed,
                format!("`{identifier}`: empty value among others"),
            )
            .why("an empty value clears the list and must be the only one")
            .fix(Fix::risky("remove it", vec![Edit::delete(bracketed)])),
        );
    }
    if prop.is("VW") && cx.game.is_old() && prop.count() > 2 {
        cx.report(
            Diagnostic::new(
                &RULE,
                prop.span(),
                "`VW` in the form of FF[4] in an older game",
            )
            .severity(Severity::Warning)
            .why("before FF[4] programs wrote two corners"),
        );
    }
}
