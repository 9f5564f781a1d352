//! ## What it does
//!
//! Checks for records of Pandanet (IGS).
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Nothing is wrong: the rule names the conventions of identifiers and times in the record.
//!
//! ## Example
//!
//! ```text
//! (;FF[3]PC[IGS-PandaNet]CoPyright[x])
//! ```
//!
//! ## Use instead
//!
//! Nothing: such records are read as they are.
//!
//! ## Fix safety
//!
//! There is no fix: `kifu convert --to ff4` writes short identifiers.
//!
//! ## References
//!
//! FF[3], identifiers with lower-case letters.
//!
//! ## SGFC equivalent
//!
//! None.

use super::{Find, Found, Habit, View};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q513",
    "pandanet",
    Severity::Hint,
    None,
    page!("pandanet.rs"),
)
.strict();

pub(super) const HABIT: Habit = Habit {
    name: "pandanet",
    program: "clients of Pandanet (IGS)",
    evidence: "`CoPyright`, or a place or source that names IGS or Pandanet",
    meaning: "a record of the server; its long identifiers are those of FF[3], its times are seconds",
    repair: "",
    rule: &RULE,
    suspect: |root| ["PC", "SO", "CP"].iter().any(|id| root.get(id).is_some()),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    if let Some(property) = root
        .entries()
        .find(|property| property.written == "CoPyright")
    {
        return Some(Found {
            evidence: "`CoPyright` in the root".to_owned(),
            place: property.span,
            steps: Vec::new(),
        });
    }
    ["PC", "SO"].into_iter().find_map(|identifier| {
        let value = root.value(identifier)?.trim();
        let words = ["IGS", "Pandanet", "PandaNet"];
        let names = words.iter().any(|word| value.starts_with(word));
        names.then(|| root.found(identifier, format!("`{identifier}` names the server")))
    })
}
