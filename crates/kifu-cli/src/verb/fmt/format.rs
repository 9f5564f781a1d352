//! From the text as it is to the text as it should be, with proof that nothing is lost.

use std::fmt;

use kifu::Collection;
use kifu::encoding::{Charset, Decision, DecodeOptions, Source};
use kifu::syntax::ProblemKind;

use super::kept;
use crate::record::{is_record, not_sgf};

/// What formatting a file comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Formatted {
    /// Nothing to do; the bytes as they were.
    Same(Vec<u8>),
    Changed {
        new: String,
        /// The encoding that some of the text beyond ASCII was read in, if nothing but a guess tells it.
        guess: Option<Charset>,
    },
    Refused(Refusal),
}

/// Why a file is not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no game in it: what it is.
    NotSgf(String),
    /// Characters would be lost that stand outside of games and values: the first of them.
    Loss(ProblemKind),
    /// It is in UTF-8, and not in the encoding that was told.
    Utf8,
    /// Some bytes have no meaning in the encoding of the text.
    Undecodable,
    /// The new text does not read as the same tree.
    Differs,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSgf(words) => f.write_str(words),
            Self::Loss(kind) => write!(
                f,
                "something would be lost ({}: {}); see `kifu check`, or give `--lossy`",
                kind.code(),
                kind.message()
            ),
            Self::Utf8 => f.write_str("it is in UTF-8, which `--encoding` would misread"),
            Self::Undecodable => f.write_str(
                "some bytes mean nothing in its encoding (E104) and would be lost; see `kifu \
                 check`, or give `--lossy`",
            ),
            Self::Differs => f.write_str("the new text would not read as the same games"),
        }
    }
}

impl Formatted {
    /// The same outcome without the texts.
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

/// Formats the content of a file.
pub(super) fn format(
    bytes: Vec<u8>,
    told: Option<Charset>,
    is_compact: bool,
    is_lossy: bool,
) -> Formatted {
    if told.is_some_and(|told| told != Charset::UTF_8) && is_utf8(&bytes) {
        return Formatted::Refused(Refusal::Utf8);
    }
    let collection = Collection::from_bytes_with(bytes, &options(told));
    if let Some(why) = refusal(&collection, is_lossy) {
        return Formatted::Refused(why);
    }
    let new = if is_compact {
        collection.to_compact()
    } else {
        collection.to_canonical()
    };
    let source = collection.source();
    if source.bytes() == new.as_bytes() {
        return Formatted::Same(new.into_bytes());
    }
    if !kept::is_kept(&collection, &new) {
        return Formatted::Refused(Refusal::Differs);
    }
    Formatted::Changed {
        new,
        guess: guess(source),
    }
}

/// How a file is read of which it is `told` in which encoding it is, or not.
pub(super) fn options(told: Option<Charset>) -> DecodeOptions {
    let options = DecodeOptions::default();
    told.map_or(options, |told| options.with_charset(told))
}

/// Whether bytes are in UTF-8 beyond ASCII, and not by chance: they say so, or there is more of it than a name.
fn is_utf8(bytes: &[u8]) -> bool {
    const NAME: usize = 3;
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut wide = text.chars().filter(|char| !char.is_ascii());
    let says_so = || {
        let source = Source::new(bytes.to_vec(), &DecodeOptions::default());
        let mut segments = source.segments().iter();
        segments.any(|segment| {
            segment.charset == Charset::UTF_8
                && matches!(segment.decision, Decision::Mark | Decision::Declared)
                && !segment.bytes.of(bytes).is_ascii()
        })
    };
    wide.nth(NAME).is_some() || says_so()
}

fn guess(source: &Source) -> Option<Charset> {
    let mut segments = source.segments().iter();
    let guessed = segments.find(|segment| {
        segment.decision.is_guess() && !segment.bytes.of(source.bytes()).is_ascii()
    });
    guessed.map(|segment| segment.charset)
}

fn refusal(collection: &Collection, is_lossy: bool) -> Option<Refusal> {
    if !is_record(collection) {
        return Some(Refusal::NotSgf(not_sgf(collection.source().bytes())));
    }
    if is_lossy {
        return None;
    }
    let mut encoding = collection.source().problems().iter();
    if encoding.any(|problem| problem.kind == kifu::encoding::EncodingProblemKind::InvalidBytes) {
        return Some(Refusal::Undecodable);
    }
    let mut grammar = collection.problems().iter();
    let lost = grammar.find(|problem| problem.kind.skips_text());
    lost.map(|problem| Refusal::Loss(problem.kind))
}
