//! The moves of a game as numbers.

use kifu_games::go::Start;
use kifu_sgf::GameTree;
use kifu_sgf::value::{Move, r#move};

/// Returns the moves of the main line: color (1 Black, 2 White), column, row; -1, -1 for a pass. Values that are not
/// moves on the board are skipped.
#[must_use]
pub fn moves(tree: GameTree<'_>) -> Vec<[i16; 3]> {
    let size = Start::size_of(tree);
    let read = |node: kifu_sgf::Node<'_>| {
        let (color, raw) = node.play()?;
        let color = if color == "B" { 1 } else { 2 };
        Some(match r#move::parse_lenient(raw, size).ok()?.value {
            Move::Pass => [color, -1, -1],
            Move::Play(point) => {
                let coordinate = |number| i16::try_from(number).ok();
                [color, coordinate(point.x)?, coordinate(point.y)?]
            }
        })
    };
    tree.main_line().filter_map(read).collect()
}
