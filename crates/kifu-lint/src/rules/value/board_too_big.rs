//! ## What it does
//!
//! Checks for boards of Go of more than 52 columns or rows.
//!
//! ## Why is this bad
//!
//! No letters are left to name the points.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[100])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[52])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the largest board whose points have names is written. Programs that read the game at all read it so.
//!
//! ## References
//!
//! FF[4], page of Go.
//!
//! ## SGFC equivalent
//!
//! Message 50.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V227",
    "board-too-big",
    Severity::Error,
    Some(50),
    page!("board_too_big.rs"),
);

use kifu_sgf::schema::Game;
use kifu_sgf::value;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let Ok(size) = value::size::parse_lenient(node.first_value(prop)) else {
        return;
    };
    let Some(game) = cx.game.game else {
        return;
    };
    if value::size::fits(size.value, game) {
        return;
    }
    let most = game.max_size().unwrap_or(u16::MAX);
    let sgfc = (game == Game::Go).then_some(50);
    let read = size.value.at_most(most).sgf().to_string();
    let fix = node.spans(prop).first().map(|span| {
        Fix::risky(
            format!("write `{read}`, as programs read it"),
            vec![Edit::replace(*span, read.clone())],
        )
    });
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("board of more than {most} columns or rows"),
        )
        .why("there are no letters for more")
        .sgfc(sgfc)
        .fix(fix),
    );
}
