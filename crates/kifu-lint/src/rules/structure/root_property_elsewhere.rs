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
//! Safe if the root has the same value, or no such property, which then moves there. Unsafe if `FF` moves there, or `GM`
//! or `SZ` with another value than the default (`GM[1]`, the usual size of the board): all moves are then read by it.
//! There is no fix if the root has another value.
//! There is no fix either if the variation begins a line, as games do (`S332`).
//!
//! ## References
//!
//! FF[4], "Property types".
//!
//! ## SGFC equivalent
//!
//! Message 32.

use kifu_sgf::value::size;

use super::variation_like_a_game::begin;
use super::{missing_size, missing_version};
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
            if prop.is("FF") {
                missing_version::find_elsewhere(cx);
            }
            let edits = vec![Edit::insert(at, text), remove];
            if is_read_by_moves(cx, node, prop) {
                Fix::risky("move it to the root", edits)
            } else {
                Fix::safe("move it to the root", edits)
            }
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

/// Whether moves are read in another way if the root gets this property.
fn is_read_by_moves(cx: &Context<'_>, node: &Node<'_>, prop: &Prop) -> bool {
    let value = node.first_value(prop);
    let is_default = if prop.is("SZ") {
        let usual = cx.game.game.and_then(size::default_of);
        let read = size::parse_lenient(value).ok();
        usual.is_some() && read.map(|read| read.value) == usual
    } else if prop.is("GM") {
        value.trim() == "1"
    } else if prop.is("FF") {
        false
    } else {
        return false;
    };
    !is_default || prop.count() > 1
}

/// Key under which a root property is stored.
pub(crate) fn key(identifier: &str) -> [u8; 2] {
    match *identifier.as_bytes() {
        [first] => [first, 0],
        [first, second] => [first, second],
        _ => [0; 2],
    }
}
