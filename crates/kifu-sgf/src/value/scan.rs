//! Small readers that several value types share.

use kifu_syntax::{Span, text};

use super::ValueError;

/// Reads a `SimpleText` with `parse`, after resolving its escapes. If there are any, the span of an error is the whole
/// of `raw`.
pub(super) fn unescaped<T>(
    raw: &str,
    parse: impl FnOnce(&str) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    if !raw.contains('\\') {
        return parse(raw);
    }
    parse(&text::unescape_simple_text(raw)).map_err(|error| {
        let span = Span::new(0, raw.len());
        ValueError::new(error.kind, span)
    })
}

/// `raw` without the line breaks that a program inserted into a number to wrap the line.
pub(super) fn without_line_breaks(raw: &str) -> Option<String> {
    let is_break = |char| matches!(char, '\n' | '\r');
    trim(raw)
        .contains(is_break)
        .then(|| raw.replace(is_break, ""))
}

/// Whether `raw` is one or more ASCII digits.
pub(super) fn is_digits(raw: &str) -> bool {
    !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit())
}

/// `raw` without its sign.
pub(super) fn unsigned(raw: &str) -> &str {
    raw.strip_prefix(['+', '-']).unwrap_or(raw)
}

/// `raw` without white space at either end, including East Asian white space.
pub(super) fn trim(raw: &str) -> &str {
    raw.trim_matches(|char: char| char.is_whitespace() || char == '\u{feff}')
}

/// The digits `raw` begins with, and the rest.
pub(super) fn split_digits(raw: &str) -> (&str, &str) {
    let end = raw
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(raw.len());
    raw.split_at(end)
}

/// The decimal number `raw` begins with, without a sign, and the rest.
pub(super) fn split_decimal(raw: &str) -> (&str, &str) {
    let (whole, rest) = split_digits(raw);
    if whole.is_empty() {
        return ("", raw);
    }
    match rest.strip_prefix(['.', ',']).map(split_digits) {
        Some((fraction, rest)) if !fraction.is_empty() => {
            (&raw[..whole.len() + 1 + fraction.len()], rest)
        }
        _ => (whole, rest),
    }
}

/// `raw` without `prefix`, ignoring the case of ASCII letters.
pub(super) fn strip_prefix_ignore_case<'a>(raw: &'a str, prefix: &str) -> Option<&'a str> {
    let head = raw.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| &raw[prefix.len()..])
}

/// Whether `raw` is one of `words`, ignoring the case of ASCII letters.
pub(super) fn is_one_of(raw: &str, words: &[&str]) -> bool {
    words.iter().any(|word| raw.eq_ignore_ascii_case(word))
}

/// A decimal number with a fraction after it or instead of it: `5 1/2`, `5½`, `1/2`, `6.5`. The
/// number without a sign, and the rest.
pub(super) fn split_fraction(raw: &str) -> Option<(f64, &str)> {
    let (digits, rest) = split_decimal(raw);
    let whole: f64 = if digits.is_empty() {
        0.0
    } else {
        digits.replacen(',', ".", 1).parse().ok()?
    };
    if let Some((value, rest)) = vulgar_fraction(rest.trim_start())
        && !digits.contains(['.', ','])
    {
        return Some((whole + value, rest));
    }
    if let Some(value) = simple_fraction(digits, rest) {
        return Some(value);
    }
    let (second, after) = split_digits(rest.trim_start());
    if !digits.is_empty()
        && rest.starts_with(' ')
        && let Some((value, rest)) = simple_fraction(second, after)
        && value < 1.0
    {
        return Some((whole + value, rest));
    }
    (!digits.is_empty()).then_some((whole, rest))
}

/// Reads the fraction `1/2`, given as the digits before the stroke and the text after them.
fn simple_fraction<'a>(numerator: &str, rest: &'a str) -> Option<(f64, &'a str)> {
    let (denominator, rest) = split_digits(rest.strip_prefix('/')?);
    let numerator: u32 = numerator.parse().ok()?;
    let value = match denominator {
        "2" | "3" | "4" => f64::from(numerator) / denominator.parse::<f64>().ok()?,
        _ => return None,
    };
    Some((value, rest))
}

/// A fraction in one character.
fn vulgar_fraction(raw: &str) -> Option<(f64, &str)> {
    let char = raw.chars().next()?;
    let value = match char {
        '¼' => 0.25,
        '½' | '半' => 0.5,
        '¾' => 0.75,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        _ => return None,
    };
    Some((value, &raw[char.len_utf8()..]))
}
