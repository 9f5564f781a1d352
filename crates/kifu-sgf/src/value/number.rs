//! Number: `Number = [("+" | "-")] Digit {Digit}`.

use kifu_syntax::Span;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// Reads a Number.
///
/// # Errors
/// [`NotANumber`](ValueErrorKind::NotANumber) for any other text, [`OutOfRange`](ValueErrorKind::OutOfRange) if the
/// number does not fit 64 bits.
pub fn parse(raw: &str) -> Result<i64, ValueError> {
    if !scan::is_digits(scan::unsigned(raw)) {
        let sign = raw.len() - scan::unsigned(raw).len();
        let bad = raw[sign..]
            .char_indices()
            .find(|(_, char)| !char.is_ascii_digit())
            .map(|(at, char)| Span::new(sign + at, sign + at + char.len_utf8()));
        return Err(match bad {
            Some(span) => ValueError::new(ValueErrorKind::NotANumber, span),
            None => ValueError::whole(ValueErrorKind::NotANumber, raw),
        });
    }
    raw.parse()
        .map_err(|_| ValueError::whole(ValueErrorKind::OutOfRange, raw))
}

/// Reads a Number with white space around or a line break inside, with a fraction of zero, or
/// with a word after it: `9 stones`, `3.0`.
///
/// # Errors
/// The errors of [`parse`], if the text is no number or is ambiguous: `2.5`, `9 or 10`.
pub fn parse_lenient(raw: &str) -> Result<Lenient<i64>, ValueError> {
    let strict = match Lenient::of_text(raw, parse) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let trimmed = scan::trim(raw);
    let sign = trimmed.len() - scan::unsigned(trimmed).len();
    let (digits, rest) = scan::split_digits(&trimmed[sign..]);
    let value = parse(&trimmed[..sign + digits.len()]).map_err(|_| strict)?;
    if let Some(zeros) = rest.strip_prefix('.')
        && zeros.bytes().all(|byte| byte == b'0')
    {
        return Ok(Lenient::repaired(value, Repair::WholeReal));
    }
    let words = rest.trim_start();
    let is_remark =
        words.starts_with(char::is_alphabetic) && !words.contains(|char: char| char.is_numeric());
    if is_remark {
        Ok(Lenient::repaired(value, Repair::TrailingWords))
    } else {
        Err(strict)
    }
}

/// The raw value.
#[must_use]
pub fn to_sgf(value: i64) -> String {
    value.to_string()
}
