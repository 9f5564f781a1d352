//! Looks for `BM` and `TE` in one node, which before FF[4] meant a doubtful or an interesting
//! move.
//!
//! ## What it does
//!
//! Looks for `BM` and `TE` in one node, which before FF[4] meant a doubtful or an interesting
//! move.
//!
//! ## Why is this bad
//!
//! FF[4] has `DO` and `IT` for these.
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
//! The emphasis (`2`) is lost, so the fix is applied only when asked for.
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
    include_str!("bad_and_good.rs"),
);

pub(crate) fn is_pair(one: &Prop, other: &Prop) -> bool {
    (one.is("BM") && other.is("TE")) || (one.is("TE") && other.is("BM"))
}

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>) {
    let (Some(bad), Some(good)) = (node.get("BM"), node.get("TE")) else {
        return;
    };
    let (first, second, meant) = if bad.id.start < good.id.start {
        (bad, good, "DO[]")
    } else {
        (good, bad, "IT[]")
    };
    let severity = if cx.game.is_old() {
        Severity::Hint
    } else {
        Severity::Error
    };
    cx.report(
        Diagnostic::new(&RULE, second.span(), "`BM` and `TE` in the same node")
            .severity(severity)
            .why(format!(
                "FF[4] writes `{meant}` for what was meant in this order"
            ))
            .fix(Fix::risky(
                format!("write `{meant}`"),
                vec![
                    Edit::replace(first.span(), meant),
                    Edit::delete(second.span()),
                ],
            )),
    );
}
