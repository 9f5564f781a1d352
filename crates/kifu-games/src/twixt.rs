//! `TwixT`: pegs, and links that are added automatically.
//!
//! Files of the server Little Golem are read too: they name no game, their moves are `b` and `r`, their holes two
//! letters as in Go, and `swap` gives the only peg to the other side, mirrored on the long diagonal.

mod long;
mod pegs;

use kifu_board::{Color, Point};
use kifu_sgf::games::little_golem::{self, Action};
use kifu_sgf::games::twixt::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::{GameTree, Node};

use self::pegs::Pegs;
use crate::grid::setup_property;
use crate::position::{self, Mark, Turn, bad_move};
use crate::{Effect, Notation, Note, Notes, Piece, Play, Played, Position};

#[derive(Debug)]
pub(crate) struct TwixT {
    pegs: Pegs,
    turn: Turn,
    is_little_golem: bool,
}

impl TwixT {
    pub(crate) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let rules = tree.root().value("RU").unwrap_or("STD").trim();
        let size = position::size(tree, Game::TwixT, notes);
        let is_little_golem = is_little_golem(tree);
        let turn = if is_little_golem {
            Turn::first_by(tree, Color::White, little_golem_effect)
        } else {
            Turn::first(tree, Color::White)
        };
        Self {
            pegs: Pegs::new(size, rules.eq_ignore_ascii_case("PP")),
            turn,
            is_little_golem,
        }
    }

    fn play_peg(&mut self, play: Play<'_>, point: Point, notes: &mut Notes<'_>) {
        if self.pegs.grid.get(point).is_some() {
            notes.rule(play.value, "a peg stands where the move is made");
            self.pegs.remove(point);
        }
        self.pegs.place(point, play.color);
    }

    /// Makes a move that also changes links: all changes and the peg in the order they are written.
    fn play_long(&mut self, play: Play<'_>, raw: &str, notes: &mut Notes<'_>) -> Option<Point> {
        const PARTLY: &str = "a part of the move is unknown";
        let words = ["resign", "forfeit", "draw", "pass"];
        if words
            .iter()
            .any(|word| raw.trim().eq_ignore_ascii_case(word))
        {
            return None;
        }
        let mut place = None;
        let mut problem = None;
        for part in long::parts(raw) {
            match part {
                long::Part::Peg(column, row) => {
                    let point = Point::new(column, row);
                    if place.is_some() || !self.pegs.grid.size.contains(point) {
                        problem.get_or_insert(PARTLY);
                    } else {
                        self.play_peg(play, point, notes);
                        place = Some(point);
                    }
                }
                long::Part::Remove(center) => {
                    let own = Some(Piece::Peg(play.color));
                    let mut links = center
                        .links()
                        .filter(|&(a, b)| self.pegs.has_link(a, b) && self.pegs.grid.get(a) == own);
                    match (links.next(), links.next()) {
                        (Some((a, b)), None) => self.pegs.set_link(a, b, false),
                        _ => {
                            problem.get_or_insert("a link to be removed is missing");
                        }
                    }
                }
                long::Part::Add(center) => {
                    // Of two links with this center, the second crosses the first.
                    let links: Vec<_> = center.links().collect();
                    let mut links = links.into_iter();
                    if !links.any(|(a, b)| self.pegs.link(a, b, play.color)) {
                        problem.get_or_insert("a link cannot be set");
                    }
                }
                long::Part::Unknown => {
                    problem.get_or_insert(PARTLY);
                }
            }
        }
        if let Some(problem) = problem {
            notes.rule(play.value, problem);
        }
        place
    }
}

impl Position for TwixT {
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>) {
        *self = Self::new(tree, notes);
    }

    fn effect(&self, written: &str) -> Option<Effect> {
        if self.is_little_golem {
            little_golem_effect(written)
        } else {
            Effect::of(written)
        }
    }

    fn mark(&mut self) -> Mark {
        self.turn.mark(self.pegs.steps())
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.turn.back_to(mark);
        self.pegs.back_to(mark.steps)
    }

    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        let notation = self.notation();
        let mut left = self.pegs.grid.left;
        let read = notation.each_row(value, &mut left, |row, columns| {
            for point in columns.map(|column| Point::new(column, row)) {
                self.pegs.remove(point);
                if let Some(color) = stone {
                    self.pegs.place(point, color);
                }
            }
        });
        self.pegs.grid.left = left;
        if let Err(error) = read {
            notes.add(value, error.kind(setup_property(stone)));
        }
    }

    fn set_number(&mut self, number: u32) {
        self.turn.number = number;
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let size = self.pegs.grid.size;
        let mut swaps = false;
        let read = if self.is_little_golem {
            little_golem::Move::parse_lenient(play.value, size).map(|read| {
                match read.value.action {
                    Action::Place(point) => return Some(point),
                    Action::Swap => {
                        self.pegs.swap();
                        swaps = true;
                    }
                    Action::Resign => {}
                }
                None
            })
        } else {
            match Move::parse_lenient(play.value, size).map(|read| read.value) {
                Ok(Move::Peg(point)) => Ok(Some(point)),
                Ok(Move::Long(raw)) => {
                    let place = self.play_long(play, raw, notes);
                    return self.turn.play(play.color, place);
                }
                Err(error) => Err(error),
            }
        };
        let place = read.unwrap_or_else(|error| {
            bad_move(play, error, notes);
            None
        });
        if let Some(point) = place {
            self.play_peg(play, point, notes);
        }
        Played {
            swaps,
            ..self.turn.play(play.color, place)
        }
    }

    fn set_to_play(&mut self, color: Color) {
        self.turn.to_play = color;
    }

    fn game(&self) -> Game {
        Game::TwixT
    }

    fn notation(&self) -> Notation {
        let size = self.pegs.grid.size;
        if self.is_little_golem {
            Notation::GoLike(size)
        } else {
            Notation::Labeled(size)
        }
    }

    fn to_play(&self) -> Color {
        self.turn.to_play
    }

    fn pieces(&self, take: &mut dyn FnMut(Point, Piece)) {
        for (point, peg) in self.pegs.grid.iter() {
            take(point, peg);
        }
    }

    fn links(&self, take: &mut dyn FnMut(Point, Point, Color)) {
        self.pegs.each_link(take);
    }
}

/// Whether a tree is of the server Little Golem: it names no game, and among its first
/// moves is one of `r`. A record with `b` and `w` in lower case is one of Go.
pub(crate) fn is_little_golem(tree: GameTree<'_>) -> bool {
    let has_r = |node: Node<'_>| {
        node.properties()
            .any(|property| property.written_identifier() == "r")
    };
    !tree.root().has("GM") && tree.main_line().take(4).any(has_r)
}

/// The effect of a property in a record of Little Golem.
fn little_golem_effect(written: &str) -> Option<Effect> {
    match written {
        "b" => Some(Effect::Move(Color::Black)),
        "r" => Some(Effect::Move(Color::White)),
        _ => Effect::of(written).filter(|effect| !matches!(effect, Effect::Move(_))),
    }
}
