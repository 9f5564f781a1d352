//! ## What it does
//!
//! Checks for moves on points where a stone stands.
//!
//! ## Why is this bad
//!
//! The rules of Go forbid it. A capture was not recorded, or a move is missing.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd];W[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd];W[pp])
//! ```
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
//! Message 58.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G401",
    "move-on-stone",
    Severity::Warning,
    Some(58),
    page!("move_on_stone.rs"),
);

use kifu_go::Color;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, number: u32, by: Color) {
    // With `KO` the author says that the move is played though illegal.
    if node.get("KO").is_some() {
        return;
    }
    let place = node.first_value(prop);
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("move {number} on `{place}`: a {by} stone is already there"),
        )
        .why("the rules forbid it; viewers replace the stone"),
    );
}
