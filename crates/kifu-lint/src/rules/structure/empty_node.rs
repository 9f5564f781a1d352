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
//! between nodes that have no variations.
//!
//! ## References
//!
//! FF[4], "Nodes".
//!
//! ## SGFC equivalent
//!
//! Message 55.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S323",
    "empty-node",
    Severity::Hint,
    Some(55),
    include_str!("empty_node.rs"),
)
.strict();

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if !node.props.is_empty() || (node.is_root && node.start.is_empty()) {
        return;
    }
    let before = node.text[..node.start.start].trim_end();
    let behind = node.text[node.start.end..].trim_start();
    // Between two nodes, or at the end of a sequence: no branch is touched.
    let inside = before.ends_with([']', ';']) && behind.starts_with([';', ')']);
    let fix = (inside && !node.is_root)
        .then(|| Fix::risky("remove the node", vec![Edit::delete(node.start)]));
    cx.report(Diagnostic::new(&RULE, node.start, "node without properties").fix(fix));
}
