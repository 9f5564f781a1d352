use core::{fmt, str::FromStr};

use crate::{ParseError, Point};

/// A move that places one stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// No stone is played.
    Pass,
    /// A stone is played on this point.
    Play(Point),
}

/// The packed form of a pass: no point of a board of 52×52 has it.
const PASS: u16 = 0x0fff;

impl Move {
    /// The point played on; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::Play(point) => Some(point),
        }
    }

    /// The move in SGF notation: two letters, or nothing for a pass.
    #[must_use]
    pub const fn sgf(self) -> SgfMove {
        SgfMove(self)
    }

    /// The move in 12 bits: [`Point::pack`], or `0xfff` for a pass. `None` if the point has no
    /// packed form.
    #[must_use]
    #[inline]
    pub const fn pack(self) -> Option<u16> {
        match self {
            Self::Pass => Some(PASS),
            Self::Play(point) => point.pack(),
        }
    }

    /// Returns the move with the packed form `packed`; `None` if there is none.
    #[must_use]
    pub const fn unpack(packed: u16) -> Option<Self> {
        match (packed, Point::unpack(packed)) {
            (PASS, _) => Some(Self::Pass),
            (_, Some(point)) => Some(Self::Play(point)),
            (_, None) => None,
        }
    }
}

impl From<Point> for Move {
    #[inline]
    fn from(point: Point) -> Self {
        Self::Play(point)
    }
}

impl fmt::Display for Move {
    /// The point as [`Point`] prints it, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Play(point) => point.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads a point as [`Point`] does; an empty text and `pass`, in any case, are a pass.
    ///
    /// `tt` is a point here: only the size of the board decides whether it is a pass.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.is_empty() || text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Play)
    }
}

/// A move as the value of an SGF property, from [`Move::sgf`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SgfMove(Move);

impl fmt::Display for SgfMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Pass => Ok(()),
            Move::Play(point) => point.fmt(f),
        }
    }
}
