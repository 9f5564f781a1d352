//! Ataxx, as programs write it: points as in Go. A move is the point of a new piece, or the start and the destination
//! of a jump.

use std::fmt;

use crate::value::{self, Lenient, Repair, Size, ValueError};

pub use crate::value::Point;

/// A move of Ataxx.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Nothing.
    Pass,
    /// A new piece on a point.
    Place(Point),
    /// A piece jumps.
    Jump {
        /// From here.
        from: Point,
        /// To here.
        to: Point,
    },
}

impl Move {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](crate::value::ValueErrorKind::NotAMove) for anything except none, two or four letters, and
    /// [`OffBoard`](crate::value::ValueErrorKind::OffBoard).
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        match raw.len() {
            0 => Ok(Self::Pass),
            2 => value::point::parse_on(raw, size).map(Self::Place),
            _ => {
                let [from, to] = super::grid::points(raw, size)?;
                Ok(Self::Jump { from, to })
            }
        }
    }

    /// Reads a move with white space in it, or the word `pass`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        if raw.trim().eq_ignore_ascii_case("pass") {
            return Ok(Lenient::repaired(Self::Pass, Repair::Word));
        }
        super::grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => Ok(()),
            Self::Place(point) => point.fmt(f),
            Self::Jump { from, to } => write!(f, "{from}{to}"),
        }
    }
}
