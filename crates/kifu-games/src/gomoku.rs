//! Gomoku and Renju, as programs write them: points as in Go; stones stay.

use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Outcome, Pieces};
use crate::notation::go_move;
use crate::{Note, Notes, Piece, Play, position};

#[derive(Debug)]
pub(crate) struct Gomoku;

impl Pieces for Gomoku {
    const GAME: Game = Game::Gomoku;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let grid = Grid::new(position::size(tree, Game::Gomoku, notes));
        (Self, grid)
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        let place = go_move(play.value, grid.size)?;
        if let Some(point) = place {
            if grid.get(point).is_some() {
                notes.rule(play.value, "a stone stands where the move is made");
            }
            grid.set(point, Some(Piece::Stone(play.color)));
        }
        Ok(place.into())
    }
}
