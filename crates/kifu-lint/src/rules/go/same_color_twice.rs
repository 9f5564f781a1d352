//! ## What it does
//!
//! Checks for two moves of one player in a row in the main line, without a `PL` between them.
//!
//! ## Why is this bad
//!
//! A move may be missing, or the color is wrong. Free handicap stones at the start are not reported.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd];B[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd];W[];B[pp])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], "Move properties": programs must not rely on players alternating.
//!
//! ## SGFC equivalent
//!
//! Message 63.

use crate::context::Context;
use crate::node::Prop;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "G406",
    "same-color-twice",
    Severity::Warning,
    Some(63),
    page!("same_color_twice.rs"),
);

use kifu_sgf::value::{Color, handicap};

pub(crate) fn check(cx: &mut Context<'_>, prop: &Prop, number: u32) {
    if !cx.state.main {
        return;
    }
    let free = cx
        .game
        .handicap
        .and_then(|span| handicap::parse(cx.str(span)).ok())
        .unwrap_or(0);
    if number <= u32::from(free) && cx.state.mover == Some(Color::Black) {
        return;
    }
    let player = match cx.state.mover {
        Some(Color::White) => "White",
        _ => "Black",
    };
    let diagnostic = Diagnostic::new(
        &RULE,
        prop.span(),
        format!("move {number}: {player} moves twice in a row"),
    )
    .why("a move or a pass may be missing before it");
    cx.report(match cx.state.last_move.get() {
        Some(before) => diagnostic.related(before, "the move before"),
        None => diagnostic,
    });
}
