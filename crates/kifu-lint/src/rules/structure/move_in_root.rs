//! ## What it does
//!
//! Checks for moves in the root.
//!
//! ## Why is this bad
//!
//! It is legal, but programs that show the root as the start of the game hide the position before the move.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]B[dd];W[pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd];W[pp])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: a new node changes the numbers of the nodes after it.
//!
//! ## References
//!
//! FF[4], "Root node".
//!
//! ## SGFC equivalent
//!
//! Message 24.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S313",
    "move-in-root",
    Severity::Hint,
    Some(24),
    page!("move_in_root.rs"),
)
.strict();

use kifu_sgf::schema::PropertyType;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let Some(first) = node.of_type(PropertyType::Move).next().copied() else {
        return;
    };
    let behind = |prop: &&crate::node::Prop| prop.id.start >= first.id.start;
    let all_go =
        node.props.iter().filter(behind).all(|prop| {
            !prop.has_type(PropertyType::Root) && !prop.has_type(PropertyType::GameInfo)
        });
    let fix = all_go.then(|| {
        Fix::risky(
            "put the move into a node of its own",
            vec![Edit::insert(first.id.start, ";")],
        )
    });
    cx.report(Diagnostic::new(&RULE, first.span(), "move in the root").fix(fix));
}
