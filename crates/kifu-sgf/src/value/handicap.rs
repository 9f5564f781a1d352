//! Handicap: the value of `HA`, a number.

use super::{Lenient, Repair, ValueError, ValueErrorKind, han, number, scan};

/// Reads a number of handicap stones.
///
/// The standard requires 2 or more; 0 and 1, which mean an even game, are accepted too.
///
/// # Errors
/// The errors of [`number::parse`], and [`OutOfRange`](ValueErrorKind::OutOfRange) for a negative number.
pub fn parse(raw: &str) -> Result<u16, ValueError> {
    count(number::parse(raw)?, raw)
}

/// Reads a number of handicap stones like [`number::parse_lenient`], and also with text after it (`9 stones, 2`), or
/// as a word for none.
///
/// # Errors
/// The errors of [`parse`], if the text is not a handicap or is ambiguous: `2.5`.
pub fn parse_lenient(raw: &str) -> Result<Lenient<u16>, ValueError> {
    let strict = match number::parse_lenient(raw) {
        Ok(read) => {
            let value = count(read.value, raw)?;
            return Ok(read.map(|_| value));
        }
        Err(error) => error,
    };
    let trimmed = scan::trim(raw);
    if scan::is_one_of(
        trimmed,
        &["none", "no", "even", "无", "無", "なし", "互先", "定先"],
    ) {
        return Ok(Lenient::repaired(0, Repair::Word));
    }
    let ascii = han::to_ascii(trimmed);
    let (digits, rest) = scan::split_digits(&ascii);
    let rest = rest.trim_start();
    let after = ["stones", "stone", "子"]
        .iter()
        .find_map(|unit| scan::strip_prefix_ignore_case(rest, unit));
    let repair = match after {
        Some("") => Repair::TrailingUnit,
        Some(_) => Repair::TrailingWords,
        // `２`
        None if rest.is_empty() => Repair::Word,
        None => return Err(strict),
    };
    let value = number::parse(digits).and_then(|value| count(value, raw));
    Ok(Lenient::repaired(value.map_err(|_| strict)?, repair))
}

fn count(number: i64, raw: &str) -> Result<u16, ValueError> {
    u16::try_from(number).map_err(|_| ValueError::whole(ValueErrorKind::OutOfRange, raw))
}
