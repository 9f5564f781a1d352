//! ## What it does
//!
//! Checks for properties that are not part of the version in `FF`.
//!
//! ## Why is this bad
//!
//! Programs for this version do not know the property.
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
//! Unsafe: letters (`L`) become labels. The standard has upper-case letters; some programs showed lower-case ones.
//! For other properties use `kifu convert --to ff4`.
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
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S311",
    "property-not-in-version",
    Severity::Warning,
    Some(40),
    page!("property_not_in_version.rs"),
);

use std::fmt::Write as _;

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
        format!("property `{identifier}` is not part of FF[{version}]"),
    );
    cx.report(if def.versions.iter().any(|known| known > version) {
        found
            .severity(Severity::Hint)
            .why("it came with a later version; `FF` may be wrong")
    } else {
        found
            .why("FF[4] dropped it; conversion to FF[4] replaces it or reports it")
            .fix(letters(node, prop))
    });
}

/// Labels A, B, C in the place of `L`, in the order of its points.
fn letters(node: &Node<'_>, prop: &Prop) -> Option<Fix> {
    if !prop.is("L") || prop.count() > 26 || node.get("LB").is_some() {
        return None;
    }
    let mut text = String::from("LB");
    let mut seen: Vec<&str> = Vec::new();
    for (value, letter) in node.values(prop).zip('A'..='Z') {
        let point = value.trim();
        if !matches!(point.as_bytes(), [column, row]
            if column.is_ascii_alphabetic() && row.is_ascii_alphabetic())
            || seen.contains(&point)
        {
            return None;
        }
        seen.push(point);
        let _ = write!(text, "[{point}:{letter}]");
    }
    let edits = vec![Edit::replace(prop.span(), text)];
    Some(Fix::risky("convert the letters to labels", edits))
}
