//! Looks for rectangles in point lists and for boards that are not square or above 19×19 in
//! files that say they are older than FF[4].
//!
//! ## What it does
//!
//! Looks for rectangles in point lists and for boards that are not square or above 19×19 in
//! files that say they are older than FF[4].
//!
//! ## Why is this bad
//!
//! These came with FF[4]: the file is newer than its `FF` says, or a program for the older
//! version cannot read it.
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
    include_str!("newer_than_version.rs"),
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
        let version = cx.game.version.unwrap_or(1);
        cx.report(
            Diagnostic::new(&RULE, span, format!("FF[{version}] does not have this yet"))
                .why("the file is newer than its `FF` says"),
        );
    }
}
