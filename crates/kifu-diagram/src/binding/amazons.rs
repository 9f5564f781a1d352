//! Amazons: a queen moves, and an arrow burns a cell.

use kifu_sgf::games::amazons;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::Note;
use super::on_grid::{Move, OnGrid, Outcome, Pieces};
use super::reader::at;
use super::rules;
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Amazons;

impl Amazons {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> OnGrid<Self> {
        let size = rules::size(tree, Game::Amazons, notes);
        let mut grid = Grid::new(size);
        if !rules::has_setup(tree) && size == Size::square(10) {
            for (side, points) in [
                (Side::Black, [(3, 9), (6, 9), (0, 6), (9, 6)]),
                (Side::White, [(3, 0), (6, 0), (0, 3), (9, 3)]),
            ] {
                for point in points {
                    grid.set(point.into(), Some(Piece::Queen(side)));
                }
            }
        }
        OnGrid::new(Self, grid, tree, Side::White)
    }
}

impl Pieces for Amazons {
    const PIECE: fn(Side) -> Piece = Piece::Queen;
    const HAS_NUMBERS: bool = false;

    fn board(&self, size: Size) -> Scene {
        let Size { columns, rows } = size;
        let mut scene = Scene::new(Board::Cells { checkered: true }, columns, rows);
        scene.coordinates = Coordinates::letters_up();
        scene
    }

    fn set_up(&self, node: Node<'_>, grid: &mut Grid, notes: &mut Vec<Note>) {
        for point in self.reader(grid.size).list(node, "AA", notes) {
            grid.set(point, Some(Piece::Burnt));
        }
    }

    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome {
        let read = amazons::Move::parse_lenient(mv.raw, grid.size)?.value;
        let [from, to, arrow] = [read.from, read.to, read.arrow].map(at);
        let queen = Some(Piece::Queen(mv.side));
        if grid.get(from) != queen {
            notes.push(mv.against("no amazon of the player stands where the move begins"));
        }
        grid.set(from, None);
        grid.set(to, queen);
        grid.set(arrow, Some(Piece::Burnt));
        Ok(Some(to).into())
    }

    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        let read = amazons::Move::parse_lenient(raw, size).ok()?;
        Some(at(read.value.to))
    }
}
