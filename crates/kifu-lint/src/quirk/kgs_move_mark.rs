//! ## What it does
//!
//! Checks for a mark on each stone that was just played, as KGS wrote it.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Programs mark the last move themselves. Marks in the record cover that mark and the marks of a commentator.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]AP[CGoban:2];B[dd]CR[dd];W[pp]CR[pp];B[dp]CR[dp];W[pd]CR[pd];B[cf]CR[cf]
//! ;W[qn]CR[qn];B[fq]CR[fq];W[nc]CR[nc];B[jp]CR[jp];W[jd]CR[jd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[CGoban:2];B[dd];W[pp];B[dp];W[pd];B[cf]
//! ;W[qn];B[fq];W[nc];B[jp];W[jd])
//! ```
//!
//! ## Fix safety
//!
//! Unsafe: the marks are removed.
//!
//! ## References
//!
//! FF[4], "Markup properties".
//!
//! ## SGFC equivalent
//!
//! The option `-m`.

use kifu_sgf::{GameTree, Node};

use super::{Find, Found, Habit, Step, never};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q517",
    "kgs-move-mark",
    Severity::Hint,
    None,
    page!("kgs_move_mark.rs"),
);

/// Identifiers of such a mark.
const MARKS: &[&str] = &["CR", "MA", "SL", "SQ", "TR"];

/// Minimum number of moves in a game for its marks to count as automatic.
const LEAST: usize = 10;

pub(super) const HABIT: Habit = Habit {
    name: "kgs-move-mark",
    program: "KGS (CGoban 2)",
    evidence: "ten moves or more, and on the stone of each of them the same mark: `CR`, `MA`, `SL`, \
               `SQ` or `TR` with this point alone",
    meaning: "the mark shows which stone was played last, as all programs do by themselves",
    repair: "leave the marks out",
    rule: &RULE,
    suspect: never,
    marks: MARKS,
    behind: &[],
    find: Find::InGame(find),
};

/// The identifier of the mark on the stone that was played in the node.
fn own_mark(node: Node<'_>, point: &str) -> Option<&'static str> {
    node.properties()
        .filter(|property| property.len() == 1 && property.value() == point)
        .find_map(|property| MARKS.iter().find(|mark| property.is(mark)).copied())
}

fn find(game: GameTree<'_>) -> Option<Found> {
    let mut first: Option<(Node<'_>, &'static str)> = None;
    let mut steps = Vec::new();
    for node in game.nodes() {
        let Some((_, point)) = node.play() else {
            continue;
        };
        // A pass has no stone.
        if point.is_empty() || point == "tt" {
            continue;
        }
        let identifier = own_mark(node, point)?;
        if first.is_some_and(|(_, other)| other != identifier) {
            return None;
        }
        first.get_or_insert((node, identifier));
        steps.push(Step::Remove {
            node: node.id(),
            identifier,
        });
    }
    let (node, identifier) = first.filter(|_| steps.len() >= LEAST)?;
    let evidence = format!(
        "`{identifier}` on the stone of each of {} moves",
        steps.len()
    );
    Some(Found {
        steps,
        ..Found::at(node, identifier, evidence)
    })
}
