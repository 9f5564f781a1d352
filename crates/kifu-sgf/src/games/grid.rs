//! Parts that the notations of several games share.

use std::fmt;

use kifu_board::Axis;

use crate::value::{self, Lenient, Point, Repair, Size, ValueError, ValueErrorKind};

/// Returns the meaning of `raw` if it is one of `words`, in any case.
pub(super) fn word<M: Copy>(raw: &str, words: &[(&str, M)]) -> Option<M> {
    let word = words
        .iter()
        .find(|(word, _)| raw.eq_ignore_ascii_case(word));
    word.map(|(_, meaning)| *meaning)
}

/// Writes the word that means `meaning`, if one of `words` does.
pub(super) fn write_word<M: PartialEq>(
    f: &mut fmt::Formatter<'_>,
    meaning: &M,
    words: &[(&str, M)],
) -> fmt::Result {
    let word = words.iter().find(|(_, other)| other == meaning);
    f.write_str(word.map_or("", |(word, _)| word))
}

/// Reads several points of two letters each, without separators.
pub(super) fn points<const N: usize>(raw: &str, size: Size) -> Result<[Point; N], ValueError> {
    if raw.len() != 2 * N || !raw.is_ascii() {
        return Err(ValueError::whole(ValueErrorKind::NotAMove, raw));
    }
    let mut points = [Point::new(0, 0); N];
    for (place, point) in points.iter_mut().enumerate() {
        *point = value::point::parse_on(&raw[2 * place..2 * place + 2], size)
            .map_err(|error| error.offset_by(2 * place))?;
    }
    Ok(points)
}

/// Reads `raw` with `parse`; if that fails, once more without its white space.
pub(super) fn without_white_space<T>(
    raw: &str,
    parse: impl Fn(&str) -> Result<T, ValueError>,
) -> Result<Lenient<T>, ValueError> {
    let strict = match parse(raw) {
        Ok(value) => return Ok(Lenient::strict(value)),
        Err(error) => error,
    };
    let compact: String = raw.chars().filter(|char| !char.is_whitespace()).collect();
    if compact.len() == raw.len() {
        return Err(strict);
    }
    match parse(&compact) {
        Ok(value) => Ok(Lenient::repaired(value, Repair::WhiteSpace)),
        Err(_) => Err(strict),
    }
}

/// Reads a point of letters and a number at the start of `raw`: the point, with row 1 as row 0, and
/// the length read.
///
/// Columns are counted `a` to `z`, then `aa`, `ab` and so on; rows from 1. Case does not count.
pub(super) fn letters_and_number(raw: &str) -> Option<(Point, usize)> {
    let (x, rest) = Axis::LowerLetters.parse_prefix(raw)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (y, _) = Axis::Numbers.parse_prefix(&rest[..digits])?;
    Some((Point::new(x, y), raw.len() - rest.len() + digits))
}

/// Reads a point of letters and a number on a board of `size`.
pub(super) fn labeled_point(raw: &str, size: Size) -> Result<Point, ValueError> {
    match letters_and_number(raw) {
        Some((point, length)) if length == raw.len() => {
            if size.contains(point) {
                Ok(point)
            } else {
                Err(ValueError::whole(ValueErrorKind::OffBoard, raw))
            }
        }
        _ => Err(ValueError::whole(ValueErrorKind::NotAPoint, raw)),
    }
}
