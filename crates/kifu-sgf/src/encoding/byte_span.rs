use core::ops::Range;

/// A range of bytes in a file: byte offsets, start included, end excluded.
///
/// This is not a [`Span`](kifu_syntax::Span), which is a range of the decoded text: in most encodings the two have
/// different offsets. [`Source`](super::Source) converts between them.
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

    /// Whether the span is empty.
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

    /// Returns the part of `bytes`, the file, that the span covers; empty if it reaches beyond the end.
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
