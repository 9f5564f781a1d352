//! ## What it does
//!
//! Checks for games other than Go of which the standard does not define moves and points.
//!
//! ## Why is this bad
//!
//! Kifu keeps their values and does not check them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[12];B[x])
//! ```
//!
//! ## Use instead
//!
//! Nothing: it is legal.
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
    page!("game_unchecked.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if !crate::notation::is_defined(cx.game.game) {
        let span = node.get("GM").map_or(node.start, crate::node::Prop::span);
        cx.report(
            Diagnostic::new(&RULE, span, "moves and points of this game are not checked")
                .why("the standard does not define their notation"),
        );
    }
}
