use kifu_syntax::Span;

use super::{ByteSpan, Charset};

/// Basis for the encoding of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Decision {
    /// Set by the caller.
    Override,
    /// A byte order mark, or for UTF-16 and UTF-32 the NUL bytes that ASCII has in them.
    Mark,
    /// `CA` names it, and the bytes agree.
    Declared,
    /// The bytes are valid in it: UTF-8, or an encoding with escape sequences.
    Valid,
    /// The text looks like this encoding, and like no other.
    Guessed,
    /// The text looks like this encoding, but nearly as much like another, or some bytes are invalid in it.
    Doubtful,
    /// The fallback: there was no evidence.
    Fallback,
}

impl Decision {
    /// Whether the text itself was the only evidence, or there was none.
    #[must_use]
    pub const fn is_guess(self) -> bool {
        matches!(self, Self::Guessed | Self::Doubtful | Self::Fallback)
    }
}

/// A stretch of the text with one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Span of the segment in the text.
    pub text: Span,
    /// Span of the segment in the bytes of the file.
    pub bytes: ByteSpan,
    /// Its encoding.
    pub charset: Charset,
    /// Basis for the encoding.
    pub decision: Decision,
    /// Span, in the bytes of the file, of the value of the `CA` in effect at the start of the segment, right or wrong.
    pub declared: Option<ByteSpan>,
    pub(super) form: Form,
}

/// Relation of the bytes of a segment to its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// The text is encoded together with its escapes.
    Whole,
    /// Like `Whole`, but a trail byte that is `\` or `]` has a `\` before it.
    EscapedTrails,
    /// Like `Whole`, but a lead byte whose trail byte would be the `]` before a property or a node is the rest of a
    /// character: a program cut the value inside of it.
    CutLeads,
    /// The content of one value: the text was encoded first, and its bytes escaped afterwards.
    Value,
}

impl Segment {
    /// Placeholder segment of an empty text.
    pub(super) fn empty(at: usize) -> Self {
        Self {
            text: Span::at(0),
            bytes: ByteSpan::at(at),
            charset: Charset::UTF_8,
            decision: Decision::Valid,
            declared: None,
            form: Form::Whole,
        }
    }

    /// Whether `next` is more of the same.
    pub(super) fn extends_to(&self, next: &Self, bytes: &[u8]) -> bool {
        let label = |segment: &Self| segment.declared.map(|span| span.of(bytes));
        self.form == next.form
            && self.charset == next.charset
            && self.decision == next.decision
            && self.bytes.end == next.bytes.start
            && label(self) == label(next)
    }
}
