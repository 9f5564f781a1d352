//! Style: the value of `ST`, a number from 0 to 3.

use std::fmt;

use super::{Lenient, ValueError, ValueErrorKind, number};

/// An author's preferred display of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Style {
    /// Whether the variations of the current move, its siblings, are shown (1); otherwise those of the next move, its
    /// children.
    pub shows_siblings: bool,
    /// Whether variations are *not* marked on the board (2).
    pub no_markup: bool,
}

impl Style {
    /// Reads a style.
    ///
    /// # Errors
    /// The errors of [`number::parse`], and [`OutOfRange`](ValueErrorKind::OutOfRange) for anything except
    /// 0 to 3.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        Self::from_number(number::parse(raw)?, raw)
    }

    /// Reads a style as [`number::parse_lenient`] reads a number.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let number = number::parse_lenient(raw)?;
        let value = Self::from_number(number.value, raw)?;
        Ok(number.map(|_| value))
    }

    fn from_number(number: i64, raw: &str) -> Result<Self, ValueError> {
        match number {
            0..=3 => Ok(Self {
                shows_siblings: number & 1 != 0,
                no_markup: number & 2 != 0,
            }),
            _ => Err(ValueError::whole(ValueErrorKind::OutOfRange, raw)),
        }
    }
}

/// The raw value.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u8::from(self.shows_siblings) + 2 * u8::from(self.no_markup);
        write!(f, "{number}")
    }
}
