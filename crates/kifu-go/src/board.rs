mod text;

use alloc::vec::Vec;
use core::hash;

pub use self::text::BoardTextError;

use crate::{
    BareBoard, CapturedStones, Color, Group, OffBoard, Point, Size, Symmetry,
    bare::{EMPTY, color_of, index, ink},
    zobrist,
};

/// A position: a board, the stones on it, and its hash.
///
/// The player to move, prisoners and forbidden moves belong to a [`Game`](crate::Game); a board has only stones and
/// captures. Two boards are equal if they have the same size and the same stones.
///
/// ```
/// use kifu_go::{Board, Color, Point};
///
/// let mut board = Board::from_text("
///     . O X
///     O O X
///     O X .
/// ")?;
/// let taken = board.play(Point::new(0, 0), Color::Black)?;
/// assert_eq!((taken.captured, taken.suicide), (4, 0));
/// assert_eq!(board.group(Point::new(0, 0)).unwrap().liberties().count(), 2);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Board {
    bare: BareBoard,
    hash: u64,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            bare: self.bare.clone(),
            hash: self.hash,
        }
    }

    /// Copies without allocating if the size is the same.
    fn clone_from(&mut self, source: &Self) {
        self.bare.clone_from(&source.bare);
        self.hash = source.hash;
    }
}

/// Number of stones that [`Board::edit`] removes one by one before it rebuilds all groups at the end: each removal may
/// walk a whole group.
const LIFTS: u32 = 4;

impl Board {
    /// An empty board. A side longer than 52 is cut to 52, because further points have no letters
    /// in SGF.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let bare = BareBoard::new(size);
        let hash = zobrist::empty(bare.size());
        Self { bare, hash }
    }

    /// Removes all stones.
    pub fn clear(&mut self) {
        self.bare.clear();
        self.hash = zobrist::empty(self.size());
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.bare.size()
    }

    /// The stone on `point`; `None` if it is empty or off the board.
    #[must_use]
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        self.bare.get(point)
    }

    /// The hash of the position: size and stones, not the player to move.
    ///
    /// Each move updates it, and every version of Kifu computes the same value. It is not
    /// collision-resistant against an adversary.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the smallest hash among the eight symmetries of the position, with the first symmetry that has it:
    /// equal for all positions that differ only by rotation and reflection.
    #[must_use]
    pub fn canonical_hash(&self) -> (u64, Symmetry) {
        let mut hashes = [0; 8];
        for (hash, symmetry) in hashes.iter_mut().zip(Symmetry::ALL) {
            *hash = zobrist::empty(symmetry.size(self.size()));
        }
        for (point, color) in self.stones() {
            for (hash, symmetry) in hashes.iter_mut().zip(Symmetry::ALL) {
                *hash ^= zobrist::stone(symmetry.apply(point, self.size()), color);
            }
        }
        let mut best = (hashes[0], Symmetry::Identity);
        for (hash, symmetry) in hashes.into_iter().zip(Symmetry::ALL) {
            if hash < best.0 {
                best = (hash, symmetry);
            }
        }
        best
    }

    /// The stones on the board, row by row from the upper left corner.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size()
            .points()
            .filter_map(|point| Some((point, self.get(point)?)))
    }

    /// Number of stones of `color` on the board.
    #[must_use]
    pub fn count(&self, color: Color) -> usize {
        self.stones().filter(|(_, found)| *found == color).count()
    }

    /// The group of the stone on `point`; `None` if there is no stone.
    #[must_use]
    pub fn group(&self, point: Point) -> Option<Group<'_>> {
        self.get(point)?;
        Some(Group::new(
            &self.bare,
            self.bare.head(self.bare.index(point)),
        ))
    }

    /// All groups, ordered row by row by their representative stones.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> + '_ {
        (0..self.bare.len())
            .filter(|at| self.bare.color_at(*at).is_some() && self.bare.head(*at) == *at)
            .map(|head| Group::new(&self.bare, head))
    }

    /// Whether every group has a liberty. Moves preserve this; setup may not.
    #[must_use]
    pub fn all_have_liberties(&self) -> bool {
        self.groups().all(Group::has_liberty)
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
        if !self.size().contains(point) {
            return Err(OffBoard {
                point,
                size: self.size(),
            });
        }
        Ok(self.place(point, color))
    }

    /// Puts a stone on a point or empties it, without captures (FF\[4\], `AB`, `AW`, `AE`).
    ///
    /// Groups may stay without liberties.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] if the point is off the board; nothing is changed.
    pub fn set(&mut self, point: Point, color: Option<Color>) -> Result<(), OffBoard> {
        if !self.size().contains(point) {
            return Err(OffBoard {
                point,
                size: self.size(),
            });
        }
        self.paint(self.bare.index(point), color.map_or(EMPTY, ink));
        Ok(())
    }

    /// Sets many points like [`Board::set`], in time proportional to their number and the size of the board. Points
    /// off the board are skipped.
    ///
    /// # Errors
    ///
    /// [`OffBoard`] with the first point off the board; all other points were set.
    pub fn setup<I>(&mut self, stones: I) -> Result<(), OffBoard>
    where
        I: IntoIterator<Item = (Point, Option<Color>)>,
    {
        let size = self.size();
        let mut missed = None;
        let cells = stones.into_iter().filter_map(|(point, color)| {
            if size.contains(point) {
                return Some((index(point, size), color.map_or(EMPTY, ink)));
            }
            missed.get_or_insert(OffBoard { point, size });
            None
        });
        self.edit(cells, |_, _, _| ());
        missed.map_or(Ok(()), Err)
    }

    /// Returns the position under a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let mut board = Self::new(symmetry.size(self.size()));
        for (point, color) in self.stones() {
            let at = board.bare.index(symmetry.apply(point, self.size()));
            board.paint(at, ink(color));
        }
        board
    }

    /// Returns the position with the colors of all stones exchanged.
    #[must_use]
    pub fn colors_swapped(&self) -> Self {
        let mut board = Self::new(self.size());
        for (point, color) in self.stones() {
            board.paint(board.bare.index(point), ink(!color));
        }
        board
    }

    pub(crate) const fn bare(&self) -> &BareBoard {
        &self.bare
    }

    /// [`BareBoard::place`] with the hash kept up, on a point of the board.
    #[inline]
    fn place(&mut self, point: Point, color: Color) -> CapturedStones {
        let at = self.bare.index(point);
        let (old, dead) = self.lay(at, point, color);
        if dead {
            self.settle(at, color, old, |_, _| ())
        } else {
            CapturedStones {
                overwritten: color_of(old),
                ..CapturedStones::default()
            }
        }
    }

    /// Puts a stone like [`BareBoard::lay`], on a point of the board and its cell, and updates the hash.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a tenth of a move")]
    pub(crate) fn lay(&mut self, at: usize, point: Point, color: Color) -> (u16, bool) {
        self.hash ^= zobrist::stone(point, color);
        let (old, dead) = self.bare.lay(at, ink(color));
        if let Some(old) = color_of(old) {
            self.hash ^= zobrist::stone(point, old);
        }
        (old, dead)
    }

    /// Removes stones like [`BareBoard::settle`], after a stone replaced `old`, and updates the hash.
    pub(crate) fn settle(
        &mut self,
        at: usize,
        color: Color,
        old: u16,
        mut removed: impl FnMut(usize, u16),
    ) -> CapturedStones {
        let stride = usize::from(self.size().columns()) + 1;
        let mut hash = self.hash;
        let (captured, suicide) = self.bare.settle(at, ink(color), |at, ink| {
            hash ^= number(at, stride, ink);
            removed(at, ink);
        });
        self.hash = hash;
        CapturedStones {
            captured,
            suicide,
            overwritten: color_of(old),
        }
    }

    /// Places and removes stones, without captures. Calls `changed` with each cell that
    /// changes, its old ink and its new ink.
    pub(crate) fn edit(
        &mut self,
        cells: impl Iterator<Item = (usize, u16)>,
        mut changed: impl FnMut(usize, u16, u16),
    ) {
        let mut lifts = 0;
        for (at, ink) in cells {
            let old = self.bare.ink_at(at);
            if old == ink {
                continue;
            }
            changed(at, old, ink);
            self.hash ^= self.number(at, old) ^ self.number(at, ink);
            lifts += u32::from(old != EMPTY);
            if lifts > LIFTS {
                self.bare.smear(at, ink);
            } else {
                self.bare.repaint(at, ink);
            }
        }
        if lifts > LIFTS {
            self.bare.regroup();
        }
    }

    /// Predicts a stone of `own` on an empty cell, without changing the position: the hash after it, the number of
    /// stones it captures, and whether its own group would have no liberty.
    pub(crate) fn foresee(&self, at: usize, own: u16) -> Foresight {
        let bare = &self.bare;
        let mut seen = Foresight {
            hash: self.hash ^ self.number(at, own),
            captured: 0,
            suicide: 0,
        };
        let around = bare.around(at);
        let heads = around.map(|near| bare.head(near));
        let touch = |head: usize| heads.iter().filter(|h| **h == head).count() as u16;
        let mut alive = false;
        for (n, head) in heads.into_iter().enumerate() {
            match bare.ink_at(around[n]) {
                EMPTY => alive = true,
                ink if color_of(ink).is_none() => {}
                ink if ink == own => alive |= bare.breath(head) > touch(head),
                ink if bare.breath(head) == touch(head) => {
                    alive = true;
                    if !heads[..n].contains(&head) {
                        seen.captured += bare.stones(head);
                        seen.hash ^= self.numbers(head, ink);
                    }
                }
                _ => {}
            }
        }
        if !alive {
            seen.hash ^= self.number(at, own);
            seen.suicide = 1;
            for (n, head) in heads.into_iter().enumerate() {
                if bare.ink_at(around[n]) == own && !heads[..n].contains(&head) {
                    seen.suicide += bare.stones(head);
                    seen.hash ^= self.numbers(head, own);
                }
            }
        }
        seen
    }

    /// The numbers of all stones of the group of `head`.
    fn numbers(&self, head: usize, ink: u16) -> u64 {
        let mut hash = 0;
        let mut at = head;
        loop {
            hash ^= self.number(at, ink);
            at = self.bare.next(at);
            if at == head {
                return hash;
            }
        }
    }

    fn paint(&mut self, at: usize, ink: u16) {
        self.edit(core::iter::once((at, ink)), |_, _, _| ());
    }

    fn number(&self, at: usize, ink: u16) -> u64 {
        number(at, usize::from(self.size().columns()) + 1, ink)
    }
}

/// Predicted effect of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foresight {
    pub(crate) hash: u64,
    pub(crate) captured: u16,
    pub(crate) suicide: u16,
}

fn number(at: usize, stride: usize, ink: u16) -> u64 {
    let (at, stride) = (at as u32, stride as u32);
    let point = Point {
        x: (at % stride) as u16,
        y: (at / stride).wrapping_sub(1) as u16,
    };
    color_of(ink).map_or(0, |color| zobrist::stone(point, color))
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.size() == other.size()
            && self
                .size()
                .points()
                .all(|point| self.get(point) == other.get(point))
    }
}

impl Eq for Board {}

impl hash::Hash for Board {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Default for Board {
    /// The empty 19×19 board.
    fn default() -> Self {
        Self::new(Size::default())
    }
}

impl From<&BareBoard> for Board {
    fn from(bare: &BareBoard) -> Self {
        let mut board = Self {
            bare: bare.clone(),
            hash: zobrist::empty(bare.size()),
        };
        let numbers: Vec<_> = board.stones().collect();
        for (point, color) in numbers {
            board.hash ^= zobrist::stone(point, color);
        }
        board
    }
}
