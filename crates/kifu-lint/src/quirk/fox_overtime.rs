//! ## What it does
//!
//! Checks for the overtime of Fox Weiqi in `TC` and `TT`.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! No other program reads it there, and in FF[3] `TC` counts territory.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[1200]TC[3]TT[30]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[1200]OT[3x30 byo-yomi]AP[foxwq:])
//! ```
//!
//! ## Fix safety
//!
//! Safe: `OT` is added and nothing is removed.
//!
//! ## References
//!
//! FF[4], `OT`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::value::number;

use super::{Find, Found, Habit, Step, View, application, is_by};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q504",
    "fox-overtime",
    Severity::Hint,
    None,
    page!("fox_overtime.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "fox-overtime",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, numbers in `TC` and `TT`, and no `OT`",
    meaning: "`TC` periods of overtime of `TT` seconds each. Before FF[4] `TC` counted \
              territory",
    repair: "add `OT` in the words of servers, and leave `TC` and `TT`",
    rule: &RULE,
    suspect: |root| root.get("TC").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "foxwq")?;
    let count = |identifier| {
        let number = number::parse(root.value(identifier)?.trim()).ok()?;
        (number > 0).then_some(number)
    };
    let (periods, seconds) = (count("TC")?, count("TT")?);
    if root.has("OT") {
        return None;
    }
    let overtime = format!("{periods}x{seconds} byo-yomi");
    let evidence = format!("`TC[{periods}]` and `TT[{seconds}]` are the overtime");
    Some(
        root.found("TC", evidence)
            .step(Step::set(root.id(), "OT", overtime)),
    )
}
