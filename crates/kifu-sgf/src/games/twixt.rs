//! `TwixT`.
//!
//! A hole is the letters of its column and the number of its row, as in [Hex](super::hex). A move is a hole; all
//! possible links are added automatically. A *long* move also adds or removes links, and may begin with that
//! (`-i5'/h'6k6`); its notation differs between editions of the standard, so it is kept unchanged. Case is ignored.
//! White moves first and connects top and bottom.

use std::fmt;

use super::{grid, hex::parse_point};
use crate::value::{Lenient, Size, ValueError, ValueErrorKind};

pub use super::hex::Point;

/// A move of `TwixT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move<'a> {
    /// A peg in a hole.
    Peg(Point),
    /// A peg in a hole and changes of links, or a word: the whole raw value.
    Long(&'a str),
}

impl<'a> Move<'a> {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for characters that no edition uses,
    /// [`OffBoard`](ValueErrorKind::OffBoard) for a hole outside of the board.
    pub fn parse(raw: &'a str, size: Size) -> Result<Self, ValueError> {
        match parse_point(raw, size) {
            Ok(point) => Ok(Self::Peg(point)),
            Err(error) if error.kind == ValueErrorKind::OffBoard => Err(error),
            Err(_) => {
                let begins = |char: char| char.is_ascii_alphabetic() || "-+/\\".contains(char);
                let is_long = raw.starts_with(begins)
                    && raw.contains(|char: char| char.is_ascii_alphabetic())
                    && raw
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"'*+-,;:/\\ ".contains(&byte));
                if is_long {
                    Ok(Self::Long(raw))
                } else {
                    Err(ValueError::whole(ValueErrorKind::NotAMove, raw))
                }
            }
        }
    }

    /// Reads a hole with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &'a str, size: Size) -> Result<Lenient<Self>, ValueError> {
        match grid::without_white_space(raw, |raw| parse_point(raw, size)) {
            Ok(read) => Ok(read.map(Self::Peg)),
            Err(_) => Self::parse(raw, size).map(Lenient::strict),
        }
    }
}

/// The raw value, holes in lower case.
impl fmt::Display for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peg(point) => point.fmt(f),
            Self::Long(raw) => f.write_str(raw),
        }
    }
}
