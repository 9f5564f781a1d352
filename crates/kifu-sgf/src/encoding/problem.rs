use std::fmt;

use super::ByteSpan;

/// Problems with the encoding of a file.
///
/// None of them prevents reading the file. The codes are permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum EncodingProblemKind {
    /// `E101`: the name in `CA` is not the name of a known encoding.
    UnknownCharset,
    /// `E102`: the text is not in the encoding that `CA` names.
    WrongCharset,
    /// `E103`: the game has text beyond ASCII but no `CA`.
    MissingCharset,
    /// `E104`: bytes that are invalid in the encoding; they are read as U+FFFD.
    InvalidBytes,
    /// `E105`: the file begins with a byte order mark, which many programs do not expect.
    ByteOrderMark,
    /// `E106`: games of one file are in different encodings.
    MixedCharsets,
    /// `E107`: a `\` is between the two bytes of a character.
    ///
    /// Strictly by the standard it belongs there if the second byte is `]` or `\`; most programs do not expect it.
    EscapedTrailByte,
    /// `E108`: only the values are in the encoding that `CA` names; the text around them is ASCII.
    ValuesOnly,
}

impl EncodingProblemKind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 8] = [
        Self::UnknownCharset,
        Self::WrongCharset,
        Self::MissingCharset,
        Self::InvalidBytes,
        Self::ByteOrderMark,
        Self::MixedCharsets,
        Self::EscapedTrailByte,
        Self::ValuesOnly,
    ];

    /// The permanent code: `E101`, `E102`, …
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownCharset => "E101",
            Self::WrongCharset => "E102",
            Self::MissingCharset => "E103",
            Self::InvalidBytes => "E104",
            Self::ByteOrderMark => "E105",
            Self::MixedCharsets => "E106",
            Self::EscapedTrailByte => "E107",
            Self::ValuesOnly => "E108",
        }
    }

    /// Describes the problem and how the reader handled it, in one line.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::UnknownCharset => {
                "`CA` names an unknown encoding; the encoding of the text is used"
            }
            Self::WrongCharset => {
                "the text is not in the encoding that `CA` names, the one it is in is used"
            }
            Self::MissingCharset => {
                "text beyond ASCII in a game without `CA`, the encoding it is in is used"
            }
            Self::InvalidBytes => "bytes that are invalid in this encoding, read as `\u{FFFD}`",
            Self::ByteOrderMark => "byte order mark at the start of the file",
            Self::MixedCharsets => "game in another encoding than the games before it",
            Self::EscapedTrailByte => "`\\` between the two bytes of a character is left out",
            Self::ValuesOnly => "only the values are in the encoding that `CA` names",
        }
    }
}

/// A problem with the encoding, and its span in the bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EncodingProblem {
    /// Kind of the problem.
    pub kind: EncodingProblemKind,
    /// Span of the problem in the original bytes: the value of `CA`, or the invalid bytes.
    pub span: ByteSpan,
}

impl EncodingProblem {
    /// The problem `kind` at `span`.
    #[must_use]
    pub const fn new(kind: EncodingProblemKind, span: ByteSpan) -> Self {
        Self { kind, span }
    }
}

impl fmt::Display for EncodingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at bytes {}..{}: {}",
            self.kind.code(),
            self.span.start,
            self.span.end,
            self.kind.message()
        )
    }
}

impl std::error::Error for EncodingProblem {}
