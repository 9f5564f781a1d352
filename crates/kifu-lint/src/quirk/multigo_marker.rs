use super::{Find, Found, Habit, View, never};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "multigo-marker",
    program: "MultiGo",
    evidence: "`MULTIGOGM` or `MULTIGOBM` in the root",
    meaning: "settings of the program; the game is Go whatever they say",
    repair: "",
    rule: &program::multigo_marker::RULE,
    suspect: never,
    marks: &["MULTIGOGM", "MULTIGOBM"],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    let marks = ["MULTIGOGM", "MULTIGOBM"];
    let mark = marks.into_iter().find(|mark| root.has(mark))?;
    Some(root.found(mark, format!("`{mark}` in the root")))
}
