//! Real: `Real = Number ["." Digit {Digit}]`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use kifu_syntax::Span;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// A decimal number: finite, and no negative zero, so that it can be compared and sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Real(f64);

impl Real {
    /// The number `value`; `None` if it is infinite or not a number.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        // Adding zero makes the negative one positive.
        value.is_finite().then_some(Self(value + 0.0))
    }

    /// The number.
    #[must_use]
    #[inline]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Reads a Real; see [`parse`].
    ///
    /// # Errors
    /// The errors of [`parse`].
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        parse(raw)
    }

    /// Reads a Real leniently; see [`parse_lenient`].
    ///
    /// # Errors
    /// The errors of [`parse_lenient`].
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        parse_lenient(raw)
    }
}

impl Eq for Real {}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl From<i32> for Real {
    fn from(value: i32) -> Self {
        Self(value.into())
    }
}

impl From<Real> for f64 {
    fn from(value: Real) -> Self {
        value.0
    }
}

/// The raw value, with as few digits as bring the number back.
impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Reads a Real: digits on both sides of the decimal point, if there is one.
///
/// # Errors
/// [`NotAReal`](ValueErrorKind::NotAReal) for any other text, [`OutOfRange`](ValueErrorKind::OutOfRange) if it has
/// hundreds of digits.
pub fn parse(raw: &str) -> Result<Real, ValueError> {
    let sign = raw.len() - scan::unsigned(raw).len();
    let (whole, rest) = scan::split_digits(&raw[sign..]);
    let at = sign + whole.len();
    if whole.is_empty() {
        return Err(not_real(raw, at));
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        if !scan::is_digits(fraction) {
            let (digits, _) = scan::split_digits(fraction);
            return Err(not_real(raw, at + 1 + digits.len()));
        }
    } else if !rest.is_empty() {
        return Err(not_real(raw, at));
    }
    raw.parse()
        .ok()
        .and_then(Real::new)
        .ok_or(ValueError::whole(ValueErrorKind::OutOfRange, raw))
}

/// The error for the character at `at`, or for the whole value if it ends there.
fn not_real(raw: &str, at: usize) -> ValueError {
    match raw[at..].chars().next() {
        Some(char) => {
            let span = Span::new(at, at + char.len_utf8());
            ValueError::new(ValueErrorKind::NotAReal, span)
        }
        None => ValueError::whole(ValueErrorKind::NotAReal, raw),
    }
}

/// Whether a comma may separate thousands: `1,800`, and not `0,375`.
pub(super) fn may_be_thousands(number: &str) -> bool {
    let unsigned = number.trim_start_matches(['+', '-']);
    unsigned.split_once(',').is_some_and(|(whole, rest)| {
        (1..=3).contains(&whole.len())
            && !whole.starts_with('0')
            && rest.len() == 3
            && scan::is_digits(whole)
            && scan::is_digits(rest)
    })
}

/// Reads a Real with a decimal comma, without a digit before or after the decimal point, with an
/// exponent, or with white space around or a line break inside. A comma that may separate thousands
/// (`1,800`) is ambiguous.
///
/// # Errors
/// The errors of [`parse`], if the text is no number or is ambiguous.
pub fn parse_lenient(raw: &str) -> Result<Lenient<Real>, ValueError> {
    let strict = match Lenient::of_text(raw, parse) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let trimmed = scan::trim(raw);
    // A number that Rust reads and the standard does not has a digit missing or an exponent; but
    // Rust also reads `inf` and `nan`.
    let is_numeric = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
    };
    let read = |text: &str| {
        is_numeric(text)
            .then(|| text.parse().ok().and_then(Real::new))
            .flatten()
    };
    if let Some(value) = read(trimmed) {
        let repair = if trimmed.contains(['e', 'E']) {
            Repair::Exponent
        } else {
            Repair::MissingDigit
        };
        return Ok(Lenient::repaired(value, repair));
    }
    if trimmed.bytes().filter(|&byte| byte == b',').count() == 1
        && !may_be_thousands(trimmed)
        && let Some(value) = read(&trimmed.replacen(',', ".", 1))
    {
        return Ok(Lenient::repaired(value, Repair::DecimalComma));
    }
    Err(strict)
}
