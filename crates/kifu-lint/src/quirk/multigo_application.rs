use kifu_sgf::GameTree;

use super::{Found, Habit, Step, application};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "multigo-application",
    program: "MultiGo, Fox Weiqi, and others",
    evidence: "a single `AP` with a name and without the colon and version behind it: `AP[MultiGo]`",
    meaning: "the name of the program, of a version that is not known",
    repair: "add the colon",
    rule: &program::multigo_application::RULE,
    suspect: |root| root.value("AP").is_some_and(|name| !name.is_empty()),
    is_in_root: true,
    marks: &[],
    behind: &[],
    find,
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    let name = application(root, "")?;
    let count = root
        .properties()
        .filter(|property| property.is("AP"))
        .count();
    if count != 1 || name.is_empty() || kifu_syntax::text::split_compose(name).is_some() {
        return None;
    }
    let evidence = format!("`AP[{name}]` without a version");
    let whole = format!("{name}:");
    Some(Found::at(root, "AP", evidence).step(Step::set(root.id(), "AP", whole)))
}
