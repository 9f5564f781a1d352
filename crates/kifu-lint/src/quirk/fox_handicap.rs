//! ## What it does
//!
//! Checks for games of Fox Weiqi whose handicap stones are missing.
//!
//! See `docs/quirks.md` for the evidence.
//!
//! ## Why is this bad
//!
//! The replayed game lacks the stones of Black.
//!
//! ## Example
//!
//! ```text
//! (;FF[4]HA[2]AP[foxwq];W[dd])
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]HA[2]AB[dp][pd]AP[foxwq:];W[dd])
//! ```
//!
//! ## Fix safety
//!
//! Safe if the stones have one arrangement and no early move is on their points. Games of six or seven stones before
//! 2018 have no fix.
//!
//! ## References
//!
//! FF[4], `HA`: it places nothing, the stones stand in `AB` of the same node.
//!
//! ## SGFC equivalent
//!
//! None.

use kifu_sgf::GameTree;
use kifu_sgf::value::{self, Size, handicap};

use super::{Find, Found, Habit, Step, View, application, is_by};
use crate::{Rule, Severity};

const RULE: Rule = Rule::new(
    "Q502",
    "fox-handicap",
    Severity::Warning,
    None,
    page!("fox_handicap.rs"),
);

pub(super) const HABIT: Habit = Habit {
    name: "fox-handicap",
    program: "Fox Weiqi (foxwq)",
    evidence: "an `AP` that is `foxwq`, a handicap of 2 to 9 on a board of 19 lines, no stone set up \
               in the root or right after it, a white move first, and none of the first ten moves on \
               a handicap point. With six or seven stones in a game from before 2018, or of no year, \
               the side stones may lie above and below, and the habit is only reported",
    meaning: "the stones lie on the star points in the order of the servers of Asia (the third lower \
              right), and were not written",
    repair: "add the stones",
    rule: &RULE,
    suspect: |root| root.get("HA").is_some() && is_by(root, "foxwq"),
    marks: &[],
    behind: &[],
    find: Find::InGame(find),
};

/// The star points of two to nine stones.
fn stones(count: u16) -> Option<Vec<&'static str>> {
    let corners = ["pd", "dp", "pp", "dd"];
    let mut stones = corners[..usize::from(count.min(4))].to_vec();
    match count {
        2..=4 => {}
        5 => stones.push("jj"),
        6 => stones.extend(["dj", "pj"]),
        7 => stones.extend(["dj", "pj", "jj"]),
        8 => stones.extend(["dj", "pj", "jd", "jp"]),
        9 => stones.extend(["dj", "pj", "jd", "jp", "jj"]),
        _ => return None,
    }
    stones.sort_unstable();
    Some(stones)
}

fn find(game: GameTree<'_>) -> Option<Found> {
    let root = game.root();
    application(&View::of(root), "foxwq")?;
    let count = handicap::parse(root.value("HA")?.trim()).ok()?;
    let stones = stones(count)?;
    let size = root
        .value("SZ")
        .map_or(Ok(Size::GO), value::size::parse)
        .ok()?;
    let is_set = |node: &kifu_sgf::Node<'_>| ["AB", "AW", "AE"].iter().any(|id| node.has(id));
    if size != Size::GO || game.main_line().take(2).any(|node| is_set(&node)) {
        return None;
    }
    let first = game.main_line().find_map(|node| node.play())?;
    // Where Black moves first, the stones may be the first moves.
    if first.0 != "W" || root.play().is_some() {
        return None;
    }
    let year = root
        .value("DT")
        .and_then(|date| date.trim().get(..4)?.parse::<u16>().ok());
    if are_played_on(game, &stones) {
        return None;
    }
    let found = Found::at(root, "HA", format!("{count} handicap stones are missing"));
    if matches!(count, 6 | 7) && year.is_none_or(|year| year < 2018) {
        return Some(found);
    }
    Some(found.step(Step::Set {
        node: root.id(),
        identifier: "AB",
        values: stones.into_iter().map(str::to_owned).collect(),
    }))
}

/// Whether the first moves play on the very points, so that no stone can have been there.
fn are_played_on(game: GameTree<'_>, stones: &[&str]) -> bool {
    let early = game.main_line().filter_map(|node| node.play()).take(10);
    early.into_iter().any(|(_, point)| stones.contains(&point))
}
