//! ## What it does
//!
//! Checks for moves that bring back an earlier position, where the rules allow that.
//!
//! ## Why is this bad
//!
//! Under Japanese rules such a cycle can end the game without result. It can also be a mistake in the record.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[];W[];B[cb])
//! ```
//!
//! ## Use instead
//!
//! Nothing, if the game was so.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! The Japanese rules of 1989, article 12.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G405",
    "position-repeats",
    Severity::Hint,
    None,
    page!("position_repeats.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, number: u32, earlier: u32) {
    let place = node.first_value(prop);
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("move {number} on `{place}` repeats the position after move {earlier}"),
        )
        .why("lawful under rules without superko, but rare"),
    );
}
