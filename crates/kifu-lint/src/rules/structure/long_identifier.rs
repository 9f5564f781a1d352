//! Looks for identifiers of more than two letters.
//!
//! ## What it does
//!
//! Looks for identifiers of more than two letters.
//!
//! ## Why is this bad
//!
//! They are lawful; FF[4] advises private properties to have two letters at most, and old
//! programs read no more.
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
//! Properties of any length are preserved. One of a hundred letters or more can be taken away, when
//! asked for.
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
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S310",
    "long-identifier",
    Severity::Hint,
    Some(31),
    include_str!("long_identifier.rs"),
);

/// Longer identifiers are hardly meant as such.
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
            .why("no program uses identifiers so long; a bracket may be missing")
            .sgfc(Some(11))
            .fix(Fix::risky("remove it", vec![Edit::delete(prop.span())]))
    } else {
        found
    });
}
