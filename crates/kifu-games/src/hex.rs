//! Hex: stones that stay, and the two kinds of swap.

use kifu_board::{Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::games::hex;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Made, Outcome, Pieces};
use crate::{Notation, Note, Notes, Piece, Play, position};

#[derive(Debug)]
pub(crate) struct Hex;

impl Hex {
    /// Changes the color of all stones and mirrors them on the long diagonal.
    fn swap_pieces(grid: &mut Grid) {
        let stones: Vec<_> = grid.iter().collect();
        for &(point, _) in &stones {
            grid.set(point, None);
        }
        for (point, piece) in stones {
            let stone = piece.color().map(|color| Piece::Stone(color.opponent()));
            grid.set(Point::new(point.y, point.x), stone);
        }
    }
}

impl Pieces for Hex {
    const GAME: Game = Game::Hex;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let grid = Grid::new(position::size(tree, Game::Hex, notes));
        (Self, grid)
    }

    fn notation(&self, size: Size) -> Notation {
        Notation::Labeled(size)
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        let mut made = Made::default();
        match hex::Move::parse_lenient(play.value, grid.size)?.value {
            hex::Move::Place(point) => {
                if grid.get(point).is_some() {
                    notes.rule(play.value, "a stone stands where the move is made");
                }
                grid.set(point, Some(Piece::Stone(play.color)));
                made.place = Some(point);
            }
            hex::Move::SwapPieces => {
                Self::swap_pieces(grid);
                made.swaps = true;
            }
            // The players change sides, the stones do not: who swapped was to move with the
            // other color, which now is the opponent's.
            hex::Move::SwapSides => made.keeps_turn = true,
            hex::Move::Pass | hex::Move::Resign | hex::Move::Forfeit => {}
        }
        Ok(made)
    }
}
