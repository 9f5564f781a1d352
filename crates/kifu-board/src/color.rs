use core::{fmt, ops::Not, str::FromStr};

use crate::ParseError;

/// The color of a stone, a player or a move.
///
/// Games without black and white pieces use it for their two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black, the first player in a game of Go without handicap.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both colors, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other color.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for black, 1 for white: an index into a pair.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the color in SGF: `B` or `W`. It is also the identifier of the property for moves of this color.
    #[must_use]
    #[inline]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Black => "B",
            Self::White => "W",
        }
    }

    /// The color whose letter in SGF is `letter`: `B` or `W`, upper case only.
    #[must_use]
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'B' => Some(Self::Black),
            b'W' => Some(Self::White),
            _ => None,
        }
    }

    /// The name of the color: `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    /// `black` or `white`. The letter of SGF is [`Color::letter`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = ParseError;

    /// Reads `B`, `W`, `black` or `white`, in any case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::BOTH
            .into_iter()
            .find(|color| {
                text.eq_ignore_ascii_case(color.letter()) || text.eq_ignore_ascii_case(color.name())
            })
            .ok_or(ParseError::Color)
    }
}
