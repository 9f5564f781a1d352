//! Amazons: a queen moves, and an arrow burns a cell.

use kifu_sgf::games::amazons::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::{Reader, at};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Amazons {
    grid: Grid,
    turn: Turn,
}

impl Amazons {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
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
        Self {
            grid,
            turn: Turn::first(tree, Side::White),
        }
    }
}

impl<'a> Rules<'a> for Amazons {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Cells { checkered: true }, columns, rows);
        scene.coordinates = Coordinates::letters_up();
        scene
    }

    fn reader(&self) -> Reader {
        Reader::GoLike(self.grid.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.grid.begin();
        self.grid.setup(node, self.reader(), Piece::Queen, notes);
        for point in self.reader().list(node, "AA", notes) {
            self.grid.set(point, Some(Piece::Burnt));
        }
        let played = rules::play(node).map(|(side, raw)| {
            let place = match Move::parse_lenient(raw, self.grid.size) {
                Ok(read) => {
                    let [from, to, arrow] =
                        [read.value.from, read.value.to, read.value.arrow].map(at);
                    if self.grid.get(from) != Some(Piece::Queen(side)) {
                        let kind =
                            NoteKind::Rule("no amazon of the player stands where the move begins");
                        notes.push(note(node, raw, kind));
                    }
                    self.grid.set(from, None);
                    self.grid.set(to, Some(Piece::Queen(side)));
                    self.grid.set(arrow, Some(Piece::Burnt));
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
