use kifu_sgf::GameTree;
use kifu_sgf::value::TimeControl;

use super::{Found, Habit, Step};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "tygem-time",
    program: "Tygem",
    evidence: "a `TM` as `30/3 20m`",
    meaning: "the minutes are the main time, the periods follow: twenty minutes, then three times thirty seconds",
    repair: "write the main time in seconds, and the overtime in `OT`",
    rule: &program::tygem_time::RULE,
    suspect: |root| root.value("TM").is_some_and(|time| time.contains('/')),
    is_in_root: true,
    marks: &[],
    behind: &[],
    find,
};

/// The times that a `TM` of Tygem holds.
pub(crate) fn control(raw: &str) -> Option<TimeControl> {
    let text = raw.trim();
    let is_tygem = text.ends_with('m') && text.contains('/');
    is_tygem.then(|| TimeControl::parse(text).ok()).flatten()
}

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    // Archives of the server have hundreds of thousands of these: one way through the root.
    let (mut time, mut has_overtime) = (None, false);
    for property in root.properties() {
        has_overtime |= property.is("OT");
        if time.is_none() && property.is("TM") {
            time = Some(property);
        }
    }
    let property = time?;
    let raw = property.value();
    let control = control(raw)?;
    let found = Found {
        evidence: format!("time `{raw}` holds the overtime too"),
        place: property.span(),
        steps: Vec::new(),
    };
    match (control.main, control.overtime) {
        (Some(main), Some(overtime)) if !has_overtime => Some(
            found
                .step(Step::set(root.id(), "TM", main.to_string()))
                .step(Step::set(root.id(), "OT", overtime.to_string())),
        ),
        _ => Some(found),
    }
}
