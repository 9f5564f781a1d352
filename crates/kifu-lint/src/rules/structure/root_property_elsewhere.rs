//! ## What it does
//!
//! Checks for root properties in other nodes than the root.
//!
//! ## Why is this bad
//!
//! They concern the whole game, and programs read them in the root only.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];SZ[9]B[aa])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[9];B[aa])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the root has no such property, which then moves there, or has the same value. There is no fix if the root
//! has another value.
//! There is no fix either if the variation begins a line, as games do (`S332`).
//!
//! ## References
//!
//! FF[4], "Property types".
//!
//! ## SGFC equivalent
//!
//! Message 32.

use super::missing_size;
use super::variation_like_a_game::begin;
use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S303",
    "root-property-elsewhere",
    Severity::Error,
    Some(32),
    page!("root_property_elsewhere.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let identifier = node.identifier(prop);
    let value = node.first_value(prop);
    let key = key(&identifier);
    let root = cx.game.root_props.iter().find(|(own, _)| *own == key);
    let remove = Edit::delete(prop.span());
    let fix = match root {
        // It may be the root of the next game.
        _ if begin(node).is_some() => None,
        // It moves there already, by the fix of another finding.
        Some((_, span)) if span.is_empty() && span.start == cx.game.root_end => None,
        Some((_, span)) if prop.count() == 1 && span.of_str(node.text) == value => Some(Fix::safe(
            "remove it, the root has the same value",
            vec![remove],
        )),
        Some(_) => None,
        None => node.written(prop).map(|text| {
            let at = cx.game.root_end;
            cx.game.root_props.push((key, kifu_syntax::Span::at(at)));
            if prop.is("SZ") && cx.allows(&RULE) {
                cx.withdraw(&[missing_size::RULE.code]);
            }
            Fix::safe("move it to the root", vec![Edit::insert(at, text), remove])
        }),
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("root property `{identifier}` outside the root"),
        )
        .why("programs read it in the root only")
        .fix(fix),
    );
}

/// Key under which a root property is stored.
pub(crate) fn key(identifier: &str) -> [u8; 2] {
    match *identifier.as_bytes() {
        [first] => [first, 0],
        [first, second] => [first, second],
        _ => [0; 2],
    }
}
