//! ## What it does
//!
//! Checks for an `AP` that is the name of a program without its version.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! The value must be a name and a version. `V218` reports every such `AP`; this rule names the usual cause.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[MultiGo])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[MultiGo:])
//! ```
//!
//! ## Fix safety
//!
//! Safe: an empty version is added.
//!
//! ## References
//!
//! FF[4], `AP`: name and version with a colon between them.
//!
//! ## SGFC equivalent
//!
//! None.

use super::{Find, Found, Habit, Step, View, application};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q511",
    "multigo-application",
    Severity::Hint,
    None,
    page!("multigo_application.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "multigo-application",
    program: "MultiGo, Fox Weiqi, and others",
    evidence: "a single `AP` with a name and without the colon and version after it: `AP[MultiGo]`",
    meaning: "the name of the program, of a version that is not known",
    repair: "add the colon",
    rule: &RULE,
    suspect: |root| root.value("AP").is_some_and(|name| !name.is_empty()),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    let name = application(root, "")?;
    if root.count("AP") != 1 || name.is_empty() || kifu_syntax::text::split_compose(name).is_some()
    {
        return None;
    }
    let evidence = format!("`AP[{name}]` without a version");
    let whole = format!("{name}:");
    Some(
        root.found("AP", evidence)
            .step(Step::set(root.id(), "AP", whole)),
    )
}
