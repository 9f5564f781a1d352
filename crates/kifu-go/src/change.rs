//! The change made by a step of a game, for undo.

use crate::{
    Board, Color, Point, Size,
    bare::{color_of, index},
};

/// Points in a word of a packed board: two bits each.
pub(crate) const PACKED: usize = 8;

/// A cell in the lower 12 bits, its old content above them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change(pub(crate) u16);

impl Change {
    pub(crate) const fn new(at: usize, ink: u16) -> Self {
        Self(at as u16 | ink << 12)
    }

    pub(crate) const fn at(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    pub(crate) const fn ink(self) -> u16 {
        self.0 >> 12
    }

    /// The old color of the cell.
    pub(crate) const fn color(self) -> Option<Color> {
        color_of(self.ink())
    }

    pub(crate) fn point(self, board: &Board) -> Point {
        board.bare().point(self.at())
    }
}

/// Returns the cells of a packed board and their old content; empty for no words.
pub(crate) fn unpacked(words: &[Change], size: Size) -> impl Iterator<Item = (usize, u16)> {
    let points = size.points().take(words.len() * PACKED).enumerate();
    points.map(move |(n, point)| {
        let ink = words[n / PACKED].0 >> (2 * (n % PACKED)) & 3;
        (index(point, size), ink)
    })
}
