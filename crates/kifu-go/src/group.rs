use core::fmt;

use crate::{BareBoard, Color, Point, bare::EMPTY};

/// A cell for each bit: enough for 52×52 and its margin.
pub(crate) const WORDS: usize = (54 * 53_usize).div_ceil(64);

/// A set of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells([u64; WORDS]);

impl Cells {
    pub(crate) const NONE: Self = Self([0; WORDS]);

    /// Adds a cell; false if it was there.
    pub(crate) fn insert(&mut self, at: usize) -> bool {
        let (word, bit) = (&mut self.0[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    pub(crate) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] & 1 << (at % 64) != 0
    }
}

/// Stones of one color that are connected along the lines.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    bare: &'a BareBoard,
    head: usize,
}

impl<'a> Group<'a> {
    pub(crate) const fn new(bare: &'a BareBoard, head: usize) -> Self {
        Self { bare, head }
    }

    /// The color of the stones.
    #[must_use]
    pub fn color(self) -> Color {
        self.bare.color_at(self.head).unwrap_or(Color::Black)
    }

    /// Number of stones.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a group has at least one stone"
    )]
    pub fn len(self) -> usize {
        self.bare.stones(self.head).into()
    }

    /// Whether the group has a liberty.
    #[must_use]
    pub fn has_liberty(self) -> bool {
        self.bare.breath(self.head) != 0
    }

    /// The stones, in an unspecified but fixed order.
    pub fn stones(self) -> impl Iterator<Item = Point> + 'a {
        self.cells().map(move |at| self.bare.point(at))
    }

    /// The liberties: the empty points next to the stones, each once, in an unspecified but fixed order.
    pub fn liberties(self) -> impl Iterator<Item = Point> + 'a {
        let mut seen = Cells::NONE;
        self.cells()
            .flat_map(move |at| self.bare.around(at))
            .filter(move |at| self.bare.ink_at(*at) == EMPTY && seen.insert(*at))
            .map(move |at| self.bare.point(at))
    }

    /// Whether `point` is one of the stones.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        self.bare.get(point).is_some() && self.bare.head(self.bare.index(point)) == self.head
    }

    fn cells(self) -> impl Iterator<Item = usize> + 'a {
        let mut at = self.head;
        (0..self.len()).map(move |_| {
            at = self.bare.next(at);
            at
        })
    }
}

impl fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("color", &self.color())
            .field("head", &self.bare.point(self.head))
            .field("stones", &self.len())
            .finish()
    }
}
