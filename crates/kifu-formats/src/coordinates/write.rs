use std::fmt::Write as _;

use kifu_sgf::GameTree;

use super::DEFINITION;
use crate::loss::Losses;
use crate::{Refusal, go, west};

/// Writes the main line, one move on each line, with number and color.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut list = String::new();
    for &game in games {
        let size = go::square_western_size(game, DEFINITION.title)?;
        // Writing to a string does not fail. The size is written, as rows are counted from the bottom.
        let _ = writeln!(list, "size {}", size.columns());
        let mut number = 0;
        for node in game.main_line() {
            for (color, point) in go::moves(node, size, losses) {
                number += 1;
                let name = point.map_or(Some("pass".to_owned()), |point| west::name(point, size));
                let _ = writeln!(
                    list,
                    "{number}. {} {}",
                    color.letter(),
                    name.unwrap_or_default()
                );
            }
        }
    }
    Ok(list.into_bytes())
}
