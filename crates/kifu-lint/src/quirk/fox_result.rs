use kifu_sgf::value::{GameResult, Real};

use super::{Find, Found, Habit, Step, View, application, counts_quarters, is_by, is_chinese};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "fox-result",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, Chinese rules, and a margin that ends in a quarter: `W+12.75`",
    meaning: "stones, of which each is two points. Other margins may be either",
    repair: "write the margin in points",
    rule: &program::fox_result::RULE,
    suspect: |root| root.get("RE").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InRoot(find),
};

fn find(root: &View<'_, '_>) -> Option<Found> {
    application(root, "foxwq")?;
    let raw = root.value("RE")?;
    let GameResult::Win {
        winner,
        margin: Some(margin),
        reason: None,
    } = GameResult::parse(raw).ok()?
    else {
        return None;
    };
    if !is_chinese(root) || !counts_quarters(margin) {
        return None;
    }
    let points = GameResult::win_by(winner, Real::new(margin.get() * 2.0)?).to_string();
    let evidence = format!("result `{raw}` counts stones");
    Some(
        root.found("RE", evidence)
            .step(Step::set(root.id(), "RE", points)),
    )
}
