//! Point in Go and the games written like it: a letter for the column, one for the row.

pub use kifu_board::Point;

use super::{Lenient, Repair, Size, ValueError, ValueErrorKind};

/// Reads a Point, on a board of any size. `Display` writes it.
///
/// # Errors
/// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything except two letters.
#[inline]
pub fn parse(raw: &str) -> Result<Point, ValueError> {
    let point = match *raw.as_bytes() {
        [column, row] => Point::from_letters(column, row),
        _ => None,
    };
    point.ok_or(ValueError::whole(ValueErrorKind::NotAPoint, raw))
}

/// Reads a Point of a board of `size`.
///
/// # Errors
/// The errors of [`parse`], and [`OffBoard`](ValueErrorKind::OffBoard) outside the board.
#[inline]
pub fn parse_on(raw: &str, size: Size) -> Result<Point, ValueError> {
    let point = parse(raw)?;
    if size.contains(point) {
        Ok(point)
    } else {
        Err(ValueError::whole(ValueErrorKind::OffBoard, raw))
    }
}

/// Reads a Point of a board of `size` with white space in it, or in upper-case letters on a board
/// that has no use for them.
///
/// # Errors
/// The errors of [`parse_on`], if no reading is a point of the board.
pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Point>, ValueError> {
    let strict = match parse_on(raw, size) {
        Ok(value) => return Ok(Lenient::strict(value)),
        Err(error) => error,
    };
    let mut letters = [0; 2];
    let bytes = raw.bytes().filter(|byte| !byte.is_ascii_whitespace());
    for (place, byte) in bytes.enumerate() {
        *letters.get_mut(place).ok_or(strict)? = byte;
    }
    let read = |[column, row]: [u8; 2]| {
        Point::from_letters(column, row).filter(|point| size.contains(*point))
    };
    if let Some(value) = read(letters) {
        return Ok(Lenient::repaired(value, Repair::WhiteSpace));
    }
    match read(letters.map(|letter| letter.to_ascii_lowercase())) {
        Some(value) => Ok(Lenient::repaired(value, Repair::LetterCase)),
        None => Err(strict),
    }
}
