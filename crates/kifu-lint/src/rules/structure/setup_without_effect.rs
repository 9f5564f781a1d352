//! ## What it does
//!
//! Checks for setup that does not change the position.
//!
//! ## Why is this bad
//!
//! It is legal, but a stone may be on the wrong point.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AB[aa];AB[aa][bb])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AB[aa];AB[bb])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the stone may belong on another point.
//!
//! ## References
//!
//! FF[4], "Setup properties".
//!
//! ## SGFC equivalent
//!
//! Message 39.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S315",
    "setup-without-effect",
    Severity::Warning,
    Some(39),
    page!("setup_without_effect.rs"),
);

use kifu_go::{Board, Color};
use kifu_sgf::value::point_list;

/// Checks the values of `prop`, which sets a stone or none on its points, given the board before the node.
pub(crate) fn check(
    cx: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    board: &Board,
    stone: Option<Color>,
) {
    // No stone is there before the root.
    if (node.is_root && stone.is_some()) || !cx.allows(&RULE) {
        return;
    }
    let size = cx.game.size;
    let mut useless = Vec::new();
    for span in node.spans(prop) {
        let Ok(items) = point_list::parse_lenient(span.of_str(node.text), size) else {
            continue;
        };
        let mut points = point_list::expand(items.value).peekable();
        // A rectangle that does something is fine as a whole.
        if points.peek().is_some() && points.all(|point| board.get(point) == stone) {
            useless.push(*span);
        }
    }
    for span in useless {
        let identifier = node.identifier(prop);
        let place = span.of_str(node.text);
        let message = match stone {
            Some(color) => format!("`{identifier}[{place}]`: a {color} stone is already there"),
            None => format!("`{identifier}[{place}]`: already empty"),
        };
        cx.report(Diagnostic::new(&RULE, span, message).why("it does not change the position"));
    }
}
