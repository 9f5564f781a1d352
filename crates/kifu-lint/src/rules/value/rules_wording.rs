//! Looks for rules of Go that the standard calls by another name.
//!
//! ## What it does
//!
//! Looks for rules of Go that the standard calls by another name.
//!
//! ## Why is this bad
//!
//! Programs look for the four names `AGA`, `GOE`, `Japanese` and `NZ`, letter by letter.
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
//! Safe where only letter case or blanks differ. Other words become the name when asked for.
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
    include_str!("rules_wording.rs"),
);

use kifu_sgf::value::{Repair, Rules};
use kifu_syntax::Span;

pub(crate) fn check(cx: &mut Context<'_>, span: Span) {
    let raw = cx.str(span);
    let Ok(read) = Rules::parse_lenient(raw) else {
        return;
    };
    let Some(repair) = read.repair.filter(|_| read.value.is_standard()) else {
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
            format!("`RU[{shown}]` is written with {}", repair.message()),
        )
        .why("the standard has names for these rules, which programs look for")
        .fix(fix),
    );
}
