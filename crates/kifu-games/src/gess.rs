//! Gess: a piece is three by three points, and captures all stones it lands on.

use kifu_board::{Color, Point, Size};
use kifu_sgf::GameTree;
use kifu_sgf::games::gess;
use kifu_sgf::schema::Game;

use crate::grid::{Grid, Outcome, Pieces};
use crate::{Note, Notes, Piece, Play, position};

#[derive(Debug)]
pub(crate) struct Gess;

/// The rows of one side on the board of 20 by 20, from its edge on. They follow the article that introduced the game
/// (Eureka 53, 1994), to which the standard refers; it does not assign colors to sides. Both kings are in the same
/// columns.
const START: [(u16, &str); 4] = [
    (1, "..x.x.xxxxxxxx.x.x.."),
    (2, ".xxx.x.xxxx.x.x.xxx."),
    (3, "..x.x.xxxxxxxx.x.x.."),
    (6, "..x..x..x..x..x..x.."),
];

impl Gess {
    /// The points around a center, which is never on the rim.
    fn piece(center: Point) -> impl Iterator<Item = Point> {
        (0..9).map(move |n| Point::new(center.x + n % 3 - 1, center.y + n / 3 - 1))
    }

    /// Moves a piece; false if it does not belong to the player.
    fn move_piece(grid: &mut Grid, color: Color, from: Point, to: Point) -> bool {
        let lifted: Vec<_> = Self::piece(from).map(|point| grid.get(point)).collect();
        for point in Self::piece(from) {
            grid.set(point, None);
        }
        for (point, &stone) in Self::piece(to).zip(&lifted) {
            let is_rim = point.x == 0
                || point.y == 0
                || point.x + 1 == grid.size.columns()
                || point.y + 1 == grid.size.rows();
            grid.set(point, stone.filter(|_| !is_rim));
        }
        let own = Some(Piece::Stone(color));
        lifted.contains(&own) && lifted.iter().all(|&stone| stone.is_none() || stone == own)
    }
}

impl Pieces for Gess {
    const GAME: Game = Game::Gess;

    fn begin(tree: GameTree<'_>, notes: &mut Vec<Note>) -> (Self, Grid) {
        let size = position::size(tree, Game::Gess, notes);
        let mut grid = Grid::new(size);
        if !position::has_setup(tree) && size == Size::of::<20, 20>() {
            for (row, stones) in START {
                for (x, _) in (0..).zip(stones.bytes()).filter(|&(_, byte)| byte == b'x') {
                    grid.set(Point::new(x, 19 - row), Some(Piece::Stone(Color::Black)));
                    grid.set(Point::new(x, row), Some(Piece::Stone(Color::White)));
                }
            }
        }
        (Self, grid)
    }

    fn play(&self, play: Play<'_>, grid: &mut Grid, notes: &mut Notes<'_>) -> Outcome {
        let read = gess::Move::parse_lenient(play.value, grid.size)?.value;
        let [from, to] = [read.from, read.to];
        if !Self::move_piece(grid, play.color, from, to) {
            notes.rule(play.value, "the points moved are not a piece of the player");
        }
        Ok(Some(to).into())
    }

    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        let read = gess::Move::parse_lenient(raw, size).ok()?;
        Some(read.value.to)
    }
}
