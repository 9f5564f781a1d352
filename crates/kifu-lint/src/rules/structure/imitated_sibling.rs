//! ## What it does
//!
//! Checks for nodes that take back the move before them.
//!
//! ## Why is this bad
//!
//! Some programs wrote an alternative to a move after it instead of beside it. In the tree the move is played and
//! taken back.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];W[aa](;B[bb])(;AE[aa];W[ba]))
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4](;W[aa];B[bb])(;W[ba]))
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], user guide: "Variations".
//!
//! ## SGFC equivalent
//!
//! Message 56.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S324",
    "imitated-sibling",
    Severity::Hint,
    Some(56),
    page!("imitated_sibling.rs"),
)
.strict();

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let (Some(emptied), Some(above)) = (node.get("AE"), cx.state.last_move.get()) else {
        return;
    };
    let taken = node
        .values(emptied)
        .any(|raw| raw == above.of_str(node.text));
    if taken && node.play().is_none() {
        cx.report(
            Diagnostic::new(&RULE, emptied.span(), "`AE` takes back the previous move")
                .why("an alternative to a move is a variation beside it")
                .related(above, "the previous move"),
        );
    }
}
