//! ## What it does
//!
//! Checks for times in the form of Tygem: `30/3 20m`.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! A time limit is a number of seconds, and overtime belongs in `OT`.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TM[30/3 20m])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]TM[1200]OT[3x30 byo-yomi])
//! ```
//!
//! ## Fix safety
//!
//! Safe if there is no `OT`. There is no fix otherwise.
//!
//! ## References
//!
//! FF[4], `TM` and `OT`.
//!
//! ## SGFC equivalent
//!
//! Message 33: the value is no number.

use kifu_sgf::schema::Game;
use kifu_sgf::value::TimeControl;

use super::{Find, Found, Habit, Step, View};
use crate::context::Context;
use crate::node;
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q515",
    "tygem-time",
    Severity::Warning,
    Some(33),
    page!("tygem_time.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "tygem-time",
    program: "Tygem",
    evidence: "a `TM` as `30/3 20m`",
    meaning: "the minutes are the main time, the periods follow: twenty minutes, then three times thirty seconds",
    repair: "write the main time in seconds, and the overtime in `OT`",
    rule: &RULE,
    suspect: |root| root.value("TM").is_some_and(|time| time.contains('/')),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

/// Reads the times in a `TM` of Tygem.
pub(crate) fn control(raw: &str) -> Option<TimeControl> {
    let text = raw.trim();
    let is_tygem = text.ends_with('m') && text.contains('/');
    is_tygem.then(|| TimeControl::parse(text).ok()).flatten()
}

fn find(root: &View<'_, '_>) -> Option<Found> {
    let raw = root.value("TM")?;
    let control = control(raw)?;
    let found = root.found("TM", format!("time `{raw}` holds the overtime too"));
    match (control.main, control.overtime) {
        (Some(main), Some(overtime)) if !root.has("OT") => Some(
            found
                .step(Step::set(root.id(), "TM", main.to_string()))
                .step(Step::set(root.id(), "OT", overtime.to_string())),
        ),
        _ => Some(found),
    }
}

/// Whether this rule reports a `TM`, so that the rule about times does not.
pub(crate) fn explains(cx: &Context<'_>, node: &node::Node<'_>, raw: &str) -> bool {
    node.is_root
        && cx.game.game == Some(Game::Go)
        && cx.allows(&RULE)
        && node.get("OT").is_none()
        && control(raw).is_some()
}
