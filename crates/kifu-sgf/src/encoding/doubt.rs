use std::fmt;

use super::Charset;

/// Reason not to rewrite a file without naming its encoding: see [`Source::doubt`](super::Source::doubt).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Doubt {
    /// Kind of doubt.
    pub kind: DoubtKind,
    /// The encoding in use.
    pub charset: Charset,
    /// The offset, in the bytes of the file, of the first byte beyond ASCII, or of the first invalid one.
    pub offset: usize,
}

/// Kinds of doubt about the encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DoubtKind {
    /// The encoding is a guess, and another one is nearly as likely.
    Guess,
    /// The text is UTF-8 with invalid bytes.
    Damaged,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            charset,
            offset,
        } = self;
        match kind {
            DoubtKind::Guess => write!(
                f,
                "the encoding is a guess: {charset}, from the bytes at offset {offset}"
            ),
            DoubtKind::Damaged => write!(f, "{charset} with invalid bytes at offset {offset}"),
        }
    }
}
