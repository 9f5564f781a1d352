use kifu_sgf::GameTree;

use super::{Find, Found, Habit, never};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "kgs-score",
    program: "KGS (CGoban 3)",
    evidence: "`KGSDE`, `KGSSB` or `KGSSW` in the last node of the main line",
    meaning: "`KGSDE` lists the stones that both players called dead, `KGSSB` and `KGSSW` are the \
              scores of Black and of White, komi included",
    repair: "",
    rule: &program::kgs_score::RULE,
    suspect: never,
    marks: &["KGSDE", "KGSSB", "KGSSW"],
    behind: &[],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let last = game.main_line().last()?;
    let marks = ["KGSSB", "KGSSW", "KGSDE"];
    let mark = marks.into_iter().find(|mark| last.has(mark))?;
    Some(Found::at(last, mark, format!("`{mark}` in the last node")))
}
