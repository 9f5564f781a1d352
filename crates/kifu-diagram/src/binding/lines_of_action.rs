//! Lines of Action: pieces move, and capture what they land on.

use kifu_sgf::games::lines_of_action::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::{Reader, loa_point};
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct LinesOfAction {
    grid: Grid,
    turn: Turn,
    inverted: bool,
}

impl LinesOfAction {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let size = rules::size(tree, Game::LinesOfAction, notes);
        let mut grid = Grid::new(size);
        let root = tree.root();
        if !rules::has_setup(tree) {
            let name = root.value("SU").unwrap_or("Standard").trim();
            if name.eq_ignore_ascii_case("standard") || name.is_empty() {
                standard(&mut grid);
            } else if !name.eq_ignore_ascii_case("custom") {
                notes.push(note(root, name, NoteKind::UnknownStart(name.into())));
            }
        }
        Self {
            grid,
            turn: Turn::first(tree, Side::Black),
            inverted: root
                .value("IY")
                .is_some_and(|raw| raw.trim().eq_ignore_ascii_case("true")),
        }
    }
}

/// Black along the top and the bottom, White along the sides, the corners empty.
fn standard(grid: &mut Grid) {
    let Size { columns, rows } = grid.size;
    for x in 1..columns.saturating_sub(1) {
        for y in [0, rows - 1] {
            grid.set(Point::new(x, y), Some(Piece::Stone(Side::Black)));
        }
    }
    for y in 1..rows.saturating_sub(1) {
        for x in [0, columns - 1] {
            grid.set(Point::new(x, y), Some(Piece::Stone(Side::White)));
        }
    }
}

impl<'a> Rules<'a> for LinesOfAction {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Cells { checkered: true }, columns, rows);
        scene.coordinates = if self.inverted {
            Coordinates::letters_down()
        } else {
            Coordinates::letters_up()
        };
        scene
    }

    fn reader(&self) -> Reader {
        Reader::LinesOfAction {
            size: self.grid.size,
            inverted: self.inverted,
        }
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.grid.setup(node, self.reader(), Piece::Stone, notes);
        let played = rules::play(node).map(|(side, raw)| {
            let size = self.grid.size;
            let mut place = None;
            match Move::parse_lenient(raw, size).map(|read| read.value) {
                Ok(Move::Step { from, to, .. }) => {
                    let [from, to] = [from, to].map(|point| loa_point(point, size, self.inverted));
                    if self.grid.get(from) != Some(Piece::Stone(side)) {
                        let kind =
                            NoteKind::Rule("no piece of the player stands where the move begins");
                        notes.push(note(node, raw, kind));
                    }
                    self.grid.set(from, None);
                    self.grid.set(to, Some(Piece::Stone(side)));
                    place = Some(to);
                }
                Ok(_) => {}
                Err(error) => notes.push(rules::bad_move(node, raw, error)),
            }
            self.turn.play(side, place)
        });
        self.turn.end(node);
        played
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
        match Move::parse_lenient(raw, self.grid.size).ok()?.value {
            Move::Step { to, .. } => Some(loa_point(to, self.grid.size, self.inverted)),
            _ => None,
        }
    }
}
