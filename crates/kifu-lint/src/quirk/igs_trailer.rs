use kifu_sgf::GameTree;

use super::{Find, Found, Habit, never};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "igs-trailer",
    program: "clients of IGS",
    evidence: "`OS` with names as values in the last node, or `OS[..]` or `Comment[..]` right behind \
               the game",
    meaning: "who watched the game; what was said last",
    repair: "",
    rule: &program::igs_trailer::RULE,
    suspect: never,
    marks: &["OS"],
    behind: &["OS[", "Comment["],
    find: Find::InGame(find),
};

fn find(game: GameTree<'_>) -> Option<Found> {
    if let Some(span) = game.span() {
        let behind = game.collection().text()[span.end..].trim_start();
        for trailer in ["OS[", "Comment["] {
            if behind.starts_with(trailer) {
                return Some(Found {
                    evidence: format!("`{trailer}..]` behind the game"),
                    place: None,
                    steps: Vec::new(),
                });
            }
        }
    }
    let last = game.main_line().last()?;
    let observers = last.get("OS")?;
    let evidence = format!("{} names in `OS`", observers.len());
    Some(Found::at(last, "OS", evidence))
}
