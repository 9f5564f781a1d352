use core::{fmt, str::FromStr};

use crate::{ParseError, Size};

/// A point of a board: column and row, counted from 0 at the upper left corner.
///
/// A point does not know the size of its board; [`Size::contains`] returns whether it is on one. Points are ordered
/// row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Column, from the left.
    pub x: u16,
    /// Row, from the top.
    pub y: u16,
}

impl Point {
    /// The point in column `x` and row `y`.
    #[must_use]
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// The point that two letters name in SGF (FF\[4\], Go, *Point*): column, then row; `a` to `z`
    /// are 0 to 25, `A` to `Z` are 26 to 51.
    ///
    /// `None` if either byte is not a letter.
    #[must_use]
    #[inline]
    pub const fn from_letters(column: u8, row: u8) -> Option<Self> {
        let (x, y) = (ORDINALS[column as usize], ORDINALS[row as usize]);
        if x | y == NONE {
            return None;
        }
        Some(Self {
            x: x as u16,
            y: y as u16,
        })
    }

    /// The two letters that name the point in SGF, column first; `None` beyond column or row 51.
    #[must_use]
    pub const fn letters(self) -> Option<[u8; 2]> {
        match (letter(self.x), letter(self.y)) {
            (Some(x), Some(y)) => Some([x, y]),
            _ => None,
        }
    }

    /// The point in 12 bits: the row in the upper six, the column in the lower six. `None` beyond
    /// column or row 51.
    ///
    /// The packed form does not depend on the size of the board, and sorts as points do.
    #[must_use]
    #[inline]
    pub const fn pack(self) -> Option<u16> {
        if self.x < Size::LETTERS && self.y < Size::LETTERS {
            Some(self.y << 6 | self.x)
        } else {
            None
        }
    }

    /// Returns the point with the packed form `packed`; `None` if there is none.
    #[must_use]
    #[inline]
    pub const fn unpack(packed: u16) -> Option<Self> {
        let (x, y) = (packed & 63, packed >> 6);
        if x < Size::LETTERS && y < Size::LETTERS {
            Some(Self { x, y })
        } else {
            None
        }
    }

    /// The point with column and row exchanged: mirrored on the long diagonal.
    #[must_use]
    #[inline]
    pub const fn transposed(self) -> Self {
        Self {
            x: self.y,
            y: self.x,
        }
    }
}

/// The ordinal of a byte that is no letter: all bits, so that a pair is one test.
const NONE: u8 = u8::MAX;

/// The ordinal of each byte.
static ORDINALS: [u8; 256] = {
    let mut ordinals = [NONE; 256];
    let mut ordinal = 0;
    while let Some(letter) = letter(ordinal) {
        ordinals[letter as usize] = ordinal as u8;
        ordinal += 1;
    }
    ordinals
};

pub(crate) const fn letter(ordinal: u16) -> Option<u8> {
    match ordinal {
        0..26 => Some(b'a' + ordinal as u8),
        26..52 => Some(b'A' + (ordinal - 26) as u8),
        _ => None,
    }
}

impl From<(u16, u16)> for Point {
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl fmt::Display for Point {
    /// The letters of SGF (`pd`), or column and row as numbers from 0 (`60:3`) beyond them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letters() {
            Some(letters) => f.pad(core::str::from_utf8(&letters).unwrap_or_default()),
            None => write!(f, "{}:{}", self.x, self.y),
        }
    }
}

impl FromStr for Point {
    type Err = ParseError;

    /// Reads two letters, as SGF writes a point: `pd`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match *text.as_bytes() {
            [column, row] => Self::from_letters(column, row).ok_or(ParseError::Point),
            _ => Err(ParseError::Point),
        }
    }
}
