use kifu_sgf::GameTree;

use super::{Found, Habit, never};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "multigo-marker",
    program: "MultiGo",
    evidence: "`MULTIGOGM` or `MULTIGOBM` in the root",
    meaning: "settings of the program; the game is Go whatever they say",
    repair: "",
    rule: &program::multigo_marker::RULE,
    suspect: never,
    is_in_root: true,
    marks: &["MULTIGOGM", "MULTIGOBM"],
    behind: &[],
    find,
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    let marks = ["MULTIGOGM", "MULTIGOBM"];
    let mark = marks.into_iter().find(|mark| root.has(mark))?;
    Some(Found::at(root, mark, format!("`{mark}` in the root")))
}
