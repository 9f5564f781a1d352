//! Looks for root properties in nodes that are no root.
//!
//! ## What it does
//!
//! Looks for root properties in nodes that are no root.
//!
//! ## Why is this bad
//!
//! They say how the whole game is to be read, and are read in the root only.
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
//! Safe where the root lacks the property, so that it moves there, or says the same. Where the
//! root says something else the fix loses a value, and is applied only when asked for.
//!
//! ## References
//!
//! FF[4], "Property types".
//!
//! ## SGFC equivalent
//!
//! Message 32.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S303",
    "root-property-elsewhere",
    Severity::Error,
    Some(32),
    include_str!("root_property_elsewhere.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let identifier = node.identifier(prop);
    let value = node.first_value(prop);
    let key = key(&identifier);
    let root = cx.game.root_props.iter().find(|(own, _)| *own == key);
    let remove = Edit::delete(prop.span());
    let fix = match root {
        // It moves there already, by the fix of another finding.
        Some((_, span)) if span.is_empty() && span.start == cx.game.root_end => None,
        Some((_, span)) if span.of_str(node.text) == value => {
            Some(Fix::safe("remove it, the root says the same", vec![remove]))
        }
        Some(_) => Some(Fix::risky(
            "remove it, the root says otherwise",
            vec![remove],
        )),
        None => {
            let at = cx.game.root_end;
            cx.game.root_props.push((key, kifu_syntax::Span::at(at)));
            let text = prop.span().of_str(node.text);
            Some(Fix::safe(
                "move it to the root",
                vec![Edit::insert(at, text), remove],
            ))
        }
    };
    cx.report(
        Diagnostic::new(
            &RULE,
            prop.span(),
            format!("root property `{identifier}` outside of the root"),
        )
        .why("it concerns the whole game, and programs look for it in the root only")
        .fix(fix),
    );
}

/// Under what a property of the root is remembered.
pub(crate) fn key(identifier: &str) -> [u8; 2] {
    match *identifier.as_bytes() {
        [first] => [first, 0],
        [first, second] => [first, second],
        _ => [0; 2],
    }
}
