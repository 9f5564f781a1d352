//! Hex: stones that stay, and the two kinds of swap.

use kifu_sgf::GameTree;
use kifu_sgf::games::hex;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use super::grid::Grid;
use super::note::Note;
use super::on_grid::{Made, Move, OnGrid, Outcome, Pieces};
use super::reader::Reader;
use super::rules;
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Hex;

impl Hex {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> OnGrid<Self> {
        let grid = Grid::new(rules::size(tree, Game::Hex, notes));
        OnGrid::new(Self, grid, tree, Side::Black)
    }

    /// Changes the colours of all stones and mirrors them on the long diagonal.
    fn swap_pieces(grid: &mut Grid) {
        let stones: Vec<_> = grid.iter().collect();
        for &(point, _) in &stones {
            grid.set(point, None);
        }
        for (point, piece) in stones {
            let stone = piece.side().map(|side| Piece::Stone(side.other()));
            grid.set(Point::new(point.y, point.x), stone);
        }
    }
}

impl Pieces for Hex {
    fn board(&self, size: Size) -> Scene {
        let Size { columns, rows } = size;
        let mut scene = Scene::new(Board::Hex, columns, rows);
        scene.coordinates = Coordinates::letters_down();
        scene
    }

    fn reader(&self, size: Size) -> Reader {
        Reader::Labelled(size)
    }

    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome {
        let mut made = Made::default();
        match hex::Move::parse_lenient(mv.raw, grid.size)?.value {
            hex::Move::Place(point) => {
                let point = Point::new(point.column, point.row);
                if grid.get(point).is_some() {
                    notes.push(mv.against("a stone stands where the move is made"));
                }
                grid.set(point, Some(Piece::Stone(mv.side)));
                made.place = Some(point);
            }
            hex::Move::SwapPieces => {
                Self::swap_pieces(grid);
                made.swaps = true;
            }
            // The players change sides, the stones do not: who swapped was to move with the
            // other colour, which now is the opponent's.
            hex::Move::SwapSides => made.keeps_turn = true,
            hex::Move::Pass | hex::Move::Resign | hex::Move::Forfeit => {}
        }
        Ok(made)
    }
}
