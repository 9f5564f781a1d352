use kifu_sgf::value::TimeControl;

use super::{Find, Found, Habit, Step, View};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "tygem-time",
    program: "Tygem",
    evidence: "a `TM` as `30/3 20m`",
    meaning: "the minutes are the main time, the periods follow: twenty minutes, then three times thirty seconds",
    repair: "write the main time in seconds, and the overtime in `OT`",
    rule: &program::tygem_time::RULE,
    suspect: |root| root.value("TM").is_some_and(|time| time.contains('/')),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

/// The times that a `TM` of Tygem holds.
pub(crate) fn control(raw: &str) -> Option<TimeControl> {
    let text = raw.trim();
    let is_tygem = text.ends_with('m') && text.contains('/');
    is_tygem.then(|| TimeControl::parse(text).ok()).flatten()
}

fn find(root: &View<'_, '_>) -> Option<Found> {
    let raw = root.value("TM")?;
    let control = control(raw)?;
    let found = root.found("TM", format!("time `{raw}` holds the overtime too"));
    match (control.main, control.overtime) {
        (Some(main), Some(overtime)) if !root.has("OT") => Some(
            found
                .step(Step::set(root.id(), "TM", main.to_string()))
                .step(Step::set(root.id(), "OT", overtime.to_string())),
        ),
        _ => Some(found),
    }
}
