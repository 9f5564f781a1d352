//! The stones and their groups: the part every move goes through.
//!
//! # The idea
//!
//! The board is a row of cells with a margin: one column to the right of each row (which is also the one to the left
//! of the next), one row above, one below. So each point has four neighbors and none needs a test for the edge.
//!
//! The stones of a group form a ring through `next`, and each stores the head of its group. The head's cell counts the
//! stones and the *breath*: the sum over the stones of their empty neighbors. A liberty that touches two stones counts
//! twice. So breath is not the number of liberties, but it is 0 if and only if that is 0, and captures need no more.
//! Each point that changes adds or subtracts one for each of its neighbors.
//!
//! An empty point is its own head and counts its breath too: its empty neighbors, which a stone there adds to its
//! group. So is a cell of the margin, whose breath is ignored. So the four neighbors of a move are treated alike,
//! without a branch: in real games no branch predictor guesses what is beside the next stone. For the same reason a
//! stone is joined to the first group of its own color by arithmetic alone (a stone without such a neighbor joins
//! itself). Only a second group takes a branch, and so does a group without breath.
//!
//! # Invariants
//!
//! * The tag of an empty cell must name the cell itself, or breath leaks into a real group; and its breath must stay
//!   far from 0 (`IDLE`), or each move looks like a capture.
//! * `remove` makes all stones of a group empty before it returns breath: the head is among them.
//! * A field must be read as wide as it was written, and two counters that change must not be adjacent: two counters
//!   in one load wait for the store of the first. So `breath` and `stones` are separate, and `settle` returns its
//!   counts by value.

mod groups;

use alloc::{vec, vec::Vec};

use crate::{Color, OffBoard, Point, Size};

/// Colors in a tag. `EDGE` is both colors together, so no test for one color finds it.
pub(crate) const EMPTY: u16 = 0;
const EDGE: u16 = 3;

/// Mask of the head in a tag, and the shift of the color above it.
const HEAD: u16 = 0xfff;
const INK: u32 = 13;
/// Between the heads and the colors: marks a cell that is no head of a neighbor.
const NEW: u16 = 0x1000;

/// The breath of an empty cell with no empty neighbor: far from 0, so that it never looks like a
/// group that dies.
const IDLE: u16 = 0x8000;

/// The tag of a stone or an empty cell that is its own head.
const fn alone(at: usize, ink: u16) -> u16 {
    at as u16 | ink << INK
}

/// Returns the color of a stone in the encoding of a tag: 1 for Black, 2 for White.
#[inline]
pub(crate) const fn ink(color: Color) -> u16 {
    color as u16 + 1
}

/// The color that an ink means.
#[inline]
pub(crate) const fn color_of(ink: u16) -> Option<Color> {
    match ink {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// The cell of a point of a board of this size.
#[inline]
pub(crate) fn index(point: Point, size: Size) -> usize {
    (usize::from(point.y) + 1) * (usize::from(size.columns()) + 1) + usize::from(point.x)
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The head of the group (this cell itself if it is empty), with the color above.
    tag: u16,
    /// Of a head: the sum over its stones of their empty neighbors. Of an empty cell: [`IDLE`]
    /// and the number of its empty neighbors.
    breath: u16,
    /// The next stone of the ring.
    next: u16,
    /// Of a head: how many stones.
    stones: u16,
}

impl Cell {
    const ZERO: Self = Self {
        tag: 0,
        breath: 0,
        next: 0,
        stones: 0,
    };

    const fn head(self) -> usize {
        (self.tag & HEAD) as usize
    }

    const fn ink(self) -> u16 {
        self.tag >> INK
    }
}

/// The cells of an empty board of 19×19: to copy them is quicker than to make them.
static BLANK: [Cell; 20 * 21] = {
    let mut cells = [Cell::ZERO; 20 * 21];
    blank(&mut cells, Size::GO);
    cells
};

/// Makes the cells of an empty board.
const fn blank(cells: &mut [Cell], size: Size) {
    let (width, height) = (size.columns() as usize, size.rows() as usize);
    let (mut at, mut x, mut y) = (0, 0, 0);
    while at < cells.len() {
        let (ink, breath) = if x < width && y > 0 && y <= height {
            let beside = (x == 0) as u16 + (x + 1 == width) as u16;
            let edges = beside + (y == 1) as u16 + (y == height) as u16;
            (EMPTY, IDLE + 4 - edges)
        } else {
            (EDGE, IDLE)
        };
        cells[at] = Cell {
            tag: alone(at, ink),
            breath,
            ..Cell::ZERO
        };
        at += 1;
        (x, y) = if x < width { (x + 1, y) } else { (0, y + 1) };
    }
}

/// Stones that a move removed from the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CapturedStones {
    /// Stones of the opponent that were captured.
    pub captured: u16,
    /// The player's own stones without liberties after that, including the stone just played: suicide.
    pub suicide: u16,
    /// The replaced stone of the point, if any. It is not a prisoner.
    pub overwritten: Option<Color>,
}

/// Stones and captures only: the fastest way through a game.
///
/// No legality, no hash, no history; for these see [`Board`](crate::Board) and [`Game`](crate::Game). Moves follow the
/// standard (see [`BareBoard::play`]), and only the board itself is allocated.
///
/// ```
/// use kifu_go::{BareBoard, Color, Point, Size};
///
/// let mut board = BareBoard::new(Size::NINE);
/// board.play(Point::new(0, 0), Color::White)?;
/// board.play(Point::new(1, 0), Color::Black)?;
/// let taken = board.play(Point::new(0, 1), Color::Black)?;
/// assert_eq!(taken.captured, 1);
/// assert_eq!(board.get(Point::new(0, 0)), None);
/// # Ok::<(), kifu_go::OffBoard>(())
/// ```
#[derive(Debug)]
pub struct BareBoard {
    size: Size,
    stride: usize,
    cells: Vec<Cell>,
}

impl Clone for BareBoard {
    fn clone(&self) -> Self {
        Self {
            size: self.size,
            stride: self.stride,
            cells: self.cells.clone(),
        }
    }

    /// Copies without allocating if the size is the same: the fastest way back to a start position.
    fn clone_from(&mut self, source: &Self) {
        self.size = source.size;
        self.stride = source.stride;
        self.cells.clone_from(&source.cells);
    }
}

impl BareBoard {
    /// An empty board. A side longer than 52 is cut to 52, because further points have no letters
    /// in SGF.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let size = size.at_most(Size::LETTERS);
        let stride = usize::from(size.columns()) + 1;
        let cells = vec![Cell::ZERO; stride * (usize::from(size.rows()) + 2)];
        let mut board = Self {
            size,
            stride,
            cells,
        };
        board.clear();
        board
    }

    /// Removes all stones.
    pub fn clear(&mut self) {
        if self.size == Size::GO && self.cells.len() == BLANK.len() {
            self.cells.copy_from_slice(&BLANK);
        } else {
            blank(&mut self.cells, self.size);
        }
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on `point`; `None` if it is empty or off the board.
    #[must_use]
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        if self.size.contains(point) {
            self.color_at(self.index(point))
        } else {
            None
        }
    }

    /// Plays a stone, legal or not, by the standard (FF\[4\], Go, *How to execute a move*):
    ///
    /// 1. the stone is put on the point and replaces any stone there;
    /// 2. adjacent groups of the opponent without a liberty are removed;
    /// 3. then its own group is removed if it has no liberty.
    ///
    /// Other groups stay, even without liberties (a setup may create such groups).
    ///
    /// # Errors
    ///
    /// [`OffBoard`] if the point is off the board; nothing is changed.
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) -> Result<CapturedStones, OffBoard> {
        if !self.size.contains(point) {
            return Err(OffBoard {
                point,
                size: self.size,
            });
        }
        Ok(self.place(self.index(point), ink(color), |_, _| ()))
    }

    /// Plays a stone like [`play`](Self::play), and calls `removed` for each stone that leaves the board: captured
    /// stones, or the player's own after a suicide, but not a replaced one.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] if the point is off the board; nothing is changed.
    #[inline]
    pub fn play_with(
        &mut self,
        point: Point,
        color: Color,
        mut removed: impl FnMut(Point),
    ) -> Result<CapturedStones, OffBoard> {
        if !self.size.contains(point) {
            return Err(OffBoard {
                point,
                size: self.size,
            });
        }
        let stride = self.stride as u32;
        let tell = |at: usize, _| {
            let at = at as u32;
            removed(Point {
                x: (at % stride) as u16,
                y: (at / stride).wrapping_sub(1) as u16,
            });
        };
        Ok(self.place(self.index(point), ink(color), tell))
    }

    /// Puts a stone on a point or empties it, without captures (FF\[4\], `AB`, `AW`, `AE`).
    ///
    /// Groups may stay without liberties.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] if the point is off the board; nothing is changed.
    pub fn set(&mut self, point: Point, color: Option<Color>) -> Result<(), OffBoard> {
        if !self.size.contains(point) {
            return Err(OffBoard {
                point,
                size: self.size,
            });
        }
        self.repaint(self.index(point), color.map_or(EMPTY, ink));
        Ok(())
    }

    #[inline]
    pub(crate) fn index(&self, point: Point) -> usize {
        index(point, self.size)
    }

    #[inline]
    pub(crate) fn point(&self, at: usize) -> Point {
        let (at, stride) = (at as u32, self.stride as u32);
        Point {
            x: (at % stride) as u16,
            y: (at / stride).wrapping_sub(1) as u16,
        }
    }

    #[inline]
    pub(crate) fn ink_at(&self, at: usize) -> u16 {
        self.cells[at].ink()
    }

    #[inline]
    pub(crate) fn color_at(&self, at: usize) -> Option<Color> {
        color_of(self.cells[at].ink())
    }

    /// The head of the group that the stone at `at` belongs to.
    #[inline]
    pub(crate) fn head(&self, at: usize) -> usize {
        self.cells[at].head()
    }

    #[inline]
    pub(crate) fn next(&self, at: usize) -> usize {
        self.cells[at].next.into()
    }

    /// The breath of the group of `head`.
    #[inline]
    pub(crate) fn breath(&self, head: usize) -> u16 {
        self.cells[head].breath
    }

    /// The number of stones of the group of `head`.
    #[inline]
    pub(crate) fn stones(&self, head: usize) -> u16 {
        self.cells[head].stones
    }

    /// The number of cells, margin included.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    pub(crate) fn around(&self, at: usize) -> [usize; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    /// Plays a stone on a cell of the board. Calls `removed` with each stone that leaves the board,
    /// captured or suicide, and its ink; not with the stone overwritten.
    #[inline]
    pub(crate) fn place(
        &mut self,
        at: usize,
        own: u16,
        removed: impl FnMut(usize, u16),
    ) -> CapturedStones {
        let (old, dead) = self.lay(at, own);
        let (captured, suicide) = if dead {
            self.settle(at, own, removed)
        } else {
            (0, 0)
        };
        CapturedStones {
            captured,
            suicide,
            overwritten: color_of(old),
        }
    }

    /// Puts a stone on a cell of the board, without captures. Returns the old content, and whether
    /// [`settle`](Self::settle) must follow.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a tenth of a move")]
    pub(crate) fn lay(&mut self, at: usize, own: u16) -> (u16, bool) {
        let old = self.cells[at].ink();
        if old != EMPTY {
            self.lift(at);
        }
        (old, self.attach(at, own))
    }

    /// Removes groups without breath after a stone of `own` was put at `at`; returns the number of the opponent's
    /// stones removed, and of the player's own.
    #[inline(never)]
    pub(crate) fn settle(
        &mut self,
        at: usize,
        own: u16,
        mut removed: impl FnMut(usize, u16),
    ) -> (u16, u16) {
        let mut captured = 0;
        for near in self.around(at) {
            let cell = self.cells[near];
            if cell.ink() == own ^ EDGE && self.cells[cell.head()].breath == 0 {
                captured += self.remove(cell.head(), &mut removed);
            }
        }
        let head = self.cells[at].head();
        if self.cells[head].breath == 0 {
            return (captured, self.remove(head, &mut removed));
        }
        (captured, 0)
    }

    /// Takes a whole group without breath off the board and returns how many stones it had.
    fn remove(&mut self, head: usize, removed: &mut impl FnMut(usize, u16)) -> u16 {
        let Cell { tag, stones, .. } = self.cells[head];
        let ink = tag >> INK;
        let mut at = head;
        for _ in 0..stones {
            self.cells[at].tag = alone(at, EMPTY);
            self.cells[at].breath = IDLE;
            at = self.cells[at].next.into();
        }
        for _ in 0..stones {
            for near in self.around(at) {
                let head = self.cells[near].head();
                self.cells[head].breath = self.cells[head].breath.wrapping_add(1);
            }
            removed(at, ink);
            at = self.cells[at].next.into();
        }
        stones
    }

    /// Puts a stone on an empty cell and joins the groups it touches, without captures. Returns whether its own group,
    /// or one it touches, may have no liberty left.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a tenth of a move")]
    fn attach(&mut self, at: usize, own: u16) -> bool {
        let around = self.around(at);
        let cells = &mut self.cells[..];
        let mut dead = false;
        // Of a neighbor of the same color only the head is left of the tag, which is below `NEW`;
        // of any other a color remains, above it. So the least is the head of a neighbor or, if
        // there is none, the new stone; and if the greatest of the heads is another, two groups
        // meet. (Counted down from the colors, the heads come after all else.)
        let (mut least, mut most) = (NEW | at as u16, 0);
        for near in around {
            let tag = cells[near].tag;
            let breath = &mut cells[usize::from(tag & HEAD)].breath;
            *breath = breath.wrapping_sub(1);
            let kin = tag ^ own << INK;
            // Its own group may get breath from the stone.
            dead |= *breath == 0 && kin > HEAD;
            least = kin.min(least);
            most = kin.wrapping_sub(1 << INK).max(most);
        }
        let more = most > least.wrapping_sub(1 << INK);
        let head = least & HEAD;
        let free = cells[at].breath.wrapping_sub(IDLE);
        cells[at] = Cell {
            tag: head | own << INK,
            breath: 0,
            next: at as u16,
            stones: 0,
        };
        let group = &mut cells[usize::from(head)];
        group.breath = group.breath.wrapping_add(free);
        dead |= group.breath == 0;
        group.stones += 1;
        let next = core::mem::replace(&mut group.next, at as u16);
        cells[at].next = next;
        if more {
            self.fuse(at, own, usize::from(most.wrapping_add(1 << INK) & HEAD));
        }
        dead
    }
}
