//! ## What it does
//!
//! Checks for a handicap of GoGui that differs from the number of stones.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! One of the two is wrong.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[GoGui:1.4]HA[3]AB[dd][pp])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[GoGui:1.4]HA[2]AB[dd][pp])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: only the author knows.
//!
//! ## References
//!
//! FF[4], `HA`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::value::{self, Size, handicap, point_list};

use super::{Find, Found, Habit, View, application, is_by};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q507",
    "gogui-handicap",
    Severity::Hint,
    None,
    page!("gogui_handicap.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "gogui-handicap",
    program: "GoGui",
    evidence: "an `AP` of GoGui, and a handicap that is not the number of stones in the `AB` of the \
               root, with no white stone set up",
    meaning: "stones were set up by hand after the handicap was chosen, or the other way round; which \
              of the two is true is unknown",
    repair: "",
    rule: &RULE,
    suspect: |root| root.get("HA").is_some() && is_by(root, "GoGui"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "GoGui")?;
    let handicap = handicap::parse(root.value("HA")?.trim()).ok()?;
    let size = root
        .value("SZ")
        .map_or(Ok(Size::GO), value::size::parse)
        .ok()?;
    if root.has("AW") || root.has("AE") {
        return None;
    }
    let mut stones = 0_usize;
    for value in root.lists("AB").next().into_iter().flatten() {
        let items = point_list::parse_lenient(value, size).ok()?.value;
        stones += point_list::expand(items).count();
    }
    let evidence = format!("handicap `{handicap}`, {stones} black stones");
    (stones != usize::from(handicap) && handicap > 1).then(|| root.found("HA", evidence))
}
