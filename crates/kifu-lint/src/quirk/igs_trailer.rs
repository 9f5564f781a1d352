//! ## What it does
//!
//! Checks for what clients of IGS write at the end of a game.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Other programs lose the names of observers in `OS` and text after the game.
//!
//! ## Example
//!
//! ```text
//! (;FF[3];B[dd];OS[ann][bob])
//! ```
//!
//! ## Use instead
//!
//! A comment of the last node.
//!
//! ## Fix safety
//!
//! There is no fix: the text is kept.
//!
//! ## References
//!
//! FF[4], "Private and unknown properties".
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::GameTree;

use super::{Find, Found, Habit, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q508",
    "igs-trailer",
    Severity::Hint,
    None,
    page!("igs_trailer.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "igs-trailer",
    program: "clients of IGS",
    evidence: "`OS` with names as values in the last node, or `OS[..]` or `Comment[..]` right after \
               the game",
    meaning: "who watched the game; what was said last",
    repair: "",
    rule: &RULE,
    suspect: never,
    marks: &["OS"],
    behind: &["OS[", "Comment["],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    if let Some(span) = game.span() {
        let behind = game.collection().text()[span.end..].trim_start();
        for trailer in ["OS[", "Comment["] {
            if behind.starts_with(trailer) {
                return Some(Found {
                    evidence: format!("`{trailer}..]` after the game"),
                    place: None,
                    steps: Vec::new(),
                });
            }
        }
    }
    let last = game.main_line().last()?;
    let observers = last.get("OS")?;
    let evidence = format!("{} names in `OS`", observers.len());
    Some(Found::at(last, "OS", evidence))
}
