//! Looks for nodes without properties.
//!
//! ## What it does
//!
//! Looks for nodes without properties.
//!
//! ## Why is this bad
//!
//! They are lawful, and say nothing.
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
//! Taking a node away changes the numbers of the others; applied only when asked for, and only
//! between nodes that have no variations. An empty root goes where one node without a move
//! follows, which is the root then.
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
    include_str!("empty_node.rs"),
)
.strict();

use kifu_syntax::{Event, EventKind, Parser};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if !node.props.is_empty() || (node.is_root && node.start.is_empty()) {
        return;
    }
    let before = node.text[..node.start.start].trim_end();
    let behind = node.text[node.start.end..].trim_start();
    let fits = if node.is_root {
        before.ends_with('(') && behind.starts_with(';') && !begins_with_move(behind)
    } else {
        // Between two nodes, or at the end of a sequence: no branch is touched.
        before.ends_with([']', ';']) && behind.starts_with([';', ')'])
    };
    let fix = fits.then(|| Fix::risky("remove the node", vec![Edit::delete(node.start)]));
    cx.report(Diagnostic::new(&RULE, node.start, "node without properties").fix(fix));
}

/// Whether the node with which `text` begins has a move.
fn begins_with_move(text: &str) -> bool {
    let is_node = |event: &Event| event.kind == EventKind::NodeBegin;
    Parser::new(text.as_bytes())
        .skip_while(|event| !is_node(event))
        .skip(1)
        .take_while(|event| matches!(event.kind, EventKind::Identifier | EventKind::Value))
        .filter(|event| event.kind == EventKind::Identifier)
        .any(|event| matches!(&*node::identifier(event.span.of_str(text)), "B" | "W"))
}
