//! ## What it does
//!
//! Checks for properties that the standard knows for other games only.
//!
//! ## Why is this bad
//!
//! The property has no meaning in this game. `GM` may be wrong.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[11]KM[6.5])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]KM[6.5])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! The pages of the games.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S312",
    "property-of-another-game",
    Severity::Warning,
    None,
    page!("property_of_another_game.rs"),
);

use kifu_sgf::schema;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let written = prop.id.of_str(node.text);
    if !written.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return;
    }
    let identifier = node.identifier(prop);
    let Some(def) = schema::definitions(&identifier).first() else {
        return;
    };
    let games: Vec<_> = def.games.iter().map(schema::Game::name).collect();
    let Some(game) = cx.game.game else {
        return;
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.id,
            format!("property `{identifier}` is not part of {}", game.name()),
        )
        .why(format!("it belongs to {}", games.join(", "))),
    );
}
