//! Gomoku and Renju, by practice: points as in Go, stones that stay.

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size};
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::{Reader, at};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Axis, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Gomoku {
    grid: Grid,
    turn: Turn,
}

impl Gomoku {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        Self {
            grid: Grid::new(rules::size(tree, Game::Gomoku, notes)),
            turn: Turn::first(tree, Side::Black),
        }
    }
}

impl<'a> Rules<'a> for Gomoku {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
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
                if self.grid.get(point).is_some() {
                    let kind = NoteKind::Rule("a stone stands where the move is made");
                    notes.push(note(node, raw, kind));
                }
                self.grid.set(point, Some(Piece::Stone(side)));
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
