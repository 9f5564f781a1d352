//! Komi: the value of `KM`, a real number.

use super::{Lenient, Real, Repair, ValueError, han, real, scan};

/// Reads a komi. It may be negative.
///
/// # Errors
/// The errors of [`real::parse`].
pub fn parse(raw: &str) -> Result<Real, ValueError> {
    real::parse(raw)
}

/// Reads a komi like [`real::parse_lenient`], and also with a fraction (`5 1/2`, `6目半`), with a unit after it (`6.5
/// points`, `6.5目`), or as a word for none.
///
/// Chinese `子` is not accepted as a unit: it counts stones, half as many as points.
///
/// # Errors
/// The errors of [`parse`], if the text is not a komi or is ambiguous.
pub fn parse_lenient(raw: &str) -> Result<Lenient<Real>, ValueError> {
    let strict = match real::parse_lenient(raw) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let trimmed = scan::trim(raw);
    if scan::is_one_of(trimmed, &["none", "no", "no komi", "half"]) {
        let half = trimmed.eq_ignore_ascii_case("half");
        let value = Real::new(if half { 0.5 } else { 0.0 }).ok_or(strict)?;
        return Ok(Lenient::repaired(value, Repair::Word));
    }
    let ascii = han::to_ascii(trimmed);
    let number = scan::unsigned(&ascii);
    if real::may_be_thousands(number) {
        return Err(strict);
    }
    let (value, rest) = points(number).ok_or(strict)?;
    if !rest.is_empty() {
        return Err(strict);
    }
    let signed = if trimmed.starts_with('-') {
        -value
    } else {
        value
    };
    let value = Real::new(signed).ok_or(strict)?;
    let repair = if number.contains(['/', '½', '¼', '¾', '半']) {
        Repair::Fraction
    } else if number.ends_with(|char: char| char.is_ascii_digit()) {
        // `１.５`
        Repair::Word
    } else {
        Repair::TrailingUnit
    };
    Ok(Lenient::repaired(value, repair))
}

/// A number of points with or without a unit, `3目半` included, and the rest.
pub(super) fn points(raw: &str) -> Option<(f64, &str)> {
    let (value, rest) = scan::split_fraction(raw)?;
    let rest = rest.trim_start();
    for unit in ["目", "집", "points", "point", "pts", "pt", "moku"] {
        if let Some(behind) = scan::strip_prefix_ignore_case(rest, unit) {
            let half = behind
                .strip_prefix('半')
                .or_else(|| behind.strip_prefix("반"));
            return Some(match half {
                Some(behind) if value.fract() == 0.0 => (value + 0.5, behind),
                _ => (value, behind),
            });
        }
    }
    Some((value, rest))
}
