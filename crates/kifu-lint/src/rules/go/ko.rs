//! ## What it does
//!
//! Checks for moves that retake a ko at once.
//!
//! ## Why is this bad
//!
//! The rules of Go forbid it. A threat and its answer may be missing.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[gg];B[hh];W[bb])
//! ```
//!
//! A threat and its answer are in between.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! The rules of Go; `KO` says that it was intended.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new("G402", "ko", Severity::Warning, None, page!("ko.rs"));

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, number: u32, earlier: u32) {
    if node.get("KO").is_some() {
        return;
    }
    let place = node.first_value(prop);
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("move {number} on `{place}` retakes the ko immediately"),
        )
        .why(format!(
            "it repeats the position after move {earlier}; a threat and its answer may be missing"
        )),
    );
}
