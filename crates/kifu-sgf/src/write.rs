//! Writing: preserving unchanged parts, in canonical form, or as short as possible.

mod order;
mod preserve;
mod recode;
mod save;

pub use self::save::save_bytes;
pub(crate) use self::save::with_path;
mod serial;

use std::fmt;
use std::io;

pub use order::{canonical_order_of, setup_may_share_point};
pub use recode::UnencodableValue;

use kifu_syntax::Span;

use crate::tree::Collection;

/// Styles of writing a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Unchanged parts are written byte for byte, in their own encoding. The default.
    ///
    /// That includes invalid text, as long as it reads the same beside the changed parts. Otherwise it is repaired:
    /// unexpected text is omitted, missing signs are added, and brackets in values are escaped.
    /// [`Collection::to_preserved`] lists the omitted text.
    ///
    /// A game without `CA` that is new or was read from ASCII, and has other characters now, is written with `CA[UTF-8]`:
    /// the standard reads a game without `CA` as ISO-8859-1 ([`Collection::declared`]).
    #[default]
    Preserve,
    /// Canonical form: UTF-8 with `CA[UTF-8]`, identifiers in upper-case letters, properties in one order, texts
    /// escaped as far as needed, lines of [`WIDTH`] columns where values allow.
    ///
    /// `FF[4]` is added if the root has none and no property of the game has another meaning in FF\[4\], and an empty
    /// value if an identifier has none: a move without a value becomes a pass. A version of 1, 2 or 3 in the root stays:
    /// its values must be read by the rules of that version until they are converted. A line break in SimpleText, which is
    /// a blank in FF\[4\] and had no meaning before, is kept. So is a `CA` of the root with more than the name of an
    /// encoding, after `CA[UTF-8]`.
    Canonical,
    /// The canonical form without white space between values.
    Compact,
}

/// Columns of a line in canonical form. A longer value is not broken.
pub const WIDTH: usize = 80;

/// A collection in the style [`Preserve`](Style::Preserve), and the text it omits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preserved {
    /// The bytes to write.
    pub bytes: Vec<u8>,
    /// Spans of the [text](Collection::text) of the collection that are unexpected by the grammar (see
    /// [`ProblemKind::skips_text`](kifu_syntax::ProblemKind::skips_text)) and are not written: they were inside of
    /// removed parts, or would have changed how the rest reads. White space is not included.
    pub left_out: Vec<Span>,
}

/// The error of a collection that was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// A new text has a character that the encoding of its game does not have. Write it in
    /// canonical form, which is UTF-8, or omit the character.
    Unencodable(UnencodableValue),
    /// The bytes would be read as other text: half a character precedes new text, or the encoding, which no `CA`
    /// names, would be guessed differently. Write it in canonical form, which is UTF-8, or name the encoding.
    Misread,
    /// The output returned an error.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unencodable(error) => write!(f, "{error}; write the file in UTF-8 instead"),
            Self::Misread => f.write_str(
                "in its encoding it would read differently: a character is cut, or no `CA` names the encoding; \
                 write the file in UTF-8 instead, or name its encoding",
            ),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // The message holds that of the cause.
            Self::Unencodable(_) | Self::Misread => None,
            Self::Io(error) => Some(error),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Collection {
    /// The collection in the style [`Preserve`](Style::Preserve).
    ///
    /// What was read from a `str` has no bytes yet: each game is written in the encoding that its `CA` names, or if one
    /// cannot be, all in UTF-8 with `CA[UTF-8]`.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;FF[4]CA[GBK]PB[柯洁])");
    /// assert_eq!(collection.to_bytes()?, b"(;FF[4]CA[GBK]PB[\xBF\xC2\xBD\xE0])");
    /// let collection = Collection::from("(;FF[4]CA[GBK]PB[😀])");
    /// assert_eq!(collection.to_bytes()?, "(;FF[4]CA[UTF-8]PB[😀])".as_bytes());
    /// # Ok::<(), kifu_sgf::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// [`WriteError::Unencodable`], [`WriteError::Misread`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        Ok(self.to_preserved()?.bytes)
    }

    /// Returns the text as written, and the omitted parts of a broken text.
    ///
    /// ```
    /// use kifu_sgf::{Collection, NodeId};
    ///
    /// let mut collection = Collection::from("(;B[aa] what? ;W[bb] who? ;B[cc])");
    /// collection.game_mut(0).unwrap().remove(NodeId::new(2))?;
    /// let written = collection.to_preserved()?;
    /// assert_eq!(written.bytes, b"(;B[aa] what? ;W[bb])");
    /// let left_out: Vec<_> = written.left_out.iter().map(|span| span.of_str(collection.text())).collect();
    /// assert_eq!(left_out, ["who?"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WriteError::Unencodable`], [`WriteError::Misread`].
    pub fn to_preserved(&self) -> Result<Preserved, WriteError> {
        preserve::written(self)
    }

    /// Returns the text of the collection in the style [`Preserve`](Style::Preserve), before it is encoded: for
    /// programs that hold text, such as editors. `CA` is not considered.
    #[must_use]
    pub fn to_text(&self) -> String {
        preserve::text(self)
    }

    /// The collection in the style [`Canonical`](Style::Canonical).
    #[must_use]
    pub fn to_canonical(&self) -> String {
        serial::text(self, Some(WIDTH))
    }

    /// The collection in the style [`Compact`](Style::Compact).
    #[must_use]
    pub fn to_compact(&self) -> String {
        serial::text(self, None)
    }

    /// Writes the collection in a style.
    ///
    /// # Errors
    /// [`WriteError::Io`] of the output; [`WriteError::Unencodable`] and [`WriteError::Misread`] in the style
    /// [`Preserve`](Style::Preserve).
    pub fn write(&self, mut output: impl io::Write, style: Style) -> Result<(), WriteError> {
        match style {
            Style::Preserve => output.write_all(&self.to_bytes()?)?,
            Style::Canonical => output.write_all(self.to_canonical().as_bytes())?,
            Style::Compact => output.write_all(self.to_compact().as_bytes())?,
        }
        Ok(())
    }
}
