//! Formats records in canonical form, with proof that the form keeps their content.

mod kept;
mod skipped;

use std::fmt;

use kifu_sgf::Collection;
use kifu_sgf::encoding::EncodingProblemKind;
use kifu_syntax::ProblemKind;

pub use self::skipped::SkippedText;

/// Options of formatting. By default lines break at 80 columns, and a loss of text is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether all white space between values is omitted.
    pub compact: bool,
    /// Whether text outside of games and values, and bytes that cannot be decoded, may be lost, and properties without a
    /// value get an empty one.
    pub lossy: bool,
}

/// The error of a record that cannot be formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// Text outside of games and values would be lost; this is the problem of the first such text.
    Loss(ProblemKind),
    /// Bytes that cannot be decoded would be lost.
    Undecodable,
    /// A property without a value (P113) would get an empty one, which can mean something else: that of a move is a pass.
    MissingValue,
    /// The new text would read as other games.
    Differs,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(kind) => write!(
                f,
                "text would be lost ({}: {})",
                kind.code(),
                kind.message()
            ),
            Self::Undecodable => f.write_str("bytes that cannot be decoded (E104) would be lost"),
            Self::MissingValue => f.write_str(
                "a property without a value (P113) would get an empty one, such as a pass",
            ),
            Self::Differs => f.write_str("the new text would not parse to the same games"),
        }
    }
}

impl std::error::Error for FormatError {}

/// The canonical text of a collection, in UTF-8: a fixed order of properties, and lines of at most 80 columns where
/// possible. `CA`, and a missing `FF`, are supplied. The text is parsed again and compared with the collection.
///
/// # Errors
/// The text would lose or change something.
pub fn format(collection: &Collection, options: &Options) -> Result<String, FormatError> {
    if !options.lossy {
        let mut encoding = collection.source().problems().iter();
        if encoding.any(|problem| problem.kind == EncodingProblemKind::InvalidBytes) {
            return Err(FormatError::Undecodable);
        }
        let mut grammar = collection.problems().iter();
        if let Some(lost) = grammar.find(|problem| problem.kind.skips_text()) {
            return Err(FormatError::Loss(lost.kind));
        }
        let mut grammar = collection.problems().iter();
        if grammar.any(|problem| problem.kind == ProblemKind::IdentifierWithoutValue) {
            return Err(FormatError::MissingValue);
        }
    }
    let new = if options.compact {
        collection.to_compact()
    } else {
        collection.to_canonical()
    };
    if new.as_bytes() == collection.source().bytes() || is_kept(collection, &new) {
        Ok(new)
    } else {
        Err(FormatError::Differs)
    }
}

/// Whether `new` reads as the same games, except for a `CA` and an `FF` added by the canonical form.
#[must_use]
pub fn is_kept(collection: &Collection, new: &str) -> bool {
    kept::is_kept(collection, new)
}
