//! Amazons.
//!
//! Points are written as in Go. A move is the start of the amazon, its destination, and the point where its arrow
//! lands: `djddgd`.

use std::fmt;

use super::grid;
use crate::value::{Lenient, Size, ValueError};

pub use crate::value::{Point, Stone};

/// A move of Amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Start of the amazon.
    pub from: Point,
    /// Destination of the amazon.
    pub to: Point,
    /// Point where its arrow lands.
    pub arrow: Point,
}

impl Move {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](crate::value::ValueErrorKind::NotAMove) for anything except six letters,
    /// [`OffBoard`](crate::value::ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let [from, to, arrow] = grid::points(raw, size)?;
        Ok(Self { from, to, arrow })
    }

    /// Reads a move with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, self.to, self.arrow)
    }
}
