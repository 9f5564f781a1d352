//! ## What it does
//!
//! Checks for the komi of Fox Weiqi, which is written in hundredths.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! A komi of 375 points decides every game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[375]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[7.5]RU[Chinese]AP[foxwq:])
//! ```
//!
//! ## Fix safety
//!
//! Safe for numbers whose meaning is known. There is no fix for others.
//!
//! ## References
//!
//! FF[4], `KM`: points.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_games::go::fox_komi;
use kifu_sgf::value::number;

use super::{Find, Found, Habit, Step, View, application, is_by, is_chinese};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q503",
    "fox-komi",
    Severity::Warning,
    None,
    page!("fox_komi.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "fox-komi",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, and a komi of `375`, `325` under Chinese rules, or of `550`, \
               `650`, `750` under any",
    meaning: "hundredths; under Chinese rules `375` and `325` are hundredths of stones, of which each \
              is two points. `0` may be the true komi or one that was not recorded",
    repair: "write the komi in points",
    rule: &RULE,
    suspect: |root| root.get("KM").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "foxwq")?;
    let raw = root.value("KM")?;
    let number = number::parse(raw.trim()).ok()?;
    let Some(komi) = fox_komi(number, is_chinese(root)) else {
        let evidence = || format!("komi `{raw}`, of which the meaning is not known");
        return (number >= 100).then(|| root.found("KM", evidence()));
    };
    let evidence = format!("komi `{raw}` stands for {komi} points");
    Some(
        root.found("KM", evidence)
            .step(Step::set(root.id(), "KM", komi.to_string())),
    )
}
