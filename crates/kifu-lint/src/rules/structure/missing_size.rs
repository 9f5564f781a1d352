//! ## What it does
//!
//! Checks for games of Go without the size of the board.
//!
//! ## Why is this bad
//!
//! The default is 19×19, but some programs ask or have their own default.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1];B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]SZ[19];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: 19 is what the standard says.
//!
//! ## References
//!
//! FF[4], `SZ`.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S326",
    "missing-size",
    Severity::Hint,
    None,
    page!("missing_size.rs"),
);

use kifu_sgf::schema::Game;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if node.get("SZ").is_some() || cx.game.game != Some(Game::Go) || node.get("GM").is_none() {
        return;
    }
    let at = node.get("GM").map_or(node.end, |prop| prop.end);
    cx.report(
        Diagnostic::new(&RULE, node.start, "no `SZ`")
            .why("the default is 19, but programs differ")
            .fix(Fix::safe("add `SZ[19]`", vec![Edit::insert(at, "SZ[19]")])),
    );
}
