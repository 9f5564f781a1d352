//! Print move mode: the value of `PM`, a number from 0 to 2.

use std::fmt;

use super::{Lenient, ValueError, ValueErrorKind, number};

/// Numbering mode for moves in a printed figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PrintMode {
    /// `0`: no numbers.
    None,
    /// `1`: the actual numbers. The default without `PM`.
    #[default]
    AsTheyAre,
    /// `2`: numbers beginning with the last two digits of the figure's first one.
    ModuloHundred,
}

impl PrintMode {
    /// Reads a mode.
    ///
    /// # Errors
    /// The errors of [`number::parse`], and [`OutOfRange`](ValueErrorKind::OutOfRange) for anything except
    /// 0 to 2.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        Self::from_number(number::parse(raw)?, raw)
    }

    /// Reads a mode as [`number::parse_lenient`] reads a number.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let number = number::parse_lenient(raw)?;
        let value = Self::from_number(number.value, raw)?;
        Ok(number.map(|_| value))
    }

    /// Returns the number printed on move `number` in a figure that begins with move `first`; `None` if it gets no
    /// number. [`ModuloHundred`](Self::ModuloHundred) keeps numbers below the hundred of `first`.
    ///
    /// ```
    /// use kifu_sgf::value::PrintMode;
    ///
    /// assert_eq!(PrintMode::ModuloHundred.printed(154, 213), Some(113));
    /// assert_eq!(PrintMode::AsTheyAre.printed(154, 213), Some(213));
    /// ```
    #[must_use]
    pub const fn printed(self, first: u32, number: u32) -> Option<u32> {
        match self {
            Self::None => None,
            Self::AsTheyAre => Some(number),
            Self::ModuloHundred => match number.checked_sub(first / 100 * 100) {
                Some(printed) => Some(printed),
                None => Some(number),
            },
        }
    }

    fn from_number(number: i64, raw: &str) -> Result<Self, ValueError> {
        match number {
            0 => Ok(Self::None),
            1 => Ok(Self::AsTheyAre),
            2 => Ok(Self::ModuloHundred),
            _ => Err(ValueError::whole(ValueErrorKind::OutOfRange, raw)),
        }
    }
}

/// The raw value.
impl fmt::Display for PrintMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}
