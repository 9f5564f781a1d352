//! ## What it does
//!
//! Checks for several values where one may stand.
//!
//! ## Why is this bad
//!
//! Programs read the first or the last. A bracket may be missing before one of them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[aa][bb])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[aa];W[bb])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the values are equal. There is no fix for different values: one of them would be lost.
//!
//! ## References
//!
//! FF[4], "Property value types".
//!
//! ## SGFC equivalent
//!
//! Message 13.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V221",
    "too-many-values",
    Severity::Error,
    Some(13),
    page!("too_many_values.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let [first, second, ..] = node.spans(prop) else {
        return;
    };
    let span = kifu_syntax::Span::new(second.start - 1, prop.end);
    let identifier = node.identifier(prop);
    let first = first.of_str(node.text);
    let is_same = node.values(prop).all(|value| value == first) && node.written(prop).is_some();
    let fix = is_same.then(|| Fix::safe("keep one of them", vec![Edit::delete(span)]));
    cx.report(
        Diagnostic::new(
            &RULE,
            span,
            format!("`{identifier}` has {} values instead of one", prop.count()),
        )
        .why("programs read the first or the last")
        .fix(fix),
    );
}
