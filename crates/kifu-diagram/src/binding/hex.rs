//! Hex: stones that stay, and the two kinds of swap.

use kifu_sgf::games::hex::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::Reader;
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct Hex {
    grid: Grid,
    turn: Turn,
}

impl Hex {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        Self {
            grid: Grid::new(rules::size(tree, Game::Hex, notes)),
            turn: Turn::first(tree, Side::Black),
        }
    }

    /// Changes the colours of all stones and mirrors them on the long diagonal.
    fn swap_pieces(&mut self) {
        let stones: Vec<_> = self.grid.iter().collect();
        for &(point, _) in &stones {
            self.grid.set(point, None);
        }
        for (point, piece) in stones {
            let stone = piece.side().map(|side| Piece::Stone(side.other()));
            self.grid.set(Point::new(point.y, point.x), stone);
        }
    }
}

impl<'a> Rules<'a> for Hex {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Hex, columns, rows);
        scene.coordinates = Coordinates::letters_down();
        scene
    }

    fn reader(&self) -> Reader {
        Reader::Labelled(self.grid.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.grid.begin();
        self.grid.setup(node, self.reader(), Piece::Stone, notes);
        let played = rules::play(node).map(|(side, raw)| {
            let (mut place, mut swaps) = (None, false);
            match Move::parse_lenient(raw, self.grid.size).map(|read| read.value) {
                Ok(Move::Place(point)) => {
                    let point = Point::new(point.column, point.row);
                    if self.grid.get(point).is_some() {
                        let kind = NoteKind::Rule("a stone stands where the move is made");
                        notes.push(note(node, raw, kind));
                    }
                    self.grid.set(point, Some(Piece::Stone(side)));
                    place = Some(point);
                }
                Ok(Move::SwapPieces) => {
                    self.swap_pieces();
                    swaps = true;
                }
                Ok(_) => {}
                Err(error) => notes.push(rules::bad_move(node, raw, error)),
            }
            let played = self.turn.play(side, place);
            // The players change sides, the stones do not: who swapped was to move with the
            // other colour, which now is the opponent's.
            if raw.trim().eq_ignore_ascii_case("swap-sides") {
                self.turn.to_play = side;
            }
            Played { swaps, ..played }
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
