//! Pegs and the links between them.

use kifu_board::{Color, Point, Size};

use crate::Piece;
use crate::grid::Grid;

/// The pegs and links on a board.
#[derive(Debug)]
pub(super) struct Pegs {
    pub(super) grid: Grid,
    /// Links of each peg, one bit for each of [`KNIGHT`]; every link is stored at both its pegs.
    links: Grid<u8>,
    /// Whether own links may cross (`PP`).
    own_cross: bool,
}

/// Directions of links. The opposite of number `n` is number `7 - n`.
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

impl Pegs {
    pub(super) fn new(size: Size, own_cross: bool) -> Self {
        Self {
            grid: Grid::new(size),
            links: Grid::new(size),
            own_cross,
        }
    }

    /// Number of changes of pegs, and of links.
    pub(super) const fn steps(&self) -> [usize; 2] {
        [self.grid.steps(), self.links.steps()]
    }

    /// Takes back changes, as [`Grid::back_to`] does.
    pub(super) fn back_to(&mut self, [pegs, links]: [usize; 2]) -> bool {
        // Both, even if the first fails.
        let links = self.links.back_to(links);
        self.grid.back_to(pegs) && links
    }

    /// Puts a peg down and links it.
    pub(super) fn place(&mut self, peg: Point, color: Color) {
        self.grid.set(peg, Some(Piece::Peg(color)));
        for offset in KNIGHT {
            if let Some(end) = step(peg, offset) {
                self.link(peg, end, color);
            }
        }
    }

    /// Links two pegs; false if one is missing or another link is in the way.
    pub(super) fn link(&mut self, a: Point, b: Point, color: Color) -> bool {
        let peg = Some(Piece::Peg(color));
        let can = self.grid.get(a) == peg && self.grid.get(b) == peg;
        if !can || self.is_crossed(a, b, color) {
            return false;
        }
        self.set_link(a, b, true);
        true
    }

    /// Sets or takes away the link between two points.
    pub(super) fn set_link(&mut self, a: Point, b: Point, is_there: bool) {
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

    pub(super) fn has_link(&self, a: Point, b: Point) -> bool {
        let ways = self.links.get(a);
        let mut ends = KNIGHT.into_iter().enumerate();
        ends.any(|(way, offset)| ways & 1 << way != 0 && step(a, offset) == Some(b))
    }

    /// Takes a peg away with its links.
    pub(super) fn remove(&mut self, peg: Point) {
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
    pub(super) fn swap(&mut self) {
        let pegs: Vec<_> = self.grid.iter().collect();
        for &(point, _) in &pegs {
            self.remove(point);
        }
        for (point, piece) in pegs {
            if let Some(color) = piece.color() {
                self.place(Point::new(point.y, point.x), color.opponent());
            }
        }
    }

    /// Whether a link that must not be crossed is in the way. Such a link has a peg in the rectangle of this one, or
    /// next to it.
    fn is_crossed(&self, a: Point, b: Point, color: Color) -> bool {
        let near = |p: u16, q: u16| p.min(q).saturating_sub(1)..=p.max(q).saturating_add(1);
        near(a.y, b.y).any(|y| {
            near(a.x, b.x).any(|x| {
                let peg = Point::new(x, y);
                let ways = self.links.get(peg);
                let is_own = self.grid.get(peg) == Some(Piece::Peg(color));
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

    /// Gives all links, each once, with its owner.
    pub(super) fn each_link(&self, take: &mut dyn FnMut(Point, Point, Color)) {
        for (peg, ways) in self.links.cells() {
            let Some(color) = self.grid.get(peg).and_then(Piece::color) else {
                continue;
            };
            // From the peg that is further right.
            for (way, offset) in KNIGHT.into_iter().enumerate().take(4) {
                if ways & 1 << way != 0
                    && let Some(end) = step(peg, offset)
                {
                    take(end, peg, color);
                }
            }
        }
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
