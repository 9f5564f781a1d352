//! Looks for properties that the version of the format named by `FF` does not have.
//!
//! ## What it does
//!
//! Looks for properties that the version of the format named by `FF` does not have.
//!
//! ## Why is this bad
//!
//! Programs that know this version only do not know the property.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];L[aa][bb])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];LB[aa:A][bb:B])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix here: `kifu convert --to ff4` turns old properties into those of today.
//!
//! ## References
//!
//! The lists of properties of FF[1] to FF[4].
//!
//! ## SGFC equivalent
//!
//! Message 40.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S311",
    "property-not-in-version",
    Severity::Warning,
    Some(40),
    include_str!("property_not_in_version.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let (Some(def), Some(version)) = (prop.def, cx.game.version) else {
        return;
    };
    if def.versions.contains(version) || def.identifier == "KI" {
        return;
    }
    let identifier = node.identifier(prop);
    let found = Diagnostic::new(
        &RULE,
        prop.id,
        format!("property `{identifier}` is not defined in FF[{version}]"),
    );
    cx.report(if def.versions.iter().any(|known| known > version) {
        found
            .severity(Severity::Hint)
            .why("it came with a later version; the file is newer than its `FF` says")
    } else {
        found.why("it was dropped; `kifu convert --to ff4` says what takes its place")
    });
}
