//! ## What it does
//!
//! Checks for moves that capture their own stones.
//!
//! ## Why is this bad
//!
//! Most rules of Go forbid it. The move may be on the wrong point.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AB[ab][ba];W[aa])
//! ```
//!
//! ## Use instead
//!
//! Another move, or `RU[NZ]`, whose rules allow it.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], page of Go, "How to execute a move".
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G404",
    "suicide",
    Severity::Warning,
    None,
    page!("suicide.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, number: u32, stones: u16) {
    if node.get("KO").is_some() {
        return;
    }
    let place = node.first_value(prop);
    let what = if stones == 1 {
        "itself".to_owned()
    } else {
        format!("its own group of {stones} stones")
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("move {number} on `{place}` captures {what}"),
        )
        .why("most rules forbid suicide"),
    );
}
