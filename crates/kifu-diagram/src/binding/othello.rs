//! Othello, by practice: points as in Go, moves turn over what they enclose.

use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use super::grid::Grid;
use super::note::Note;
use super::on_grid::{Move, OnGrid, Outcome, Pieces};
use super::reader::go_move;
use super::rules;
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Othello;

impl Othello {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> OnGrid<Self> {
        let size = rules::size(tree, Game::Othello, notes);
        let mut grid = Grid::new(size);
        if !rules::has_setup(tree) && size.columns >= 2 && size.rows >= 2 {
            let (x, y) = (size.columns / 2 - 1, size.rows / 2 - 1);
            for (dx, dy, side) in [
                (0, 0, Side::White),
                (1, 1, Side::White),
                (1, 0, Side::Black),
                (0, 1, Side::Black),
            ] {
                grid.set(Point::new(x + dx, y + dy), Some(Piece::Stone(side)));
            }
        }
        OnGrid::new(Self, grid, tree, Side::Black)
    }

    /// Puts a disc down and turns what it encloses; false if that is nothing.
    fn place(grid: &mut Grid, point: Point, side: Side) -> bool {
        let own = Some(Piece::Stone(side));
        let other = Some(Piece::Stone(side.other()));
        let mut turned = false;
        for (dx, dy) in DIRECTIONS {
            let step = |point: Point| {
                let x = point.x.checked_add_signed(dx)?;
                let y = point.y.checked_add_signed(dy)?;
                Some(Point::new(x, y))
            };
            let mut row = Vec::new();
            let mut here = step(point);
            while let Some(next) = here.filter(|&next| grid.get(next) == other) {
                row.push(next);
                here = step(next);
            }
            if here.is_some_and(|end| grid.get(end) == own) {
                turned |= !row.is_empty();
                for disc in row {
                    grid.set(disc, own);
                }
            }
        }
        grid.set(point, own);
        turned
    }
}

const DIRECTIONS: [(i16, i16); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

impl Pieces for Othello {
    fn board(&self, size: Size) -> Scene {
        let Size { columns, rows } = size;
        let mut scene = Scene::new(Board::Cells { checkered: false }, columns, rows);
        scene.coordinates = Coordinates::letters_down();
        scene
    }

    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome {
        let place = go_move(mv.raw, grid.size)?;
        if let Some(point) = place {
            let occupied = grid.get(point).is_some();
            let turned = Self::place(grid, point, mv.side);
            if occupied {
                notes.push(mv.against("a disc stands where the move is made"));
            } else if !turned {
                notes.push(mv.against("the move turns no disc"));
            }
        }
        Ok(place.into())
    }
}
