//! What the notations of several games share.

use std::fmt;

use kifu_syntax::Span;

use crate::value::{Lenient, Point, Repair, Size, ValueError, ValueErrorKind};

/// What `raw` means if it is one of `words`. Case does not count.
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

/// Several points of two letters each, with nothing between them.
pub(super) fn points<const N: usize>(raw: &str, size: Size) -> Result<[Point; N], ValueError> {
    if raw.len() != 2 * N || !raw.is_ascii() {
        return Err(ValueError::whole(ValueErrorKind::NotAMove, raw));
    }
    let mut points = [Point::new(0, 0); N];
    for (place, point) in points.iter_mut().enumerate() {
        *point = Point::parse_on(&raw[2 * place..2 * place + 2], size)
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

/// A point of letters and a number: column and row, both from zero, and the length read.
///
/// Columns are counted `a` to `z`, then `aa`, `ab` and so on; rows from 1. Case does not count.
pub(super) fn letters_and_number(raw: &str) -> Option<(u16, u16, usize)> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    let mut column = 0_u16;
    while let Some(letter) = bytes.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
        let digit = u16::from(letter.to_ascii_lowercase() - b'a' + 1);
        column = column.checked_mul(26)?.checked_add(digit)?;
        at += 1;
    }
    let mut row = 0_u16;
    while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
        row = row.checked_mul(10)?.checked_add(u16::from(digit - b'0'))?;
        at += 1;
    }
    Some((column.checked_sub(1)?, row.checked_sub(1)?, at))
}

/// Reads a point of letters and a number on a board of `size`.
pub(super) fn labelled_point(raw: &str, size: Size) -> Result<(u16, u16), ValueError> {
    match letters_and_number(raw) {
        Some((column, row, length)) if length == raw.len() => {
            if column < size.columns && row < size.rows {
                Ok((column, row))
            } else {
                let span = Span::new(0, raw.len());
                Err(ValueError::new(ValueErrorKind::OffBoard, span))
            }
        }
        _ => Err(ValueError::whole(ValueErrorKind::NotAPoint, raw)),
    }
}

/// The letters of a column, counted from zero.
pub(super) fn column_letters(column: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::from(column) + 1;
    while rest > 0 {
        // Below 26.
        letters.push(b'a' + ((rest - 1) % 26) as u8);
        rest = (rest - 1) / 26;
    }
    letters
        .iter()
        .rev()
        .map(|&letter| char::from(letter))
        .collect()
}
