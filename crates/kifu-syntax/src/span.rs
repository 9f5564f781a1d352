use core::ops::Range;

/// A range of the input: byte offsets, start included, end excluded.
///
/// Offsets count from the start of the whole input, also in a streaming reader that holds only a window of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte; never less than `start`.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`.
    #[must_use]
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the empty span at `offset`: the position of a missing token.
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

    /// This span as a range, for slicing.
    #[must_use]
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the bytes of `input` that the span covers; empty if it reaches beyond `input`.
    #[must_use]
    #[inline]
    pub fn of(self, input: &[u8]) -> &[u8] {
        input.get(self.range()).unwrap_or_default()
    }

    /// Returns the text of `input` that the span covers; empty if it reaches beyond `input` or cuts a character.
    #[must_use]
    #[inline]
    pub fn of_str(self, input: &str) -> &str {
        input.get(self.range()).unwrap_or_default()
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

impl From<Span> for Range<usize> {
    #[inline]
    fn from(span: Span) -> Self {
        span.range()
    }
}

impl From<Range<usize>> for Span {
    #[inline]
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
