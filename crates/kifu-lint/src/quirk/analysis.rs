//! ## What it does
//!
//! Checks for the judgment of an engine in properties of a program.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! It is legal, but no other program reads it, and it can be longer than the game.
//!
//! ## Example
//!
//! ```text
//! (;FF[4];B[dd]SBKV[52.1])
//! ```
//!
//! ## Use instead
//!
//! A comment, or `V`, if other programs are to see it.
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

use kifu_sgf::GameTree;

use super::{Find, Found, Habit, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q501",
    "analysis",
    Severity::Hint,
    None,
    page!("analysis.rs"),
)
.strict();

/// Identifiers of analysis, and the programs that write them.
const KNOWN: [(&str, &str); 9] = [
    ("KT", "KaTrain"),
    ("KTSID", "KaTrain"),
    ("KTV", "KaTrain"),
    ("LZ", "Lizzie"),
    ("LZ2", "Lizzie"),
    ("LZOP", "Lizzie"),
    ("LZOP2", "Lizzie"),
    ("QKGV", "q5Go"),
    ("SBKV", "Sabaki"),
];

pub(super) const HABIT: Habit = Habit {
    name: "analysis",
    program: "KaTrain, Lizzie, q5Go, Sabaki",
    evidence: "properties `KT`, `KTSID`, `KTV`, `LZ`, `LZ2`, `LZOP`, `LZOP2`, `QKGV`, `SBKV`",
    meaning: "the judgment of an engine on the position, in the program's own form",
    repair: "",
    rule: &RULE,
    suspect: never,
    marks: &[
        "KT", "KTSID", "KTV", "LZ", "LZ2", "LZOP", "LZOP2", "QKGV", "SBKV",
    ],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    for node in game.nodes() {
        for property in node.properties() {
            let written = property.written_identifier();
            let known = KNOWN.iter().find(|(identifier, _)| *identifier == written);
            if let Some((identifier, program)) = known {
                let evidence = format!("`{identifier}`, which {program} writes");
                return Some(Found::at(node, identifier, evidence));
            }
        }
    }
    None
}
