//! ## What it does
//!
//! Checks for `BM` and `TE` in one node, which before FF[4] meant a doubtful or an interesting move.
//!
//! ## Why is this bad
//!
//! FF[4] has `DO` and `IT` for these moves.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]TE[1]BM[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]IT[])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the emphasis (`2`) is lost.
//!
//! ## References
//!
//! FF[4], "Changes from FF[3]": `BM` before `TE` is `DO`, `TE` before `BM` is `IT`.
//!
//! ## SGFC equivalent
//!
//! Message 42.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S308",
    "bad-and-good",
    Severity::Error,
    Some(42),
    page!("bad_and_good.rs"),
);

pub(crate) fn is_pair(one: &Prop, other: &Prop) -> bool {
    (one.is("BM") && other.is("TE")) || (one.is("TE") && other.is("BM"))
}

/// Whether a value is valid for an annotation, so that it has no content beyond its identifier.
pub(crate) fn is_emphasis(raw: &str) -> bool {
    matches!(raw.trim(), "" | "1" | "2")
}

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let (Some(bad), Some(good)) = (node.get("BM"), node.get("TE")) else {
        return;
    };
    let (first, second, replacement) = if bad.id.start < good.id.start {
        (bad, good, "DO[]")
    } else {
        (good, bad, "IT[]")
    };
    // Two moves may have one each.
    let has_two_moves = node.get("B").is_some() && node.get("W").is_some();
    let is_annotation = !has_two_moves
        && [bad, good]
            .iter()
            .all(|prop| node.values(prop).all(is_emphasis));
    let severity = if cx.game.is_old() {
        Severity::Hint
    } else {
        Severity::Error
    };
    cx.report(
        Diagnostic::new(&RULE, second.span(), "`BM` and `TE` in the same node")
            .severity(severity)
            .why(format!("in this order they mean `{replacement}` in FF[4]"))
            .related(first.span(), "the first annotation")
            .fix(is_annotation.then(|| {
                Fix::risky(
                    format!("write `{replacement}`"),
                    vec![
                        Edit::replace(first.span(), replacement),
                        Edit::delete(second.span()),
                    ],
                )
            })),
    );
}
