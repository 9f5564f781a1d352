//! ## What it does
//!
//! Checks for rules of Go for which the standard has another name.
//!
//! ## Why is this bad
//!
//! Programs look for the names `AGA`, `GOE`, `Japanese` and `NZ`, in exactly this form.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]RU[japanese])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1]RU[Japanese])
//! ```
//!
//! ## Fix safety
//!
//! Safe if only case or white space differs. Unsafe for other names.
//!
//! ## References
//!
//! FF[4], description of `RU`. Rules without a name there may be called anything.
//!
//! ## SGFC equivalent
//!
//! None.

use crate::context::Context;
use crate::{Diagnostic, Edit, Fix, Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "V229",
    "rules-wording",
    Severity::Hint,
    None,
    page!("rules_wording.rs"),
);

use kifu_sgf::value::{Repair, RulesName};
use kifu_syntax::Span;

pub(crate) fn check(cx: &mut Context<'_>, span: Span) {
    let raw = cx.str(span);
    let Ok(read) = RulesName::parse_lenient(raw) else {
        return;
    };
    let is_named = |repair: &Repair| read.value.is_standard() && !repair.loses_information();
    let Some(repair) = read.repair.filter(is_named) else {
        return;
    };
    let name = read.value.name();
    let edits = vec![Edit::replace(span, name)];
    let title = format!("write `{name}`");
    let fix = match repair {
        Repair::LetterCase | Repair::WhiteSpace => Fix::safe(title, edits),
        _ => Fix::risky(title, edits),
    };
    let shown = super::shown(raw);
    cx.report(
        Diagnostic::new(
            &RULE,
            span,
            format!("`RU[{shown}]` {}", super::fault(repair, raw, name)),
        )
        .why("programs look for the name in the standard")
        .fix(fix),
    );
}
