//! Gess: a piece is three by three points, and takes all it lands on.

use kifu_sgf::GameTree;
use kifu_sgf::games::gess;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use super::grid::Grid;
use super::note::Note;
use super::on_grid::{Move, OnGrid, Outcome, Pieces};
use super::reader::at;
use super::rules;
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Gess;

/// The rows of one side on the board of 20 by 20, from its edge on: those of the
/// article that made the game known (Eureka 53, 1994), to which the standard
/// refers; it does not say who sits where. Both kings stand in the same columns.
const START: [(u16, &str); 4] = [
    (1, "..x.x.xxxxxxxx.x.x.."),
    (2, ".xxx.x.xxxx.x.x.xxx."),
    (3, "..x.x.xxxxxxxx.x.x.."),
    (6, "..x..x..x..x..x..x.."),
];

impl Gess {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> OnGrid<Self> {
        let size = rules::size(tree, Game::Gess, notes);
        let mut grid = Grid::new(size);
        if !rules::has_setup(tree) && size == Size::square(20) {
            for (row, stones) in START {
                for (x, _) in (0..).zip(stones.bytes()).filter(|&(_, byte)| byte == b'x') {
                    grid.set(Point::new(x, 19 - row), Some(Piece::Stone(Side::Black)));
                    grid.set(Point::new(x, row), Some(Piece::Stone(Side::White)));
                }
            }
        }
        OnGrid::new(Self, grid, tree, Side::Black)
    }

    /// The points around a centre, which is never on the rim.
    fn piece(centre: Point) -> impl Iterator<Item = Point> {
        (0..9).map(move |n| Point::new(centre.x + n % 3 - 1, centre.y + n / 3 - 1))
    }

    /// Moves a piece; false if it is none of the player's.
    fn move_piece(grid: &mut Grid, side: Side, from: Point, to: Point) -> bool {
        let lifted: Vec<_> = Self::piece(from).map(|point| grid.get(point)).collect();
        for point in Self::piece(from) {
            grid.set(point, None);
        }
        for (point, &stone) in Self::piece(to).zip(&lifted) {
            let is_rim = point.x == 0
                || point.y == 0
                || point.x + 1 == grid.size.columns
                || point.y + 1 == grid.size.rows;
            grid.set(point, stone.filter(|_| !is_rim));
        }
        let own = Some(Piece::Stone(side));
        lifted.contains(&own) && lifted.iter().all(|&stone| stone.is_none() || stone == own)
    }
}

impl Pieces for Gess {
    const HAS_NUMBERS: bool = false;

    fn board(&self, size: Size) -> Scene {
        let Size { columns, rows } = size;
        let mut scene = Scene::new(Board::Cells { checkered: false }, columns, rows);
        scene.coordinates = Coordinates::letters_up();
        scene
    }

    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome {
        let read = gess::Move::parse_lenient(mv.raw, grid.size)?.value;
        let [from, to] = [read.from, read.to].map(at);
        if !Self::move_piece(grid, mv.side, from, to) {
            notes.push(mv.against("what is moved is no piece of the player"));
        }
        Ok(Some(to).into())
    }

    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        let read = gess::Move::parse_lenient(raw, size).ok()?;
        Some(at(read.value.to))
    }
}
