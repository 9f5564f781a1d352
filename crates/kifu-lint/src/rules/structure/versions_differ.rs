//! ## What it does
//!
//! Checks for games of another version than the first game of the file.
//!
//! ## Why is this bad
//!
//! It is legal, but some programs read all games by the version of the first.
//!
//! ## Example
//!
//! ```text
//! (;FF[4])(;FF[3])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4])(;FF[4])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], "Collection".
//!
//! ## SGFC equivalent
//!
//! Message 45.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S317",
    "versions-differ",
    Severity::Hint,
    Some(45),
    page!("versions_differ.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if cx.file.is_first() {
        cx.file.first.version = cx.game.version;
        return;
    }
    let (own, first) = (
        cx.game.version.unwrap_or(1),
        cx.file.first.version.unwrap_or(1),
    );
    if own == first || std::mem::replace(&mut cx.file.versions_differ, true) {
        return;
    }
    let span = node.get("FF").map_or(node.start, crate::node::Prop::span);
    let message = match cx.game.version {
        Some(own) => format!("FF[{own}] in a file whose first game is FF[{first}]"),
        None => format!("no `FF`, which means FF[1], in a file whose first game is FF[{first}]"),
    };
    cx.report(Diagnostic::new(&RULE, span, message));
}
