//! ## What it does
//!
//! Checks for the counting of KGS at the end of a game.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! It is legal, but other programs read `TB`, `TW` and `RE` instead.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]KGSDE[aa]KGSSB[81.0])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4];B[dd]TB[aa])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the properties are kept.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties", `TB`, `TW`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::GameTree;

use super::{Find, Found, Habit, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q510",
    "kgs-score",
    Severity::Hint,
    None,
    page!("kgs_score.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "kgs-score",
    program: "KGS (CGoban 3)",
    evidence: "`KGSDE`, `KGSSB` or `KGSSW` in the last node of the main line",
    meaning: "`KGSDE` lists the stones that both players called dead, `KGSSB` and `KGSSW` are the \
              scores of Black and of White, komi included",
    repair: "",
    rule: &RULE,
    suspect: never,
    marks: &["KGSDE", "KGSSB", "KGSSW"],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let last = game.main_line().last()?;
    let marks = ["KGSSB", "KGSSW", "KGSDE"];
    let mark = marks.into_iter().find(|mark| last.has(mark))?;
    Some(Found::at(last, mark, format!("`{mark}` in the last node")))
}
