//! Color: `Color = ("B" | "W")`.

use std::fmt;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// `B`.
    Black,
    /// `W`.
    White,
}

impl Color {
    /// The other player.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Reads a Color.
    ///
    /// # Errors
    /// [`NotAColor`](ValueErrorKind::NotAColor) for anything but `B` and `W`.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        match raw {
            "B" => Ok(Self::Black),
            "W" => Ok(Self::White),
            _ => Err(ValueError::whole(ValueErrorKind::NotAColor, raw)),
        }
    }

    /// Reads a Color in lower case, as a word (`black`), or as a number (`1` is Black, `2` is
    /// White).
    ///
    /// # Errors
    /// As [`parse`](Self::parse), for anything else.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        if let Ok(value) = Self::parse(raw) {
            return Ok(Lenient::strict(value));
        }
        let trimmed = scan::trim(raw);
        let (value, repair) = match &*trimmed.to_ascii_lowercase() {
            "b" => (Self::Black, Repair::LetterCase),
            "w" => (Self::White, Repair::LetterCase),
            "black" => (Self::Black, Repair::Word),
            "white" => (Self::White, Repair::Word),
            "1" => (Self::Black, Repair::ColorNumber),
            "2" => (Self::White, Repair::ColorNumber),
            _ => return Self::parse(raw).map(Lenient::strict),
        };
        let repair = match Self::parse(trimmed) {
            Ok(_) => Repair::WhiteSpace,
            Err(_) => repair,
        };
        Ok(Lenient::repaired(value, repair))
    }
}

/// The raw value.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "B",
            Self::White => "W",
        })
    }
}
