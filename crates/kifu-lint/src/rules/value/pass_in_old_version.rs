//! ## What it does
//!
//! Checks for passes written `[]` in games older than FF[4].
//!
//! ## Why is this bad
//!
//! Before FF[4] a pass was `[tt]`; old programs read an empty move as an error.
//!
//! ## Example
//!
//! ```text
//! (;FF[3];B[])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: every program of today reads it.
//!
//! ## References
//!
//! FF[4], "Changes from FF[3]".
//!
//! ## SGFC equivalent
//!
//! Message 65.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V223",
    "pass-in-old-version",
    Severity::Hint,
    Some(65),
    page!("pass_in_old_version.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    if cx.game.is_old() && prop.count() == 1 && node.first_value(prop).is_empty() {
        cx.report(Diagnostic::new(
            &RULE,
            prop.span(),
            "pass `[]` in a game older than FF[4]",
        ));
    }
}
