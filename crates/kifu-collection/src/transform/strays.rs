//! Values that a turn of the board would make points.

use kifu_sgf::GameTree;
use kifu_sgf::schema;

use super::board::Board;
use super::fit::Refusal;
use super::points;

/// Checks that no value is a point of the turned board only: it would stay as it is, and a later turn would move it.
pub(super) fn check(tree: GameTree<'_>, board: Board) -> Result<(), Refusal> {
    let turned = board.turned();
    if turned.size == board.size {
        return Ok(());
    }
    for property in tree.nodes().flat_map(|node| node.properties()) {
        let identifier = property.identifier();
        let definition = schema::lookup(board.game, &identifier);
        let Some(definition) = definition.filter(|it| points::has_points(it)) else {
            continue;
        };
        let is_stray = |raw: &&str| {
            points::turned(board, definition, raw).is_none()
                && points::turned(turned, definition, raw).is_some()
        };
        if let Some(raw) = property.values().find(is_stray) {
            return Err(Refusal::OffBoard {
                value: format!("{identifier}[{raw}]"),
                size: board.size,
            });
        }
    }
    Ok(())
}
