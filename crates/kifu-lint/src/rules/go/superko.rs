//! ## What it does
//!
//! Checks for moves that bring back an earlier position, where the rules named in `RU` forbid that.
//!
//! ## Why is this bad
//!
//! The rules that `RU` names forbid it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]RU[AGA]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[];W[];B[cb])
//! ```
//!
//! ## Use instead
//!
//! Another move.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! The rules of AGA, Ing, New Zealand and others.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G403",
    "superko",
    Severity::Warning,
    None,
    page!("superko.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, number: u32, earlier: u32) {
    if node.get("KO").is_some() {
        return;
    }
    let place = node.first_value(prop);
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("move {number} on `{place}` repeats the position after move {earlier}"),
        )
        .why("the rules named in `RU` forbid it"),
    );
}
