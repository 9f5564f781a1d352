//! Double: `Double = ("1" | "2")`.

use std::fmt;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// The strength of an annotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Double {
    /// `1`: good, bad, even.
    #[default]
    Normal,
    /// `2`: very good, very bad; for `DM` even, and a main line of a joseki.
    Emphasized,
}

impl Double {
    /// Reads a Double.
    ///
    /// # Errors
    /// [`NotADouble`](ValueErrorKind::NotADouble) for anything except `1` and `2`.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        match raw {
            "1" => Ok(Self::Normal),
            "2" => Ok(Self::Emphasized),
            _ => Err(ValueError::whole(ValueErrorKind::NotADouble, raw)),
        }
    }

    /// Reads a Double with white space around, or an empty one as `1`.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), for anything else.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        if let Ok(value) = Self::parse(raw) {
            return Ok(Lenient::strict(value));
        }
        match scan::trim(raw) {
            "" => Ok(Lenient::repaired(Self::Normal, Repair::EmptyDouble)),
            "1" => Ok(Lenient::repaired(Self::Normal, Repair::WhiteSpace)),
            "2" => Ok(Lenient::repaired(Self::Emphasized, Repair::WhiteSpace)),
            _ => Self::parse(raw).map(Lenient::strict),
        }
    }
}

/// The raw value.
impl fmt::Display for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "1",
            Self::Emphasized => "2",
        })
    }
}
