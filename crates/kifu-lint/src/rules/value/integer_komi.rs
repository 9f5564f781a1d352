//! ## What it does
//!
//! Checks for `KI`, the komi in half points of an old program.
//!
//! ## Why is this bad
//!
//! No current program reads it.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KI[11])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[5.5])
//! ```
//!
//! ## Fix safety
//!
//! Safe if there is no `KM`, or if `KM` has the same komi. Unsafe if `KM` has another komi: `KI` is removed.
//!
//! ## References
//!
//! Smart Game Board.
//!
//! ## SGFC equivalent
//!
//! Message 59.

use crate::context::Context;
use crate::node::{Node, Prop};
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V224",
    "integer-komi",
    Severity::Warning,
    Some(59),
    page!("integer_komi.rs"),
);

use kifu_sgf::value::{number, real};

pub(crate) fn check(cx: &mut Context<'_>, node: &Node<'_>, prop: &Prop) {
    let halves = number::parse(node.first_value(prop)).ok();
    let fix = halves.map(|halves| {
        let half = if halves % 2 == 0 { "" } else { ".5" };
        let sign = if halves < 0 { "-" } else { "" };
        let komi = format!("{sign}{}{half}", (halves / 2).unsigned_abs());
        match node.value("KM") {
            None => Fix::safe(
                format!("write `KM[{komi}]`"),
                vec![Edit::replace(prop.span(), format!("KM[{komi}]"))],
            ),
            Some(other) => {
                let same = matches!(
                    (real::parse(other), real::parse(&komi)),
                    (Ok(other), Ok(komi)) if other.get().total_cmp(&komi.get()).is_eq()
                );
                let edits = vec![Edit::delete(prop.span())];
                if same {
                    Fix::safe("remove it, `KM` has the same komi", edits)
                } else {
                    Fix::risky("remove it, `KM` has another komi", edits)
                }
            }
        }
    });
    cx.report(
        Diagnostic::new(&RULE, prop.span(), "`KI`: komi in half points")
            .why("no current program reads `KI`")
            .fix(fix),
    );
}
