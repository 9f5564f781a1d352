//! Handicap stones that `HA` counts and `AB` lacks.

use kifu_board::Point;
use kifu_go::handicap_points;
use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;

use crate::points::Points;

/// The usual points of the handicap of a game without its stones; `None` if the stones may be elsewhere: the root has
/// setup or a move, Black moves first, or a move is on such a point.
pub(super) fn missing(game: GameTree<'_>) -> Option<Vec<String>> {
    let root = game.root();
    let is_setup = ["AB", "AW", "AE", "B", "W"]
        .iter()
        .any(|identifier| root.has(identifier));
    if game.kind() != Some(Game::Go) || is_setup {
        return None;
    }
    let handicap = game.info().handicap()?;
    let stones = u32::from(*handicap.value()?);
    let notation = Points::of(game)?;
    let points: Vec<Point> = handicap_points(notation.size()?, stones).collect();
    let is_on_them = |raw: &str| {
        let point = notation.point(raw);
        point.is_some_and(|point| points.contains(&point))
    };
    let is_elsewhere = game.nodes().any(|node| {
        let is_on_them = |color: &str| node.value(color).is_some_and(is_on_them);
        is_on_them("B") || is_on_them("W")
    });
    let first = game.main_line().find_map(|node| {
        let is = |color: &str| node.has(color);
        (is("B") || is("W")).then(|| is("B"))
    });
    let is_missing = !points.is_empty() && !is_elsewhere && first != Some(true);
    is_missing.then(|| points.iter().map(ToString::to_string).collect())
}
