use super::{Find, Found, Habit, Step, View, application};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "multigo-application",
    program: "MultiGo, Fox Weiqi, and others",
    evidence: "a single `AP` with a name and without the colon and version behind it: `AP[MultiGo]`",
    meaning: "the name of the program, of a version that is not known",
    repair: "add the colon",
    rule: &program::multigo_application::RULE,
    suspect: |root| root.value("AP").is_some_and(|name| !name.is_empty()),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    let name = application(root, "")?;
    if root.count("AP") != 1 || name.is_empty() || kifu_syntax::text::split_compose(name).is_some()
    {
        return None;
    }
    let evidence = format!("`AP[{name}]` without a version");
    let whole = format!("{name}:");
    Some(
        root.found("AP", evidence)
            .step(Step::set(root.id(), "AP", whole)),
    )
}
