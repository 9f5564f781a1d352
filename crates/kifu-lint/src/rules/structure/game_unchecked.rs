//! Looks for games other than Go of which the standard does not define moves and points.
//!
//! ## What it does
//!
//! Looks for games other than Go of which the standard does not define moves and points.
//!
//! ## Why is this bad
//!
//! Kifu carries their values as they are; nothing is said about them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[12];B[x])
//! ```
//!
//! ## Use instead
//!
//! Nothing: it is lawful.
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], "Games".
//!
//! ## SGFC equivalent
//!
//! Message 19.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S328",
    "game-unchecked",
    Severity::Hint,
    Some(19),
    include_str!("game_unchecked.rs"),
);

use kifu_sgf::schema::Notation;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let opaque = cx
        .game
        .game
        .is_none_or(|game| game.notation() == Notation::Undefined);
    if opaque {
        let span = node.get("GM").map_or(node.start, crate::node::Prop::span);
        cx.report(
            Diagnostic::new(&RULE, span, "moves and points of this game are not checked")
                .why("the standard does not say how they are written"),
        );
    }
}
