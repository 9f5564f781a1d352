//! Othello, by practice: points as in Go, moves turn over what they enclose.

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::{Reader, at};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Othello {
    grid: Grid,
    turn: Turn,
}

impl Othello {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
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
        Self {
            grid,
            turn: Turn::first(tree, Side::Black),
        }
    }

    /// Puts a disc down and turns what it encloses; false if that is nothing.
    fn place(&mut self, point: Point, side: Side) -> bool {
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
            while let Some(next) = here.filter(|&next| self.grid.get(next) == other) {
                row.push(next);
                here = step(next);
            }
            if here.is_some_and(|end| self.grid.get(end) == own) {
                turned |= !row.is_empty();
                for disc in row {
                    self.grid.set(disc, own);
                }
            }
        }
        self.grid.set(point, own);
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

impl<'a> Rules<'a> for Othello {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Cells { checkered: false }, columns, rows);
        scene.coordinates = Coordinates::letters_down();
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
            let place = match value::Move::parse_lenient(raw, self.grid.size) {
                Ok(read) => match read.value {
                    value::Move::Play(point) => Some(at(point)),
                    value::Move::Pass => None,
                },
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            };
            if let Some(point) = place {
                let occupied = self.grid.get(point).is_some();
                let turned = self.place(point, side);
                if occupied || !turned {
                    let what = if occupied {
                        "a disc stands where the move is made"
                    } else {
                        "the move turns no disc"
                    };
                    notes.push(note(node, raw, NoteKind::Rule(what)));
                }
            }
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
}
