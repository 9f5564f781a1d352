use alloc::vec::Vec;

use memchr::memchr2_iter;

/// A place as people count: both numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line. Lines end with LF, CR, or both together, in either order.
    pub line: usize,
    /// The column, in characters of UTF-8 (in bytes where the text is not UTF-8).
    pub column: usize,
}

/// How many bytes lie between two marks of the column count.
const STRIDE: usize = 256;

/// Finds line and column of an offset, when a place is shown.
///
/// It is made in one pass, holds eight bytes a line and eight for each 256 bytes, and answers in
/// logarithmic time also where the whole text is one line.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Offset of the first byte of each line.
    starts: Vec<usize>,
    /// Number of characters before each multiple of `STRIDE`.
    characters: Vec<usize>,
}

impl LineIndex {
    /// The index of `text`.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let mut starts = alloc::vec![0];
        let mut end = 0;
        for at in memchr2_iter(b'\n', b'\r', text) {
            if at >= end {
                let is_pair = matches!(text[at..], [b'\r', b'\n', ..] | [b'\n', b'\r', ..]);
                end = at + if is_pair { 2 } else { 1 };
                starts.push(end);
            }
        }
        let mut characters = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut count = 0;
        for block in text.chunks(STRIDE) {
            characters.push(count);
            count += count_characters(block);
        }
        characters.push(count);
        Self { starts, characters }
    }

    /// How many lines there are; at least one.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The offset of the first byte of `line` (counted from 1).
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }

    /// Line and column of `offset` in `text`, the text that the index was made of.
    #[must_use]
    pub fn position(&self, text: &[u8], offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        let column = self.characters_before(text, offset) - self.characters_before(text, start);
        Position {
            line,
            column: column + 1,
        }
    }

    fn characters_before(&self, text: &[u8], offset: usize) -> usize {
        let mark = offset / STRIDE;
        let known = self.characters.get(mark).copied().unwrap_or_default();
        known + count_characters(text.get(mark * STRIDE..offset).unwrap_or_default())
    }
}

/// Bytes that begin a character.
fn count_characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}
