//! Numbers of page contents.

use core::ops::Sub;
use std::io::Write as _;

/// Parts of one.
const UNIT: i64 = 10_000;

/// A number with four decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(i64);

impl Number {
    /// The length of a line that is drawn as a dot.
    pub(super) const DOT: Self = Self(UNIT / 100);

    /// Reads a number; further decimals are rounded. `None` if it is none, or very large.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let (sign, digits) = match text {
            [b'-', digits @ ..] => (-1, digits),
            digits => (1, digits),
        };
        let point = digits.iter().position(|&byte| byte == b'.');
        let (whole, decimals) = digits.split_at(point.unwrap_or(digits.len()));
        let decimals = decimals.get(1..).unwrap_or_default();
        let is_number = whole.len() + decimals.len() > 0
            && whole.len() < 10
            && whole.iter().chain(decimals).all(u8::is_ascii_digit);
        if !is_number {
            return None;
        }
        let digits = decimals.iter().chain(b"0000").take(4);
        let value = whole
            .iter()
            .chain(digits)
            .fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
        let up = i64::from(decimals.get(4).is_some_and(|&digit| digit >= b'5'));
        Some(Self(sign * (value + up)))
    }

    /// Rounds to one decimal, and leaves the rest in `rest`, which is added first.
    pub(super) const fn round(self, rest: &mut Self) -> Self {
        const TENTH: i64 = UNIT / 10;
        let exact = self.0 + rest.0;
        let rounded = (exact + TENTH / 2).div_euclid(TENTH) * TENTH;
        rest.0 = exact - rounded;
        Self(rounded)
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// Writes a number with as few digits as it has.
pub(super) fn write(out: &mut Vec<u8>, Number(value): Number) {
    let (whole, decimals) = (value.abs() / UNIT, value.abs() % UNIT);
    if value < 0 {
        out.push(b'-');
    }
    // Writing to memory does not fail.
    if whole > 0 || decimals == 0 {
        let _ = write!(out, "{whole}");
    }
    if decimals > 0 {
        let _ = write!(out, ".{decimals:04}");
        while out.last() == Some(&b'0') {
            out.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, write};

    #[test]
    fn numbers_are_short() {
        for (text, short) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("0.50", ".5"),
            ("-0.25", "-.25"),
            ("1200", "1200"),
            ("60.01", "60.01"),
            ("0.00004", "0"),
            ("173.419995", "173.42"),
            ("-12.34567", "-12.3457"),
        ] {
            let mut out = Vec::new();
            write(&mut out, Number::parse(text.as_bytes()).expect(text));
            assert_eq!(String::from_utf8_lossy(&out), short);
        }
        for text in ["", "-", ".", "1e-7", "1.2.3", "12345678901"] {
            assert_eq!(Number::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn rounding_leaves_no_rest_on_average() {
        let [third, mut rest] = [Number::parse(b"-0.3334").expect("a number"), Number(0)];
        let sum: i64 = (0..3000).map(|_| third.round(&mut rest).0).sum();
        assert_eq!(sum, -10_002_000);
    }
}
