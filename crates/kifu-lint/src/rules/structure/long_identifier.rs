//! ## What it does
//!
//! Checks for identifiers of more than two letters.
//!
//! ## Why is this bad
//!
//! They are legal, but FF[4] recommends two letters for private properties, and old programs read no more.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]LONGID[x])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]LI[x])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: properties with identifiers of any length are preserved.
//!
//! ## References
//!
//! FF[4], "Private properties".
//!
//! ## SGFC equivalent
//!
//! Message 31.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S310",
    "long-identifier",
    Severity::Hint,
    Some(31),
    page!("long_identifier.rs"),
);

/// Length, in bytes, from which an identifier is probably not an identifier.
pub(crate) const TOO_LONG: usize = 100;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let identifier = node.identifier(prop);
    if identifier.len() <= 2 {
        return;
    }
    let found = Diagnostic::new(&RULE, prop.id, "identifier of more than two letters");
    cx.report(if identifier.len() >= TOO_LONG {
        found
            .severity(Severity::Error)
            .why("a bracket may be missing")
            .sgfc(Some(11))
    } else {
        found
    });
}
