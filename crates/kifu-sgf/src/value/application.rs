//! Application: the value of `AP`, `simpletext:simpletext`.

use std::borrow::Cow;
use std::fmt;

use kifu_syntax::text;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// The program that wrote a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Application<'a> {
    /// Its name, the same for all versions.
    pub name: Cow<'a, str>,
    /// Its version; empty if it is missing.
    pub version: Cow<'a, str>,
}

impl<'a> Application<'a> {
    /// Reads name and version.
    ///
    /// # Errors
    /// [`NotComposed`](ValueErrorKind::NotComposed) without a colon.
    pub fn parse(raw: &'a str) -> Result<Self, ValueError> {
        let (name, version) =
            text::split_compose(raw).ok_or(ValueError::whole(ValueErrorKind::NotComposed, raw))?;
        Ok(Self {
            name: text::unescape_simple_text(name),
            version: text::unescape_simple_text(version),
        })
    }

    /// Reads name and version, or a name alone: `MultiGo`.
    ///
    /// # Errors
    /// [`Empty`](ValueErrorKind::Empty) for an empty value.
    pub fn parse_lenient(raw: &'a str) -> Result<Lenient<Self>, ValueError> {
        match Self::parse(raw) {
            Ok(value) => Ok(Lenient::strict(value)),
            Err(error) if scan::trim(raw).is_empty() => Err(error),
            Err(_) => {
                let value = Self {
                    name: text::unescape_simple_text(raw),
                    version: Cow::Borrowed(""),
                };
                Ok(Lenient::repaired(value, Repair::MissingPart))
            }
        }
    }
}

/// The raw value.
impl fmt::Display for Application<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}",
            text::escape_compose_simple_text(&self.name),
            text::escape_compose_simple_text(&self.version)
        )
    }
}
