//! ## What it does
//!
//! Checks for games of Little Golem, whose moves are `b` and `r`.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! The identifiers are lower-case and `GM` is missing: read as Go the moves of Black are stones of Go, and those of
//! Red are lost.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]SZ[24];b[dd];r[th];r[resign])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[21]SZ[24];W[d4];B[h20];B[resign])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix: the record does not name its game.
//!
//! ## References
//!
//! FF[4], `GM` and "Property identifiers".
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::GameTree;
use kifu_sgf::games::little_golem;

use super::{Find, Found, Habit, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q516",
    "little-golem",
    Severity::Warning,
    None,
    page!("little_golem.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "little-golem",
    program: "Little Golem",
    evidence: "no `GM`, and moves of `r` in lower case",
    meaning: "`b` and `r` are the moves of the two players of TwixT, Hex, or another game of the server, \
              on points that are written as in Go. The file names neither the game nor the player who is \
              Black",
    repair: "",
    rule: &RULE,
    suspect: never,
    marks: &["r"],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    if game.root().has("GM") {
        return None;
    }
    let property = game
        .main_line()
        .flat_map(|node| node.properties())
        .find(|property| {
            let written = property.written_identifier();
            written == "r" && little_golem::is_move_identifier(written)
        })?;
    Some(Found {
        evidence: "`b` and `r` for moves, and no `GM`".to_owned(),
        place: property.span(),
        steps: Vec::new(),
    })
}
