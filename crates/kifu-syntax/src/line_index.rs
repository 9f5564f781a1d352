use alloc::vec::Vec;

use memchr::memchr2_iter;

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line. Lines end with LF, CR, or both together, in either order.
    pub line: usize,
    /// The column, in the requested [`ColumnUnit`]: by default in characters.
    pub column: usize,
}

/// Unit that columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, as in the language server protocol and in JavaScript: two for a character beyond U+FFFF.
    Utf16,
    /// Characters (bytes in text that is not UTF-8).
    #[default]
    Characters,
}

/// Bytes between two marks of the column count.
const STRIDE: usize = 256;

/// Converts offsets to lines and columns.
///
/// It is built in one pass, takes eight bytes for each line and eight for each 256 bytes (sixteen if there are
/// characters beyond U+FFFF), and answers in logarithmic time even if the whole text is one line.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Offset of the first byte of each line.
    starts: Vec<usize>,
    /// Number of characters before each multiple of `STRIDE`.
    characters: Vec<usize>,
    /// Number of characters beyond U+FFFF before each multiple of `STRIDE`; empty if there are none.
    astral: Vec<usize>,
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
        let mut astral = Vec::new();
        if text.iter().any(|byte| *byte >= ASTRAL) {
            let mut count = 0;
            for block in text.chunks(STRIDE) {
                astral.push(count);
                count += count_astral(block);
            }
            astral.push(count);
        }
        Self {
            starts,
            characters,
            astral,
        }
    }

    /// Number of lines; at least one.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The offset of the first byte of `line` (counted from 1).
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }

    /// Returns line and column of `offset` in `text`, the text from which the index was built. The column is in
    /// characters.
    #[must_use]
    pub fn position(&self, text: &[u8], offset: usize) -> Position {
        self.position_in(text, offset, ColumnUnit::Characters)
    }

    /// Returns line and column of `offset` in `text`, the text from which the index was built. The column is in
    /// `unit`.
    ///
    /// An offset after the end counts as the end.
    #[must_use]
    pub fn position_in(&self, text: &[u8], offset: usize, unit: ColumnUnit) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        let column = self.units_before(text, offset, unit) - self.units_before(text, start, unit);
        Position {
            line,
            column: column + 1,
        }
    }

    /// Returns the offset of `position`, with a column in `unit`, in `text`, the text from which the index was built.
    ///
    /// A column after the end of its line counts as the end of the line, before the line break; one inside of a
    /// character as the start of the character. `None` if the line does not exist, or if the line or the column is 0.
    #[must_use]
    pub fn offset_of(&self, text: &[u8], position: Position, unit: ColumnUnit) -> Option<usize> {
        let start = self.line_start(position.line)?;
        let end = self.line_start(position.line + 1).unwrap_or(text.len());
        let line = text.get(start..end)?;
        let breaks = line.iter().rev().take(2);
        let breaks = breaks
            .take_while(|byte| matches!(byte, b'\n' | b'\r'))
            .count();
        let end = end - breaks;
        let before = position.column.checked_sub(1)?;
        // The last stride that begins at or before the place, then byte by byte.
        let wanted = self.units_before(text, start, unit).saturating_add(before);
        let (mut low, mut high) = (start / STRIDE + 1, end / STRIDE + 1);
        while low < high {
            let middle = low.midpoint(high);
            if self.units_before(text, middle * STRIDE, unit) <= wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let at = ((low - 1) * STRIDE).max(start);
        let mut units = self.units_before(text, at, unit);
        let mut offset = at;
        while offset > start
            && text
                .get(offset)
                .is_some_and(|byte| !begins_character(*byte))
        {
            offset -= 1;
        }
        for next in at..=end {
            if next == end || begins_character(text[next]) {
                if units > wanted {
                    break;
                }
                offset = next;
            }
            units += text.get(next).map_or(0, |byte| units_of(*byte, unit));
        }
        Some(offset)
    }

    /// The number of units before `offset`.
    fn units_before(&self, text: &[u8], offset: usize, unit: ColumnUnit) -> usize {
        let mark = offset / STRIDE;
        let known = |marks: &[usize]| marks.get(mark).copied().unwrap_or_default();
        let rest = || text.get(mark * STRIDE..offset).unwrap_or_default();
        let characters = || known(&self.characters) + count_characters(rest());
        match unit {
            ColumnUnit::Utf8 => offset,
            ColumnUnit::Characters => characters(),
            ColumnUnit::Utf16 if self.astral.is_empty() => characters(),
            ColumnUnit::Utf16 => characters() + known(&self.astral) + count_astral(rest()),
        }
    }
}

/// The first byte of the smallest character beyond U+FFFF.
const ASTRAL: u8 = 0xF0;

/// Whether a byte is the first of a character.
const fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// The number of units that a byte adds.
const fn units_of(byte: u8, unit: ColumnUnit) -> usize {
    match unit {
        ColumnUnit::Utf8 => 1,
        _ if !begins_character(byte) => 0,
        ColumnUnit::Utf16 if byte >= ASTRAL => 2,
        ColumnUnit::Utf16 | ColumnUnit::Characters => 1,
    }
}

/// Bytes that begin a character.
fn count_characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() {
        return bytes.len();
    }
    bytes.iter().filter(|byte| begins_character(**byte)).count()
}

/// Bytes that begin a character beyond U+FFFF.
fn count_astral(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte >= ASTRAL).count()
}
