use super::{Find, Found, Habit, Step, View};

/// What stands there, and what it stands for.
const NAMES: [(&str, &str); 6] = [
    ("TE", "EV"),
    ("RD", "DT"),
    ("KO", "KM"),
    ("GK", "GM"),
    ("LT", "OT"),
    ("HD", "HA"),
];

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "sina-header",
    program: "Sina Go and Nihon Ki-in",
    evidence: "`RD` or `GK` in the root, together with another of `TE`, `RD`, `KO`, `GK`, `HD`; `LT` proves nothing",
    meaning: "other names for `EV`, `DT`, `KM`, `GM`, `OT` and `HA`",
    repair: "write the names of the standard, where those are not there too",
    rule: &program::sina_header::RULE,
    suspect: |root| root.get("RD").is_some() || root.get("GK").is_some(),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    // Others write `GK` and `LT` beside names of the standard.
    let proofs = NAMES.iter().filter(|(own, _)| *own != "LT");
    let count = proofs.filter(|(own, _)| root.has(own)).count();
    let sure = ["RD", "GK"].into_iter().find(|own| root.has(own))?;
    if count < 2 || root.has("B") || root.has("W") {
        return None;
    }
    let mut found = root.found(sure, format!("`{sure}` in a header of its own names"));
    for (from, to) in NAMES {
        if root.count(from) == 1 && !root.has(to) {
            found = found.step(Step::Rename {
                node: root.id(),
                from,
                to,
            });
        }
    }
    Some(found)
}
