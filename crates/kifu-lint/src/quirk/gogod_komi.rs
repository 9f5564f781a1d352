use kifu_sgf::GameTree;
use kifu_sgf::value::{Real, Rules, komi};

use super::{Found, Habit, Step, counts_quarters};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "gogod-komi",
    program: "GoGoD, and others who copy Chinese records",
    evidence: "a komi that ends in a quarter (`2.75`, `3.75`). With Chinese rules, or with none named, \
               it is mended; with others it is only named",
    meaning: "stones, as komi is counted in China; each is two points",
    repair: "write the komi in points",
    rule: &program::gogod_komi::RULE,
    suspect: |root| {
        root.value("KM")
            .is_some_and(|komi| komi.contains("25") || komi.contains("75"))
    },
    is_in_root: true,
    marks: &[],
    behind: &[],
    find,
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    let raw = root.value("KM")?;
    let stones = komi::parse(raw.trim()).ok()?;
    if !counts_quarters(stones) {
        return None;
    }
    let found = Found::at(root, "KM", format!("komi `{raw}` counts stones"));
    let rules = root.value("RU").filter(|raw| !raw.trim().is_empty());
    let is_chinese = rules.is_none_or(|raw| {
        Rules::parse_lenient(raw).is_ok_and(|rules| rules.value == Rules::Chinese)
    });
    match Real::new(stones.get() * 2.0) {
        Some(points) if is_chinese => {
            Some(found.step(Step::set(root.id(), "KM", points.to_string())))
        }
        _ => Some(found),
    }
}
