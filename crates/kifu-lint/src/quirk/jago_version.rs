//! ## What it does
//!
//! Checks for games of Jago that call themselves FF[1] and are FF[4].
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! In FF[1], `AP` and other properties are not defined, and lower-case letters in identifiers are ignored.
//!
//! ## Example
//!
//! ```text
//! (;FF[1]AP[Jago:Version 4.53];B[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]AP[Jago:Version 4.53];B[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the game has nothing that FF[4] has dropped. There is no fix otherwise.
//!
//! ## References
//!
//! FF[4], `FF` and `AP`.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::GameTree;

use super::{Find, Found, Habit, Step, View, application, is_by};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q509",
    "jago-version",
    Severity::Warning,
    None,
    page!("jago_version.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "jago-version",
    program: "Jago",
    evidence: "an `AP` of Jago, `FF[1]`, and no property that FF[4] has dropped",
    meaning: "FF[4], of which `AP` is a part that FF[1] does not know",
    repair: "write `FF[4]`",
    rule: &RULE,
    suspect: |root| root.get("FF").is_some() && is_by(root, "Jago"),
    marks: &[],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    application(&View::of(root), "Jago")?;
    if root.value("FF")?.trim() != "1" {
        return None;
    }
    let found = Found::at(root, "FF", "`FF[1]` beside an `AP` of Jago");
    let is_old = game
        .nodes()
        .flat_map(|node| node.properties())
        .any(|property| {
            let identifier = property.identifier();
            property.written_identifier() != identifier
                || kifu_sgf::schema::lookup(game.kind(), &identifier)
                    .is_some_and(kifu_sgf::schema::PropertyDef::is_obsolete)
        });
    if is_old {
        return Some(found);
    }
    Some(found.step(Step::set(root.id(), "FF", "4")))
}
