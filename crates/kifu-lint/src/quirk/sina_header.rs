use kifu_sgf::GameTree;

use super::{Found, Habit, Step};

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
    is_in_root: true,
    marks: &[],
    behind: &[],
    find,
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    // Others write `GK` and `LT` beside names of the standard.
    let proofs = NAMES.iter().filter(|(own, _)| *own != "LT");
    let count = proofs.filter(|(own, _)| root.has(own)).count();
    let sure = ["RD", "GK"].into_iter().find(|own| root.has(own))?;
    if count < 2 || root.play().is_some() {
        return None;
    }
    let mut found = Found::at(root, sure, format!("`{sure}` in a header of its own names"));
    for (from, to) in NAMES {
        let single = root
            .properties()
            .filter(|property| property.is(from))
            .count()
            == 1;
        if single && !root.has(to) {
            found = found.step(Step::Rename {
                node: root.id(),
                from,
                to,
            });
        }
    }
    Some(found)
}
