//! ## What it does
//!
//! Checks for files with more than one game.
//!
//! ## Why is this bad
//!
//! It is legal, but some programs read the first game only.
//!
//! ## Example
//!
//! ```text
//! (;FF[4])(;FF[4])
//! ```
//!
//! ## Use instead
//!
//! A file for each game: `kifu split`.
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
//! Message 60.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S316",
    "several-games",
    Severity::Hint,
    Some(60),
    page!("several_games.rs"),
)
.strict();

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if cx.file.games == 2 {
        cx.report(Diagnostic::new(
            &RULE,
            node.start,
            "file with more than one game",
        ));
    }
}
