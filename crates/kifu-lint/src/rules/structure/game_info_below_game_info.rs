//! ## What it does
//!
//! Checks for game-info properties below a node that has game-info properties already.
//!
//! ## Why is this bad
//!
//! Only one game-info node is allowed per variation.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]PB[Shusaku];B[qd]EV[Castle game])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]PB[Shusaku]EV[Castle game];B[qd])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: moving the property to the root may change the meaning of the record. In a variation it stays: each may be
//! a game of its own.
//!
//! ## References
//!
//! FF[4], "Game-info properties".
//!
//! ## SGFC equivalent
//!
//! Message 44.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S304",
    "game-info-below-game-info",
    Severity::Error,
    Some(44),
    page!("game_info_below_game_info.rs"),
);

use kifu_sgf::schema::BasicType;

use super::root_property_elsewhere::key;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let Some(above) = cx.state.info.get().filter(|_| describes(prop)) else {
        return;
    };
    let identifier = node.identifier(prop);
    let key = key(&identifier);
    // In a variation it may be of another game than what is in the root.
    let in_root = above.start < cx.game.root_end && cx.open_trees == 1;
    let taken = cx.game.root_props.iter().any(|(own, _)| *own == key);
    let text = (in_root && !taken).then(|| node.written(prop)).flatten();
    let fix = text.map(|text| {
        let at = cx.game.root_end;
        cx.game.root_props.push((key, kifu_syntax::Span::at(at)));
        Fix::risky(
            "move it to the root",
            vec![Edit::insert(at, text), Edit::delete(prop.span())],
        )
    });
    let severity = if cx.game.is_old() {
        Severity::Warning
    } else {
        Severity::Error
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("game-info property `{identifier}` below another game-info node"),
        )
        .severity(severity)
        .why("only one game-info node is allowed per variation")
        .related(above, "game-info property above")
        .fix(fix),
    );
}

/// Whether a property describes the game: one without a value, such as `IP` of Hex, is a mark of the node for viewers.
pub(crate) fn describes(prop: &Prop) -> bool {
    prop.def
        .is_some_and(|def| def.value.single != Some(BasicType::None))
}
