//! ## What it does
//!
//! Checks for a header with the property names of Sina.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! Event, date and komi have names that mean something else (`TE`, `KO`) or nothing (`RD`), and programs that follow
//! the standard remove them.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]TE[Kisei]RD[2003-01-02]KO[5.5];B[pd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]EV[Kisei]DT[2003-01-02]KM[5.5];B[pd])
//! ```
//!
//! ## Fix safety
//!
//! Safe: `RD` or `GK` with another of these names has one reading. A name whose counterpart in the standard is
//! present stays, and so does a value that the standard cannot have, as a `KO` that is not a komi.
//!
//! ## References
//!
//! FF[4], list of properties.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::schema::{self, Game};
use kifu_sgf::value::Size;

use super::{Find, Found, Habit, Step, View};
use crate::context::Context;
use crate::node;
use crate::read::{self, Read};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q514",
    "sina-header",
    Severity::Warning,
    None,
    page!("sina_header.rs"),
);

/// Identifiers of Sina, and the standard ones they replace.
const NAMES: [(&str, &str); 6] = [
    ("TE", "EV"),
    ("RD", "DT"),
    ("KO", "KM"),
    ("GK", "GM"),
    ("LT", "OT"),
    ("HD", "HA"),
];

pub(super) const HABIT: Habit = Habit {
    name: "sina-header",
    program: "Sina Go and Nihon Ki-in",
    evidence: "`RD` or `GK` in the root, together with another of `TE`, `RD`, `KO`, `GK`, `HD`; `LT` proves nothing",
    meaning: "other names for `EV`, `DT`, `KM`, `GM`, `OT` and `HA`",
    repair: "rename to the properties of the standard, unless the root has those too",
    rule: &RULE,
    suspect: |root| root.get("RD").is_some() || root.get("GK").is_some(),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

/// Returns the identifier by which a header is recognized; `has` tests whether the root has an identifier.
fn sign(has: impl Fn(&str) -> bool) -> Option<&'static str> {
    // Others write `GK` and `LT` beside names of the standard.
    let proofs = NAMES.iter().filter(|(own, _)| *own != "LT");
    let count = proofs.filter(|(own, _)| has(own)).count();
    let sure = ["RD", "GK"].into_iter().find(|own| has(own))?;
    (count >= 2 && !has("B") && !has("W")).then_some(sure)
}

/// Whether this rule reports the header `root`, so that no other reports its names.
pub(crate) fn explains(cx: &Context<'_>, root: &node::Node<'_>) -> bool {
    cx.game.game == Some(Game::Go)
        && cx.allows(&RULE)
        && sign(|identifier| root.get(identifier).is_some()).is_some()
}

/// Whether `prop` has one of the names of a header that this rule reports.
pub(crate) fn names(cx: &Context<'_>, node: &node::Node<'_>, prop: &node::Prop) -> bool {
    cx.game.has_sina_header && node.is_root && NAMES.iter().any(|(own, _)| prop.is(own))
}

fn find(root: &View<'_, '_>) -> Option<Found> {
    let sure = sign(|identifier| root.has(identifier))?;
    let mut found = root.found(
        sure,
        format!("`{sure}` among property names of Sina, not of the standard"),
    );
    for (from, to) in NAMES {
        if root.count(from) != 1 || root.has(to) {
            continue;
        }
        let raw = root.value(from).unwrap_or_default();
        let read = schema::lookup(Game::Go, to)
            .map(|definition| read::value(definition, Some(Game::Go), Size::GO, raw));
        let value = match read {
            Some(Read::Fine) => None,
            Some(Read::Amended(amended, repair)) if !repair.loses_information() => Some(amended),
            // It would be an error under the name of the standard.
            _ => continue,
        };
        found = found.step(Step::Rename {
            node: root.id(),
            from,
            to,
            value,
        });
    }
    Some(found)
}
