use kifu_sgf::GameTree;
use kifu_sgf::value::{Size, handicap, point_list};

use super::{Found, Habit, application, is_by};

use crate::rules::program;

pub(super) const HABIT: Habit = Habit {
    name: "gogui-handicap",
    program: "GoGui",
    evidence: "an `AP` of GoGui, and a handicap that is not the number of stones in the `AB` of the \
               root, with no white stone set up",
    meaning: "stones were set up by hand after the handicap was chosen, or the other way round; which \
              of the two holds cannot be known",
    repair: "",
    rule: &program::gogui_handicap::RULE,
    suspect: |root| root.get("HA").is_some() && is_by(root, "GoGui"),
    is_in_root: true,
    marks: &[],
    behind: &[],
    find,
};

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    application(root, "GoGui")?;
    let handicap = handicap::parse(root.value("HA")?.trim()).ok()?;
    let size = root.value("SZ").map_or(Ok(Size::GO), Size::parse).ok()?;
    if root.has("AW") || root.has("AE") {
        return None;
    }
    let mut stones = 0_usize;
    let set = root.get("AB").into_iter();
    for value in set.flat_map(|property| property.values()) {
        let items = point_list::parse_lenient(value, size).ok()?.value;
        stones += point_list::expand(items).count();
    }
    let evidence = format!("handicap `{handicap}`, {stones} black stones");
    (stones != usize::from(handicap) && handicap > 1).then(|| Found::at(root, "HA", evidence))
}
