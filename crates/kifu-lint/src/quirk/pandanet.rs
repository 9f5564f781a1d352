use super::{Find, Found, Habit, View};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "pandanet",
    program: "clients of Pandanet (IGS)",
    evidence: "`CoPyright`, or a place or source that names IGS or Pandanet",
    meaning: "a record of the server; its long identifiers are those of FF[3], its times are seconds",
    repair: "",
    rule: &program::pandanet::RULE,
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
