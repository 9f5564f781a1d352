//! Figure: the value of `FG`, `none | number:simpletext`.

use std::borrow::Cow;
use std::fmt;

use kifu_syntax::{Span, text};

use super::{Lenient, Repair, ValueError, ValueErrorKind, number};

/// The beginning of a new printed figure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figure<'a> {
    /// Print flags and name; `None` for an empty value.
    pub caption: Option<(FigureFlags, Cow<'a, str>)>,
}

/// Display flags of a figure. By the standard most flags switch something *off*; the methods here return whether it is
/// on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FigureFlags(u16);

impl FigureFlags {
    /// The flags with these bits.
    #[must_use]
    pub const fn new(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits, as written.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether all other flags are ignored, in favor of the defaults of the program (32768).
    #[must_use]
    pub const fn ignores_others(self) -> bool {
        self.0 & 32768 != 0
    }

    /// Whether coordinates are shown (off: 1).
    #[must_use]
    pub const fn shows_coordinates(self) -> bool {
        self.0 & 1 == 0
    }

    /// Whether the name of the figure is shown (off: 2).
    #[must_use]
    pub const fn shows_name(self) -> bool {
        self.0 & 2 == 0
    }

    /// Whether moves that the figure cannot show are listed (off: 4).
    #[must_use]
    pub const fn lists_hidden_moves(self) -> bool {
        self.0 & 4 == 0
    }

    /// Whether captured stones are removed from the figure (off: 256).
    #[must_use]
    pub const fn removes_captured_stones(self) -> bool {
        self.0 & 256 == 0
    }

    /// Whether the dots of the star points are shown (off: 512).
    #[must_use]
    pub const fn shows_star_points(self) -> bool {
        self.0 & 512 == 0
    }
}

impl<'a> Figure<'a> {
    /// Reads an empty value, or flags and name.
    ///
    /// # Errors
    /// [`NotComposed`](ValueErrorKind::NotComposed) without a colon, the errors of [`number::parse`] for the flags,
    /// [`OutOfRange`](ValueErrorKind::OutOfRange) for flags that exceed 16 bits.
    pub fn parse(raw: &'a str) -> Result<Self, ValueError> {
        if raw.is_empty() {
            return Ok(Self::default());
        }
        let (bits, name) =
            text::split_compose(raw).ok_or(ValueError::whole(ValueErrorKind::NotComposed, raw))?;
        Ok(Self {
            caption: Some((flags(bits)?, text::unescape_simple_text(name))),
        })
    }

    /// Reads flags without a name too.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), for anything else.
    pub fn parse_lenient(raw: &'a str) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        let flags = flags(raw).map_err(|_| strict)?;
        let value = Self {
            caption: Some((flags, Cow::Borrowed(""))),
        };
        Ok(Lenient::repaired(value, Repair::MissingPart))
    }
}

fn flags(raw: &str) -> Result<FigureFlags, ValueError> {
    let bits = number::parse(raw)?;
    u16::try_from(bits)
        .map(FigureFlags)
        .map_err(|_| ValueError::new(ValueErrorKind::OutOfRange, Span::new(0, raw.len())))
}

/// The raw value.
impl fmt::Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.caption {
            None => Ok(()),
            Some((flags, name)) => write!(
                f,
                "{}:{}",
                flags.bits(),
                text::escape_compose_simple_text(name)
            ),
        }
    }
}
