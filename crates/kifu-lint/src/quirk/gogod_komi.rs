//! ## What it does
//!
//! Checks for a komi that counts stones, as in China, instead of points.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Read as points it is half of the agreed komi.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]KM[3.75]RU[Chinese])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]KM[7.5]RU[Chinese])
//! ```
//!
//! ## Fix safety
//!
//! Safe under Chinese rules or without rules. There is no fix under other rules. A margin of the result whose
//! fraction is .25 or .75 becomes points, too.
//!
//! ## References
//!
//! FF[4], `KM`: points.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_games::go::{may_count_stones, points_of_stones};
use kifu_sgf::value::{GameResult, Real, komi};

use super::{Find, Found, Habit, Step, View};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q506",
    "gogod-komi",
    Severity::Warning,
    None,
    page!("gogod_komi.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "gogod-komi",
    program: "GoGoD, and others who copy Chinese records",
    evidence: "a komi whose fraction is .25 or .75 (`2.75`). It is repaired under Chinese rules or \
               if no rules are named, and only reported under others",
    meaning: "stones, as komi is counted in China; each is two points. A margin whose fraction is .25 \
              or .75 counts stones, too",
    repair: "write the komi, and such a margin, in points",
    rule: &RULE,
    suspect: |root| {
        root.value("KM")
            .is_some_and(|komi| komi.contains("25") || komi.contains("75"))
    },
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    let raw = root.value("KM")?;
    let points = points_of_stones(komi::parse(raw.trim()).ok()?.get())?;
    let result = result_in_points(root);
    let mut evidence = format!("komi `{raw}` counts stones");
    if let Some((written, _)) = &result {
        evidence = format!("komi `{raw}` and result `{written}` count stones");
    }
    let found = root.found("KM", evidence);
    let Some(points) = Real::new(points).filter(|_| may_count_stones(root.value("RU"))) else {
        return Some(found);
    };
    let found = found.step(Step::set(root.id(), "KM", points.to_string()));
    Some(match result {
        Some((_, points)) => found.step(Step::set(root.id(), "RE", points)),
        None => found,
    })
}

/// Returns a result whose margin also counts stones, and that result in points.
fn result_in_points<'a>(root: &View<'_, 'a>) -> Option<(&'a str, String)> {
    let raw = root.value("RE")?;
    let GameResult::Win {
        winner,
        margin: Some(margin),
        reason: None,
    } = GameResult::parse(raw.trim()).ok()?
    else {
        return None;
    };
    let points = Real::new(points_of_stones(margin.get())?)?;
    Some((raw, GameResult::win_by(winner, points).to_string()))
}
