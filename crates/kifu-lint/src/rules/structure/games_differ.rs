//! ## What it does
//!
//! Checks for games of another kind than the first game of the file.
//!
//! ## Why is this bad
//!
//! It is legal, but programs for one game skip the others.
//!
//! ## Example
//!
//! ```text
//! (;GM[1])(;GM[2])
//! ```
//!
//! ## Use instead
//!
//! A file for each kind of game.
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
//! Message 53.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S318",
    "games-differ",
    Severity::Hint,
    Some(53),
    page!("games_differ.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if cx.file.is_first() {
        cx.file.first.game = cx.game.game;
        return;
    }
    if cx.game.game == cx.file.first.game || std::mem::replace(&mut cx.file.games_differ, true) {
        return;
    }
    let span = node.get("GM").map_or(node.start, crate::node::Prop::span);
    cx.report(Diagnostic::new(
        &RULE,
        span,
        "not the same kind of game as the first game of the file",
    ));
}
