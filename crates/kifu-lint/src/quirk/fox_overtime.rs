use kifu_sgf::value::number;

use super::{Find, Found, Habit, Step, View, application, is_by};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "fox-overtime",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, numbers in `TC` and `TT`, and no `OT`",
    meaning: "`TC` periods of overtime of `TT` seconds each. In the standard of old `TC` counts \
              territory",
    repair: "add `OT` in the words of servers, and leave `TC` and `TT`",
    rule: &program::fox_overtime::RULE,
    suspect: |root| root.get("TC").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "foxwq")?;
    let count = |identifier| {
        let number = number::parse(root.value(identifier)?.trim()).ok()?;
        (number > 0).then_some(number)
    };
    let (periods, seconds) = (count("TC")?, count("TT")?);
    if root.has("OT") {
        return None;
    }
    let overtime = format!("{periods}x{seconds} byo-yomi");
    let evidence = format!("`TC[{periods}]` and `TT[{seconds}]` are the overtime");
    Some(
        root.found("TC", evidence)
            .step(Step::set(root.id(), "OT", overtime)),
    )
}
