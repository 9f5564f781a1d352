//! ## What it does
//!
//! Checks for ranks of Go that are not in the form of the standard.
//!
//! ## Why is this bad
//!
//! Programs that sort or compare by rank read `3d`, `10k` and `9p`.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]BR[9 Dan])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]BR[9d])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: a rank is free text.
//!
//! ## References
//!
//! FF[4], descriptions of `BR` and `WR`: `10k` or `10kyu`, `3d` or `3dan`, and `?` or `*` after it.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V230",
    "rank-wording",
    Severity::Hint,
    None,
    page!("rank_wording.rs"),
)
.strict();

use kifu_sgf::value::Rank;
use kifu_syntax::Span;

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop, span: Span) {
    let raw = cx.str(span);
    let Ok(read) = Rank::parse_lenient(raw) else {
        return;
    };
    let Some(repair) = read.repair else {
        return;
    };
    let (identifier, shown, rank) = (node.identifier(prop), super::shown(raw), read.value);
    cx.report(
        Diagnostic::new(
            &RULE,
            span,
            format!(
                "`{identifier}[{shown}]` {}",
                super::fault(repair, raw, &rank.to_string())
            ),
        )
        .why("the standard recommends `10k` and `3d`")
        .fix((!repair.loses_information()).then(|| {
            Fix::risky(
                format!("write `{rank}`"),
                vec![Edit::replace(span, rank.to_string())],
            )
        })),
    );
}
