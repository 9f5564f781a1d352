//! ## What it does
//!
//! Checks for rectangles, boards above 19×19 and boards that are not square in games older than FF[4].
//!
//! ## Why is this bad
//!
//! They came with FF[4]. `FF` is wrong, or programs for the older version cannot read the game.
//!
//! ## Example
//!
//! ```text
//! (;FF[3]SZ[13:9];AB[aa:ee])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]SZ[13:9];AB[aa:ee])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], "Changes from FF[3]".
//!
//! ## SGFC equivalent
//!
//! Message 51.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "S321",
    "newer-than-version",
    Severity::Warning,
    Some(51),
    page!("newer_than_version.rs"),
);

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    if !cx.game.is_old() {
        return;
    }
    let found = if prop.is("SZ") {
        let size = cx.game.size;
        (!size.is_square() || !size.has_tt_pass()).then_some(prop.span())
    } else if prop
        .def
        .is_some_and(|def| def.allows_rectangles(cx.game.game))
    {
        node.spans(prop)
            .iter()
            .copied()
            .find(|span| span.of(node.text.as_bytes()).contains(&b':'))
    } else {
        None
    };
    if let Some(span) = found {
        let version = cx.game.version();
        cx.report(
            Diagnostic::new(&RULE, span, format!("not part of FF[{version}]"))
                .why("it came with FF[4]; `FF` may be wrong"),
        );
    }
}
