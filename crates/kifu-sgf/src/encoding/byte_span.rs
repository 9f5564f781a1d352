use core::ops::Range;

/// A stretch of the bytes of a file: byte offsets, start included, end excluded.
///
/// It is a type of its own because the text of a file in another encoding has other offsets: a
/// [`Span`](kifu_syntax::Span) is of the text, and [`Source`](super::Source) leads from one to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteSpan {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte; never less than `start`.
    pub end: usize,
}

impl ByteSpan {
    /// The span from `start` to `end`.
    #[must_use]
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`.
    #[must_use]
    #[inline]
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Length in bytes.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The span as a range, for slicing.
    #[must_use]
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The part of `bytes`, those of the file, that the span covers; empty if it reaches outside of them.
    #[must_use]
    #[inline]
    pub fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.range()).unwrap_or_default()
    }

    /// The span moved by `offset` bytes towards the end.
    #[must_use]
    #[inline]
    pub const fn offset_by(self, offset: usize) -> Self {
        Self::new(
            self.start.saturating_add(offset),
            self.end.saturating_add(offset),
        )
    }
}

impl From<ByteSpan> for Range<usize> {
    #[inline]
    fn from(span: ByteSpan) -> Self {
        span.range()
    }
}

impl From<Range<usize>> for ByteSpan {
    #[inline]
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
