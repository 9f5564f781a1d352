//! Move, as Go has it: a point, or a pass.

use std::fmt;

use super::{Lenient, Point, Repair, Size, ValueError, scan};

/// A move of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// `[]`, and on boards up to 19×19 also `[tt]`.
    Pass,
    /// A stone on a point.
    Play(Point),
}

impl Move {
    /// Reads a Move on a board of `size`.
    ///
    /// # Errors
    /// Those of [`Point::parse_on`].
    #[inline]
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        if raw.is_empty() || (raw == "tt" && size.has_tt_pass()) {
            return Ok(Self::Pass);
        }
        Point::parse_on(raw, size).map(Self::Play)
    }

    /// Reads a Move as [`Point::parse_lenient`] reads a point, and a pass written as a word:
    /// `pass`, `PASS`.
    ///
    /// # Errors
    /// Those of [`Point::parse_on`], where no move can be meant.
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        if let Ok(value) = Self::parse(raw, size) {
            return Ok(Lenient::strict(value));
        }
        match scan::trim(raw) {
            "" => Ok(Lenient::repaired(Self::Pass, Repair::WhiteSpace)),
            "``" => Ok(Lenient::repaired(Self::Pass, Repair::Word)),
            "tt" | "TT" if size.has_tt_pass() => {
                Ok(Lenient::repaired(Self::Pass, Repair::LetterCase))
            }
            word if word.eq_ignore_ascii_case("pass") => {
                Ok(Lenient::repaired(Self::Pass, Repair::Word))
            }
            _ => Point::parse_lenient(raw, size).map(|read| read.map(Self::Play)),
        }
    }

    /// The point played; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::Play(point) => Some(point),
        }
    }
}

/// The raw value; a pass is empty, as FF\[4\] has it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => Ok(()),
            Self::Play(point) => point.fmt(f),
        }
    }
}
