//! ## What it does
//!
//! Checks for results of Fox Weiqi that count stones instead of points.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Under Chinese rules the margin is half of the margin in points.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]RE[W+12.75]RU[Chinese]AP[foxwq])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]RE[W+25.5]RU[Chinese]AP[foxwq:])
//! ```
//!
//! ## Fix safety
//!
//! Safe: a margin whose fraction is .25 or .75 cannot be points.
//!
//! ## References
//!
//! FF[4], `RE`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_games::go::points_of_stones;
use kifu_sgf::value::{GameResult, Real};

use super::{Find, Found, Habit, Step, View, application, is_by, is_chinese};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q505",
    "fox-result",
    Severity::Warning,
    None,
    page!("fox_result.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "fox-result",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, Chinese rules, and a margin whose fraction is .25 or .75: `W+12.75`",
    meaning: "stones, of which each is two points. Other margins may be either",
    repair: "write the margin in points",
    rule: &RULE,
    suspect: |root| root.get("RE").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "foxwq")?;
    let raw = root.value("RE")?;
    let GameResult::Win {
        winner,
        margin: Some(margin),
        reason: None,
    } = GameResult::parse(raw).ok()?
    else {
        return None;
    };
    if !is_chinese(root) {
        return None;
    }
    let points = Real::new(points_of_stones(margin.get())?)?;
    let points = GameResult::win_by(winner, points).to_string();
    let evidence = format!("result `{raw}` counts stones");
    Some(
        root.found("RE", evidence)
            .step(Step::set(root.id(), "RE", points)),
    )
}
