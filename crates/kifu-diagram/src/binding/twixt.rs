//! `TwixT`: pegs, and the links that come by themselves.
//!
//! The files of the server Little Golem are read too: they name no game, their
//! moves are `b` and `r`, their holes two letters as in Go, and `swap` gives the
//! one peg to the other side, mirrored on the long diagonal.

mod long;
mod pegs;

use kifu_sgf::games::little_golem::{self, Action};
use kifu_sgf::games::twixt::{self, Move};
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use self::pegs::Pegs;
use super::note::{Note, NoteKind, note};
use super::reader::Reader;
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct TwixT {
    pegs: Pegs,
    turn: Turn,
    is_little_golem: bool,
}

impl TwixT {
    pub(super) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let rules = tree.root().value("RU").unwrap_or("STD").trim();
        let size = rules::size(tree, Game::TwixT, notes);
        let is_little_golem = is_little_golem(tree);
        let mut turn = Turn::first(tree, Side::White);
        let first = tree.main_line().find_map(little_golem_play);
        if let (true, Some((side, _))) = (is_little_golem, first) {
            turn.to_play = side;
        }
        Self {
            pegs: Pegs::new(size, rules.eq_ignore_ascii_case("PP")),
            turn,
            is_little_golem,
        }
    }
}

impl<'a> Rules<'a> for TwixT {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.pegs.grid.size;
        let mut scene = Scene::new(Board::Holes, columns, rows);
        scene.coordinates = Coordinates::letters_down();
        scene
    }

    fn reader(&self) -> Reader {
        if self.is_little_golem {
            Reader::GoLike(self.pegs.grid.size)
        } else {
            Reader::Labelled(self.pegs.grid.size)
        }
    }

    fn play_of<'n>(&self, node: Node<'n>) -> Option<(Side, &'n str)> {
        if self.is_little_golem {
            little_golem_play(node)
        } else {
            rules::play(node)
        }
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.pegs.begin();
        let reader = self.reader();
        for point in reader.list_within(node, "AE", notes, &mut self.pegs.grid.left) {
            self.pegs.remove(point);
        }
        for (identifier, side) in [("AB", Side::Black), ("AW", Side::White)] {
            for point in reader.list_within(node, identifier, notes, &mut self.pegs.grid.left) {
                self.pegs.remove(point);
                self.pegs.place(point, side);
            }
        }
        let played = self
            .play_of(node)
            .map(|(side, raw)| self.play(node, side, raw, notes));
        self.turn.end(node);
        played
    }

    fn leave(&mut self) -> bool {
        self.turn.leave();
        self.pegs.leave()
    }

    fn pieces(&self, scene: &mut Scene) {
        self.pegs.show(scene);
    }

    fn to_play(&self) -> Side {
        self.turn.to_play
    }
}

impl TwixT {
    /// Makes the move of a node.
    fn play(&mut self, node: Node<'_>, side: Side, raw: &str, notes: &mut Vec<Note>) -> Played {
        let mut swaps = false;
        let place = if self.is_little_golem {
            match little_golem::Move::parse_lenient(raw, self.pegs.grid.size) {
                Ok(read) => match read.value.action {
                    Action::Place(point) => Some(super::reader::at(point)),
                    Action::Swap => {
                        self.pegs.swap();
                        swaps = true;
                        None
                    }
                    Action::Resign => None,
                },
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            }
        } else {
            match Move::parse_lenient(raw, self.pegs.grid.size).map(|read| read.value) {
                Ok(Move::Peg(twixt::Point { column, row })) => Some(Point::new(column, row)),
                Ok(Move::Long(raw)) => return self.play_long(node, side, raw, notes),
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            }
        };
        if let Some(point) = place {
            self.play_peg(node, side, point, raw, notes);
        }
        Played {
            swaps,
            ..self.turn.play(side, place)
        }
    }

    fn play_peg(
        &mut self,
        node: Node<'_>,
        side: Side,
        point: Point,
        raw: &str,
        notes: &mut Vec<Note>,
    ) {
        if self.pegs.grid.get(point).is_some() {
            let kind = NoteKind::Rule("a peg stands where the move is made");
            notes.push(note(node, raw, kind));
            self.pegs.remove(point);
        }
        self.pegs.place(point, side);
    }

    /// Makes a move that also changes links: all changes and the peg in the order they are written.
    fn play_long(
        &mut self,
        node: Node<'_>,
        side: Side,
        raw: &str,
        notes: &mut Vec<Note>,
    ) -> Played {
        let words = ["resign", "forfeit", "draw", "pass"];
        if words
            .iter()
            .any(|word| raw.trim().eq_ignore_ascii_case(word))
        {
            return self.turn.play(side, None);
        }
        let mut place = None;
        let mut problem = None;
        for part in long::parts(raw) {
            match part {
                long::Part::Peg(column, row) => {
                    let point = Point::new(column, row);
                    if place.is_some()
                        || column >= self.pegs.grid.size.columns
                        || row >= self.pegs.grid.size.rows
                    {
                        problem.get_or_insert("the move is not understood in whole");
                    } else {
                        self.play_peg(node, side, point, raw, notes);
                        place = Some(point);
                    }
                }
                long::Part::Remove(centre) => {
                    let own = Some(Piece::Peg(side));
                    let mut links = centre
                        .links()
                        .filter(|&(a, b)| self.pegs.has_link(a, b) && self.pegs.grid.get(a) == own);
                    match (links.next(), links.next()) {
                        (Some((a, b)), None) => self.pegs.set_link(a, b, false),
                        _ => {
                            problem.get_or_insert("a link to be removed is not there");
                        }
                    }
                }
                long::Part::Add(centre) => {
                    // Where two links may be meant, the second lies in the way of the first.
                    let links: Vec<_> = centre.links().collect();
                    if !links.into_iter().any(|(a, b)| self.pegs.link(a, b, side)) {
                        problem.get_or_insert("a link cannot be set");
                    }
                }
                long::Part::Unknown => {
                    problem.get_or_insert("the move is not understood in whole");
                }
            }
        }
        if let Some(problem) = problem {
            notes.push(note(node, raw, NoteKind::Rule(problem)));
        }
        self.turn.play(side, place)
    }
}

/// Whether a tree is of the server Little Golem: it names no game, and among its first
/// moves is one of `r`. A record with `b` and `w` in lower case is one of Go.
pub(super) fn is_little_golem(tree: GameTree<'_>) -> bool {
    let has_r = |node: Node<'_>| {
        node.properties()
            .any(|property| property.written_identifier() == "r")
    };
    !tree.root().has("GM") && tree.main_line().take(4).any(has_r)
}

/// The move of a node of Little Golem.
fn little_golem_play(node: Node<'_>) -> Option<(Side, &str)> {
    node.properties().find_map(|property| {
        let side = match property.written_identifier() {
            "b" => Side::Black,
            "r" => Side::White,
            _ => return None,
        };
        Some((side, property.value()))
    })
}
