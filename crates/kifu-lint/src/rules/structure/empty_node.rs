//! ## What it does
//!
//! Checks for nodes without properties.
//!
//! ## Why is this bad
//!
//! They are legal, but have no content.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];;B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the numbers of the nodes after it change. Only nodes between two others without variations are removed,
//! and an empty root before a node without a move.
//!
//! ## References
//!
//! FF[4], "Nodes".
//!
//! ## SGFC equivalent
//!
//! Message 55.

use crate::context::Context;
use crate::node::{self, Node};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S323",
    "empty-node",
    Severity::Hint,
    Some(55),
    page!("empty_node.rs"),
)
.strict();

use kifu_sgf::schema::{self, Game, PropertyType};
use kifu_syntax::{Event, EventKind, Parser};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if !node.props.is_empty() || (node.is_root && node.start.is_empty()) {
        return;
    }
    let before = node.text[..node.start.start].trim_end();
    let behind = node.text[node.start.end..].trim_start();
    let fits = if node.is_root {
        before.ends_with('(') && behind.starts_with(';') && !begins_with_move(behind, cx.game.game)
    } else {
        // Between two nodes, or at the end of a sequence: no branch is touched.
        before.ends_with([']', ';']) && behind.starts_with([';', ')'])
    };
    let fix = fits.then(|| Fix::risky("remove the node", vec![Edit::delete(node.start)]));
    cx.report(Diagnostic::new(&RULE, node.start, "node without properties").fix(fix));
}

/// Whether the node with which `text` begins has a move.
fn begins_with_move(text: &str, game: Option<Game>) -> bool {
    let is_node = |event: &Event| event.kind == EventKind::NodeBegin;
    Parser::new(text.as_bytes())
        .skip_while(|event| !is_node(event))
        .skip(1)
        .take_while(|event| matches!(event.kind, EventKind::Identifier | EventKind::Value))
        .filter(|event| event.kind == EventKind::Identifier)
        .any(|event| {
            let identifier = node::identifier(event.span.of_str(text));
            let def = schema::lookup(game, &identifier);
            def.is_some_and(|def| def.property_type == PropertyType::Move)
        })
}
