//! Gess: a piece is three by three points, and takes all it lands on.

use kifu_sgf::games::gess::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::{Reader, at};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Gess {
    grid: Grid,
    turn: Turn,
}

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
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
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
        Self {
            grid,
            turn: Turn::first(tree, Side::Black),
        }
    }

    /// The points around a centre, which is never on the rim.
    fn piece(centre: Point) -> impl Iterator<Item = Point> {
        (0..9).map(move |n| Point::new(centre.x + n % 3 - 1, centre.y + n / 3 - 1))
    }

    /// Moves a piece; false if it is none of the player's.
    fn play(&mut self, side: Side, from: Point, to: Point) -> bool {
        let lifted: Vec<_> = Self::piece(from)
            .map(|point| self.grid.get(point))
            .collect();
        for point in Self::piece(from) {
            self.grid.set(point, None);
        }
        for (point, &stone) in Self::piece(to).zip(&lifted) {
            let is_rim = point.x == 0
                || point.y == 0
                || point.x + 1 == self.grid.size.columns
                || point.y + 1 == self.grid.size.rows;
            self.grid.set(point, stone.filter(|_| !is_rim));
        }
        let own = Some(Piece::Stone(side));
        lifted.contains(&own) && lifted.iter().all(|&stone| stone.is_none() || stone == own)
    }
}

impl<'a> Rules<'a> for Gess {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Cells { checkered: false }, columns, rows);
        scene.coordinates = Coordinates::letters_up();
        scene
    }

    fn reader(&self) -> Reader {
        Reader::GoLike(self.grid.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.grid.begin();
        self.grid.setup(node, self.reader(), Piece::Stone, notes);
        let played = rules::play(node).map(|(side, raw)| {
            let place = match Move::parse_lenient(raw, self.grid.size) {
                Ok(read) => {
                    let [from, to] = [read.value.from, read.value.to].map(at);
                    if !self.play(side, from, to) {
                        let kind = NoteKind::Rule("what is moved is no piece of the player");
                        notes.push(note(node, raw, kind));
                    }
                    Some(to)
                }
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            };
            self.turn.play(side, place)
        });
        self.turn.end(node);
        played
    }

    fn leave(&mut self) -> bool {
        self.turn.leave();
        self.grid.leave()
    }

    fn pieces(&self, scene: &mut Scene) {
        self.grid.show(scene);
    }

    fn to_play(&self) -> Side {
        self.turn.to_play
    }

    fn has_numbers(&self) -> bool {
        false
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        let read = Move::parse_lenient(raw, self.grid.size).ok()?;
        Some(at(read.value.to))
    }
}
