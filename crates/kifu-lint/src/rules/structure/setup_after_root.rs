//! ## What it does
//!
//! Checks for stones that are set up in the main line after the root.
//!
//! ## Why is this bad
//!
//! It is legal, but in the record of a game it may be a move that was entered as setup.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd];AW[pp])
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
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], "Setup properties".
//!
//! ## SGFC equivalent
//!
//! Message 62.

use crate::context::Context;
use crate::node::Node;
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S319",
    "setup-after-root",
    Severity::Hint,
    Some(62),
    page!("setup_after_root.rs"),
)
.strict();

use kifu_sgf::schema::PropertyType;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    if node.is_root || !cx.state.main {
        return;
    }
    let setup = node
        .of_type(PropertyType::Setup)
        .find(|prop| !prop.is("PL"));
    if let Some(setup) = setup {
        cx.report(Diagnostic::new(
            &RULE,
            setup.span(),
            "setup in the main line after the root",
        ));
    }
}
