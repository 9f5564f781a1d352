//! ## What it does
//!
//! Checks for properties that the standard does not know.
//!
//! ## Why is this bad
//!
//! They are legal and preserved, but a typing error looks the same.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];ZZ[x])
//! ```
//!
//! ## Use instead
//!
//! A property of the standard, where there is one.
//!
//! ## Fix safety
//!
//! There is no fix: private properties stay.
//!
//! ## References
//!
//! FF[4], "Private properties".
//!
//! ## SGFC equivalent
//!
//! Message 35.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S309",
    "unknown-property",
    Severity::Hint,
    Some(35),
    page!("unknown_property.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    if !cx.allows(&RULE) {
        return;
    }
    let identifier = node.identifier(prop);
    // Longer ones are not identifiers: `long_identifier` reports them.
    if identifier.len() >= super::long_identifier::TOO_LONG
        || !kifu_sgf::schema::definitions(&identifier).is_empty()
    {
        return;
    }
    cx.report(Diagnostic::new(
        &RULE,
        prop.id,
        format!("unknown property `{identifier}`"),
    ));
}
