//! `TwixT`: pegs, and the links that come by themselves.
//!
//! The files of the server Little Golem are read too: they name no game, their
//! moves are `b` and `r`, their holes two letters as in Go, and `swap` gives the
//! one peg to the other side, mirrored on the long diagonal.

mod long;

use kifu_sgf::games::little_golem::{self, Action};
use kifu_sgf::games::twixt::{self, Move};
use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::Reader;
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Board, Coordinates, Piece, Point, Scene, Side};

#[derive(Debug)]
pub(super) struct TwixT {
    grid: Grid,
    turn: Turn,
    /// The links of each peg, a bit for each of [`KNIGHT`]; every link stands at both its pegs.
    links: Grid<u8>,
    /// Whether own links may cross (`PP`).
    own_cross: bool,
    is_little_golem: bool,
}

/// Where a link may lead. The opposite of number `n` is number `7 - n`.
const KNIGHT: [(i16, i16); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

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
            grid: Grid::new(size),
            turn,
            links: Grid::new(size),
            own_cross: rules.eq_ignore_ascii_case("PP"),
            is_little_golem,
        }
    }

    /// Puts a peg down and links it.
    fn place(&mut self, peg: Point, side: Side) {
        self.grid.set(peg, Some(Piece::Peg(side)));
        for offset in KNIGHT {
            if let Some(end) = step(peg, offset) {
                self.link(peg, end, side);
            }
        }
    }

    /// Links two pegs; false if one is missing or another link lies in the way.
    fn link(&mut self, a: Point, b: Point, side: Side) -> bool {
        let peg = Some(Piece::Peg(side));
        let can = self.grid.get(a) == peg && self.grid.get(b) == peg;
        if !can || self.is_crossed(a, b, side) {
            return false;
        }
        self.set_link(a, b, true);
        true
    }

    /// Sets or takes away the link between two points.
    fn set_link(&mut self, a: Point, b: Point, is_there: bool) {
        let ways = KNIGHT.into_iter().enumerate();
        let way = ways.into_iter().find(|&(_, way)| step(a, way) == Some(b));
        let Some((way, _)) = way else {
            return;
        };
        for (peg, way) in [(a, way), (b, 7 - way)] {
            let ways = self.links.get(peg);
            let bit = 1 << way;
            self.links
                .set(peg, if is_there { ways | bit } else { ways & !bit });
        }
    }

    fn has_link(&self, a: Point, b: Point) -> bool {
        let ways = self.links.get(a);
        let mut ends = KNIGHT.into_iter().enumerate();
        ends.any(|(way, offset)| ways & 1 << way != 0 && step(a, offset) == Some(b))
    }

    /// Takes a peg away with its links.
    fn remove(&mut self, peg: Point) {
        self.grid.set(peg, None);
        let ways = self.links.get(peg);
        for (way, offset) in KNIGHT.into_iter().enumerate() {
            if ways & 1 << way != 0
                && let Some(end) = step(peg, offset)
            {
                self.set_link(peg, end, false);
            }
        }
    }

    /// Gives every peg to the other side, mirrored on the long diagonal.
    fn swap(&mut self) {
        let pegs: Vec<_> = self.grid.iter().collect();
        for &(point, _) in &pegs {
            self.remove(point);
        }
        for (point, piece) in pegs {
            if let Some(side) = piece.side() {
                self.place(Point::new(point.y, point.x), side.other());
            }
        }
    }

    /// Whether a link that must not be crossed lies in the way. Such a link has
    /// a peg in the rectangle of this one, or next to it.
    fn is_crossed(&self, a: Point, b: Point, side: Side) -> bool {
        let near = |p: u16, q: u16| p.min(q).saturating_sub(1)..=p.max(q).saturating_add(1);
        near(a.y, b.y).any(|y| {
            near(a.x, b.x).any(|x| {
                let peg = Point::new(x, y);
                let ways = self.links.get(peg);
                let is_own = self.grid.get(peg) == Some(Piece::Peg(side));
                if ways == 0 || is_own && self.own_cross {
                    return false;
                }
                KNIGHT.into_iter().enumerate().any(|(way, offset)| {
                    ways & 1 << way != 0
                        && step(peg, offset).is_some_and(|end| cross(a, b, peg, end))
                })
            })
        })
    }
}

fn step(point: Point, (dx, dy): (i16, i16)) -> Option<Point> {
    let x = point.x.checked_add_signed(dx)?;
    let y = point.y.checked_add_signed(dy)?;
    Some(Point::new(x, y))
}

/// Whether two links cross inside; a peg in common is no crossing.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let turn = |o: Point, p: Point, q: Point| {
        let (ox, oy) = (i32::from(o.x), i32::from(o.y));
        let (px, py) = (i32::from(p.x) - ox, i32::from(p.y) - oy);
        let (qx, qy) = (i32::from(q.x) - ox, i32::from(q.y) - oy);
        (px * qy - py * qx).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

impl<'a> Rules<'a> for TwixT {
    fn board(&self) -> Scene {
        let Size { columns, rows } = self.grid.size;
        let mut scene = Scene::new(Board::Holes, columns, rows);
        scene.coordinates = Coordinates::letters_down();
        scene
    }

    fn reader(&self) -> Reader {
        if self.is_little_golem {
            Reader::GoLike(self.grid.size)
        } else {
            Reader::Labelled(self.grid.size)
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
        self.grid.begin();
        self.links.begin();
        let reader = self.reader();
        for point in reader.list_within(node, "AE", notes, &mut self.grid.left) {
            self.remove(point);
        }
        for (identifier, side) in [("AB", Side::Black), ("AW", Side::White)] {
            for point in reader.list_within(node, identifier, notes, &mut self.grid.left) {
                self.remove(point);
                self.place(point, side);
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
        // Both, whatever the first says.
        let links = self.links.leave();
        self.grid.leave() && links
    }

    fn pieces(&self, scene: &mut Scene) {
        self.grid.show(scene);
        for (peg, ways) in self.links.cells() {
            let Some(side) = self.grid.get(peg).and_then(Piece::side) else {
                continue;
            };
            // Each link once: from the peg that is further right.
            for (way, offset) in KNIGHT.into_iter().enumerate().take(4) {
                if ways & 1 << way != 0
                    && let Some(end) = step(peg, offset)
                {
                    scene.links.push((end, peg, side));
                }
            }
        }
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
            match little_golem::Move::parse_lenient(raw, self.grid.size) {
                Ok(read) => match read.value.action {
                    Action::Place(point) => Some(super::reader::at(point)),
                    Action::Swap => {
                        self.swap();
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
            match Move::parse_lenient(raw, self.grid.size).map(|read| read.value) {
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
        if self.grid.get(point).is_some() {
            let kind = NoteKind::Rule("a peg stands where the move is made");
            notes.push(note(node, raw, kind));
            self.remove(point);
        }
        self.place(point, side);
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
                        || column >= self.grid.size.columns
                        || row >= self.grid.size.rows
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
                        .filter(|&(a, b)| self.has_link(a, b) && self.grid.get(a) == own);
                    match (links.next(), links.next()) {
                        (Some((a, b)), None) => self.set_link(a, b, false),
                        _ => {
                            problem.get_or_insert("a link to be removed is not there");
                        }
                    }
                }
                long::Part::Add(centre) => {
                    // Where two links may be meant, the second lies in the way of the first.
                    let links: Vec<_> = centre.links().collect();
                    if !links.into_iter().any(|(a, b)| self.link(a, b, side)) {
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
