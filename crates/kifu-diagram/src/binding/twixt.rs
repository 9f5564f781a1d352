//! `TwixT`: pegs, and the links that come by themselves.

use std::collections::BTreeMap;

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
    links: BTreeMap<Point, u8>,
    /// Whether own links may cross (`PP`).
    own_cross: bool,
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
        Self {
            grid: Grid::new(rules::size(tree, Game::TwixT, notes)),
            turn: Turn::first(tree, Side::White),
            links: BTreeMap::new(),
            own_cross: rules.eq_ignore_ascii_case("PP"),
        }
    }

    /// Puts a peg down and links it.
    fn place(&mut self, peg: Point, side: Side) {
        self.grid.set(peg, Some(Piece::Peg(side)));
        for (way, offset) in KNIGHT.into_iter().enumerate() {
            let Some(end) = step(peg, offset) else {
                continue;
            };
            if self.grid.get(end) == Some(Piece::Peg(side)) && !self.is_crossed(peg, end, side) {
                *self.links.entry(peg).or_default() |= 1 << way;
                *self.links.entry(end).or_default() |= 1 << (7 - way);
            }
        }
    }

    /// Takes a peg away with its links.
    fn remove(&mut self, peg: Point) {
        self.grid.set(peg, None);
        let ways = self.links.remove(&peg).unwrap_or(0);
        for (way, offset) in KNIGHT.into_iter().enumerate() {
            if ways & 1 << way != 0
                && let Some(far) = step(peg, offset).and_then(|end| self.links.get_mut(&end))
            {
                *far &= !(1 << (7 - way));
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
                let ways = self.links.get(&peg).copied().unwrap_or(0);
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
        Reader::Labelled(self.grid.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        for point in self.reader().list(node, "AE", notes) {
            self.remove(point);
        }
        for (identifier, side) in [("AB", Side::Black), ("AW", Side::White)] {
            for point in self.reader().list(node, identifier, notes) {
                self.remove(point);
                self.place(point, side);
            }
        }
        let played = rules::play(node).map(|(side, raw)| {
            let peg = |point: twixt::Point| Point::new(point.column, point.row);
            let place = match Move::parse_lenient(raw, self.grid.size).map(|read| read.value) {
                Ok(Move::Peg(point)) => Some(peg(point)),
                Ok(Move::Long(long)) => {
                    let (point, is_known) = self.long(long);
                    if !is_known {
                        let kind = NoteKind::Rule("changes of links are not executed");
                        notes.push(note(node, raw, kind));
                    }
                    point
                }
                Err(error) => {
                    notes.push(rules::bad_move(node, raw, error));
                    None
                }
            };
            if let Some(point) = place {
                if self.grid.get(point).is_some() {
                    let kind = NoteKind::Rule("a peg stands where the move is made");
                    notes.push(note(node, raw, kind));
                    self.remove(point);
                }
                self.place(point, side);
            }
            self.turn.play(side, place)
        });
        self.turn.end(node);
        played
    }

    fn pieces(&self, scene: &mut Scene) {
        self.grid.show(scene);
        for (&peg, &ways) in &self.links {
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
    /// The hole a long move begins with, and whether all of the move is understood.
    fn long(&self, raw: &str) -> (Option<Point>, bool) {
        let words = ["resign", "forfeit", "draw", "pass"];
        if words
            .iter()
            .any(|word| raw.trim().eq_ignore_ascii_case(word))
        {
            return (None, true);
        }
        let letters = raw.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = raw[letters..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        (self.reader().point(&raw[..letters + digits]).ok(), false)
    }
}
