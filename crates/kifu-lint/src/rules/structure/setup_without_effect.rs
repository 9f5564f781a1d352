//! Looks for stones that are put where such a stone stands, and for points that are emptied
//! though they are empty.
//!
//! ## What it does
//!
//! Looks for stones that are put where such a stone stands, and for points that are emptied
//! though they are empty.
//!
//! ## Why is this bad
//!
//! It is lawful but changes nothing; a stone may have been put on the wrong point.
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
//! What was meant may have been another point, so the fix is applied only when asked for.
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
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S315",
    "setup-without-effect",
    Severity::Warning,
    Some(39),
    include_str!("setup_without_effect.rs"),
);

use kifu_go::{Board, Color};
use kifu_sgf::value::point_list;

use crate::replay::point;

pub(crate) fn check(
    cx: &mut Context<'_>,
    node: &Node<'_>,
    prop: &Prop,
    board: &Board,
    stone: Option<Color>,
) {
    if !cx.allows(&RULE) {
        return;
    }
    let size = cx.game.size;
    let mut useless = Vec::new();
    for span in node.spans(prop) {
        let Ok(items) = point_list::parse_lenient(span.of_str(node.text), size) else {
            continue;
        };
        let same = |at| board.get(point(at)) == stone;
        // A rectangle that does something is fine as a whole.
        if !items.value.is_empty() && point_list::expand(items.value).all(same) {
            useless.push(*span);
        }
    }
    let all = useless.len() == prop.count();
    for (index, span) in useless.iter().enumerate() {
        let identifier = node.identifier(prop);
        let place = span.of_str(node.text);
        let message = match stone {
            Some(color) => format!("`{identifier}[{place}]` puts a {color} stone where one stands"),
            None => format!("`{identifier}[{place}]` empties what is empty"),
        };
        let edit = if all {
            Edit::delete(prop.span())
        } else {
            Edit::delete(node.bracketed(*span))
        };
        cx.report(
            Diagnostic::new(&RULE, *span, message)
                .why("it changes nothing")
                .fix((!all || index == 0).then(|| Fix::risky("remove it", vec![edit]))),
        );
    }
}
