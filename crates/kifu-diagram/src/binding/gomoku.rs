//! Gomoku and Renju, by practice: points as in Go, stones that stay.

use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use super::grid::Grid;
use super::note::Note;
use super::on_grid::{Move, OnGrid, Outcome, Pieces};
use super::reader::go_move;
use super::rules;
use crate::scene::{Axis, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Gomoku;

impl Gomoku {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> OnGrid<Self> {
        let grid = Grid::new(rules::size(tree, Game::Gomoku, notes));
        OnGrid::new(Self, grid, tree, Side::Black)
    }
}

impl Pieces for Gomoku {
    fn board(&self, size: Size) -> Scene {
        let Size { columns, rows } = size;
        let mut scene = Scene::go(columns, rows);
        scene.coordinates = Coordinates {
            columns: Axis::AllLetters,
            ..Coordinates::western()
        };
        if (columns, rows) == (15, 15) {
            let stars = [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)];
            scene.stars = stars.map(Point::from).to_vec();
        }
        scene
    }

    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome {
        let place = go_move(mv.raw, grid.size)?;
        if let Some(point) = place {
            if grid.get(point).is_some() {
                notes.push(mv.against("a stone stands where the move is made"));
            }
            grid.set(point, Some(Piece::Stone(mv.side)));
        }
        Ok(place.into())
    }
}
