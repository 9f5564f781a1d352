//! ## What it does
//!
//! Checks for the settings that MultiGo writes into the root.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! No other program knows them, and the number in `MULTIGOGM` is not the number of a game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]GM[1]MULTIGOGM[1])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the properties are kept.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties".
//!
//! ## SGFC equivalent
//!
//! None.

use super::{Find, Found, Habit, View, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q512",
    "multigo-marker",
    Severity::Hint,
    None,
    page!("multigo_marker.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "multigo-marker",
    program: "MultiGo",
    evidence: "`MULTIGOGM` or `MULTIGOBM` in the root",
    meaning: "settings of the program; the game is Go whatever they say",
    repair: "",
    rule: &RULE,
    suspect: never,
    marks: &["MULTIGOGM", "MULTIGOBM"],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    let marks = ["MULTIGOGM", "MULTIGOBM"];
    let mark = marks.into_iter().find(|mark| root.has(mark))?;
    Some(root.found(mark, format!("`{mark}` in the root")))
}
