//! Hex.
//!
//! A point is the letters of the column (`a` to `z`, then `aa`, `ab` and so on) and the number of
//! the row. A move is a point or a word. Case does not count, boards may be of any size. Black
//! connects top and bottom, White left and right.

use std::fmt;

use super::grid;
use crate::value::{Lenient, Size, ValueError, ValueErrorKind};

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from 0 for `a`.
    pub column: u16,
    /// Row, from 0 for row 1, which lies at the top.
    pub row: u16,
}

impl Point {
    /// The point in `column` and `row`, both from zero.
    #[must_use]
    pub const fn new(column: u16, row: u16) -> Self {
        Self { column, row }
    }

    /// Reads a point of a board of `size`.
    ///
    /// # Errors
    /// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything but letters and a number,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let (column, row) = grid::labelled_point(raw, size)?;
        Ok(Self { column, row })
    }

    /// Reads a point with white space in it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }

    /// The point mirrored on the long diagonal, where swapped pieces go.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.row, self.column)
    }
}

/// The raw value, in lower case.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = grid::column_letters(self.column);
        write!(f, "{letters}{}", u32::from(self.row) + 1)
    }
}

/// A move of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on a point.
    Place(Point),
    /// `swap-sides`: the players change colours, the stones stay.
    SwapSides,
    /// `swap-pieces`: the stones change colours and are mirrored on the long diagonal.
    SwapPieces,
    /// `pass`.
    Pass,
    /// `resign`.
    Resign,
    /// `forfeit`.
    Forfeit,
}

const WORDS: [(&str, Move); 5] = [
    ("swap-sides", Move::SwapSides),
    ("swap-pieces", Move::SwapPieces),
    ("pass", Move::Pass),
    ("resign", Move::Resign),
    ("forfeit", Move::Forfeit),
];

impl Move {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything but a word or a point,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        if let Some(word) = grid::word(raw, &WORDS) {
            return Ok(word);
        }
        Point::parse(raw, size)
            .map(Self::Place)
            .map_err(|error| match error.kind {
                ValueErrorKind::NotAPoint => ValueError::whole(ValueErrorKind::NotAMove, raw),
                _ => error,
            })
    }

    /// Reads a move with white space in it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// The raw value, in lower case.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Place(point) = self {
            return point.fmt(f);
        }
        grid::write_word(f, self, &WORDS)
    }
}
