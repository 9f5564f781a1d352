//! ## What it does
//!
//! Checks for variations that begin a line, and whose first node has a property of roots: `FF`, `GM`, `SZ` and the
//! like.
//!
//! ## Why is this bad
//!
//! The file is legal, and is read as it stands. But hardly any program writes a variation so: probably a `)` is missing
//! before it, and one too many is further on.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1];B[dd]
//! (;FF[4]GM[1];B[pp]))
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1];B[dd])
//! (;FF[4]GM[1];B[pp])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: it makes a game of the variation. The fix of `P106` then removes the `)` that is one too many.
//!
//! ## References
//!
//! FF[4], "Property types": root properties stand in roots only.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::schema::PropertyType;

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S332",
    "variation-like-a-game",
    Severity::Warning,
    None,
    page!("variation_like_a_game.rs"),
);

/// Checks a node with root properties.
pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let Some(begin) = begin(node) else {
        return;
    };
    let Some(first) = node.of_type(PropertyType::Root).next() else {
        return;
    };
    let identifier = node.identifier(first);
    let message = format!("variation that begins a line with `{identifier}`, as games do");
    let end = node.text[..begin].trim_ascii_end().len();
    let missing = ")".repeat(cx.open_trees.saturating_sub(1));
    cx.report(
        Diagnostic::new(&RULE, first.span(), message)
            .why("it is read as a variation, as the grammar has it; perhaps a `)` is missing before it")
            .fix(Fix::risky(
                "make it a game",
                vec![Edit::insert(end, missing)],
            )),
    );
}

/// Returns the offset of the `(` of a variation that looks like a game, if `node` is its first node.
pub(crate) fn begin(node: &Node<'_>) -> Option<usize> {
    let before = node.text[..node.start.start].trim_ascii_end();
    let line = before.strip_suffix('(')?;
    let is_indent = |char| matches!(char, ' ' | '\t');
    line.trim_end_matches(is_indent)
        .ends_with(['\n', '\r'])
        .then_some(line.len())
}
