//! Point, as Go and the games that follow it write one: a letter for the column, one for the row.

use std::fmt;

use super::{Lenient, Repair, Size, ValueError, ValueErrorKind};

/// A point of the board, counted from the upper left corner, which is column 0 and row 0.
///
/// Letters reach to 52 columns and rows: `a` to `z`, then `A` to `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from the left.
    pub column: u8,
    /// Row, from the top.
    pub row: u8,
}

/// The most columns and rows that letters can name.
pub const MAX: u8 = 52;

impl Point {
    /// The point in `column` and `row`, both counted from zero.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Reads a Point, on a board of any size.
    ///
    /// # Errors
    /// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything but two letters.
    #[inline]
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let &[column, row] = raw.as_bytes() else {
            return Err(ValueError::whole(ValueErrorKind::NotAPoint, raw));
        };
        match (coordinate(column), coordinate(row)) {
            (Some(column), Some(row)) => Ok(Self { column, row }),
            _ => Err(ValueError::whole(ValueErrorKind::NotAPoint, raw)),
        }
    }

    /// Reads a Point of a board of `size`.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    #[inline]
    pub fn parse_on(raw: &str, size: Size) -> Result<Self, ValueError> {
        let point = Self::parse(raw)?;
        if size.contains(point) {
            Ok(point)
        } else {
            Err(ValueError::whole(ValueErrorKind::OffBoard, raw))
        }
    }

    /// Reads a Point of a board of `size` with white space in it, or in upper-case letters on a
    /// board that has no use for them.
    ///
    /// # Errors
    /// As [`parse_on`](Self::parse_on), where no point of the board can be meant.
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse_on(raw, size) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        let mut letters = [0; 2];
        let bytes = raw.bytes().filter(|byte| !byte.is_ascii_whitespace());
        for (place, byte) in bytes.enumerate() {
            *letters.get_mut(place).ok_or(strict)? = byte;
        }
        let read = |[column, row]: [u8; 2]| {
            let point = Self::new(coordinate(column)?, coordinate(row)?);
            size.contains(point).then_some(point)
        };
        if let Some(value) = read(letters) {
            return Ok(Lenient::repaired(value, Repair::WhiteSpace));
        }
        match read(letters.map(|letter| letter.to_ascii_lowercase())) {
            Some(value) => Ok(Lenient::repaired(value, Repair::LetterCase)),
            None => Err(strict),
        }
    }
}

/// The coordinate of a letter.
#[inline]
const fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The letter of a coordinate, `?` beyond the last one.
const fn letter(coordinate: u8) -> char {
    match coordinate {
        0..26 => (b'a' + coordinate) as char,
        26..MAX => (b'A' + coordinate - 26) as char,
        _ => '?',
    }
}

/// The raw value. A coordinate of [`MAX`] or more, which has no letter, comes out as `?`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}
