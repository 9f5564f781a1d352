//! Hex.
//!
//! A point is the letters of the column (`a` to `z`, then `aa`, `ab` and so on) and the number of the row. A move is a
//! point or a word, in any case. Boards may have any size. Black connects top and bottom, White left and right.

use std::fmt;

use kifu_board::Axis;

use super::grid;
use crate::value::{Lenient, Size, ValueError, ValueErrorKind};

pub use crate::value::Point;

/// Reads a point of a board of `size`: `a5`. [`name`] writes it.
///
/// # Errors
/// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything except letters and a number,
/// [`OffBoard`](ValueErrorKind::OffBoard) outside the board.
pub fn parse_point(raw: &str, size: Size) -> Result<Point, ValueError> {
    grid::labeled_point(raw, size)
}

/// Reads a point with white space in it.
///
/// # Errors
/// The errors of [`parse_point`].
pub fn parse_point_lenient(raw: &str, size: Size) -> Result<Lenient<Point>, ValueError> {
    grid::without_white_space(raw, |raw| parse_point(raw, size))
}

/// The raw value of a point, in lower case.
pub fn name(point: Point) -> impl fmt::Display {
    struct Name(Point);
    impl fmt::Display for Name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let Point { x, y } = self.0;
            write!(f, "{}{}", Axis::LowerLetters.name(x), Axis::Numbers.name(y))
        }
    }
    Name(point)
}

/// A move of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on a point.
    Place(Point),
    /// `swap-sides`: the players change colors, the stones stay.
    SwapSides,
    /// `swap-pieces`: the stones change colors and are mirrored on the long diagonal.
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
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything except a word or a point,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        if let Some(word) = grid::word(raw, &WORDS) {
            return Ok(word);
        }
        parse_point(raw, size)
            .map(Self::Place)
            .map_err(|error| match error.kind {
                ValueErrorKind::NotAPoint => ValueError::whole(ValueErrorKind::NotAMove, raw),
                _ => error,
            })
    }

    /// Reads a move with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// The raw value, in lower case.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Place(point) = self {
            return name(*point).fmt(f);
        }
        grid::write_word(f, self, &WORDS)
    }
}
