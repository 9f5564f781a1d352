//! Formats a text, and proves that nothing is lost.

use crate::encoding::Encoding;
use crate::failure::not_sgf;
use kifu_batch::is_record;
use std::fmt;

use kifu::encoding::{Charset, Source};
use kifu::lint::format::{self, FormatError};

use super::super::switches::ensure_no_doubt;

/// Result of formatting a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Formatted {
    /// The file is already formatted: its bytes.
    Same(Vec<u8>),
    Changed {
        new: String,
        /// The guessed encoding of text beyond ASCII.
        guess: Option<Charset>,
    },
    Refused(Refusal),
}

/// The reason why a file is not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It has no game: a description of the file.
    NotSgf(String),
    /// Its encoding differs from the given one, or is uncertain.
    Encoding(String),
    /// Something would be lost or changed.
    Content(FormatError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSgf(words) | Self::Encoding(words) => f.write_str(words),
            Self::Content(FormatError::Loss(kind)) => write!(
                f,
                "something would be lost ({}: {}); see `kifu check`, or give `--lossy`",
                kind.code(),
                kind.message()
            ),
            Self::Content(FormatError::Undecodable) => f.write_str(
                "some bytes are invalid in its encoding (E104) and would be lost; see `kifu \
                 check`, or give `--lossy`",
            ),
            Self::Content(error @ FormatError::MissingValue) => {
                write!(f, "{error}; see `kifu check`, or give `--lossy`")
            }
            Self::Content(error) => error.fmt(f),
        }
    }
}

impl Formatted {
    /// Drops the texts.
    pub(super) fn without_text(self) -> Self {
        match self {
            Self::Same(_) => Self::Same(Vec::new()),
            Self::Changed { guess, .. } => Self::Changed {
                new: String::new(),
                guess,
            },
            Self::Refused(why) => Self::Refused(why),
        }
    }
}

/// Formats the content of a file. One that is replaced, `in_place`, must not be in doubt.
pub(super) fn format(
    bytes: Vec<u8>,
    encoding: Encoding,
    in_place: bool,
    is_compact: bool,
    is_lossy: bool,
) -> Formatted {
    let collection = match encoding.collection(bytes) {
        Ok(collection) => collection,
        Err(error) => return Formatted::Refused(Refusal::Encoding(error.to_string())),
    };
    if !is_record(&collection) {
        let words = not_sgf(collection.source().bytes());
        return Formatted::Refused(Refusal::NotSgf(words));
    }
    let options = format::Options {
        compact: is_compact,
        lossy: is_lossy,
    };
    let new = match format::format(&collection, &options) {
        Ok(new) => new,
        Err(error) => return Formatted::Refused(Refusal::Content(error)),
    };
    let source = collection.source();
    if source.bytes() == new.as_bytes() {
        return Formatted::Same(new.into_bytes());
    }
    if in_place && let Err(error) = ensure_no_doubt(source) {
        return Formatted::Refused(Refusal::Encoding(error.to_string()));
    }
    Formatted::Changed {
        new,
        guess: guess(source),
    }
}

fn guess(source: &Source) -> Option<Charset> {
    let mut segments = source.segments().iter();
    let guessed = segments.find(|segment| {
        segment.decision.is_guess() && !segment.bytes.of(source.bytes()).is_ascii()
    });
    guessed.map(|segment| segment.charset)
}
