//! An open document: its text, its games, and the conversion between offsets and positions.

use std::cell::OnceCell;

use gen_lsp_types::{Position, Range, TextEdit, VersionedTextDocumentIdentifier};
use kifu_lint::Edit;
use kifu_sgf::Collection;
use kifu_syntax::Span;
use ropey::Rope;
use serde::Deserialize;

/// The unit of columns of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16, the default of the protocol.
    #[default]
    Utf16,
}

/// The parameters of `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Changes {
    pub(crate) text_document: VersionedTextDocumentIdentifier,
    pub(crate) content_changes: Vec<ContentChange>,
}

/// A change of a document. `TextDocumentContentChangeEvent` reads an invalid range as no range, which would replace the
/// whole text.
#[derive(Debug, Deserialize)]
pub(crate) struct ContentChange {
    /// The replaced range; `None` for the whole text.
    range: Option<Range>,
    text: String,
}

/// An open document.
///
/// The rope applies changes and converts positions; the collection has a contiguous copy of the text, as the parser
/// requires.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) version: i32,
    columns: Columns,
    rope: Rope,
    parsed: OnceCell<Collection>,
}

impl Document {
    pub(crate) fn new(version: i32, columns: Columns, text: String) -> Self {
        let rope = Rope::from_str(&text);
        Self {
            version,
            columns,
            rope,
            parsed: OnceCell::from(Collection::from(text)),
        }
    }

    /// The games.
    pub(crate) fn collection(&self) -> &Collection {
        self.parsed
            .get_or_init(|| Collection::from(String::from(&self.rope)))
    }

    /// The text of the games: the text of the document without a byte order mark.
    pub(crate) fn text(&self) -> &str {
        self.collection().text()
    }

    /// Length of the text in bytes.
    pub(crate) fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    /// Applies changes one after the other. Returns whether one of them replaced the whole text.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<ContentChange>) -> bool {
        let mut is_replaced = false;
        self.version = version;
        self.parsed.take();
        for change in changes {
            if let Some(range) = change.range {
                let from = self.rope_offset(range.start);
                let to = self.rope_offset(range.end).max(from);
                is_replaced |= from == 0 && to == self.rope.len_bytes();
                let (from, to) = (self.rope.byte_to_char(from), self.rope.byte_to_char(to));
                self.rope.remove(from..to);
                self.rope.insert(from, &change.text);
            } else {
                is_replaced = true;
                self.rope = Rope::from_str(&change.text);
            }
        }
        is_replaced
    }

    /// The offset of a position in the text of the games. A position beyond the end of a line or of the text refers to
    /// that end; one inside a character refers to its beginning.
    pub(crate) fn offset(&self, position: Position) -> usize {
        self.rope_offset(position).saturating_sub(self.mark())
    }

    /// The span of a range in the text of the games.
    pub(crate) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start.min(end), end.max(start))
    }

    /// The position of an offset in the text of the games.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = (offset + self.mark()).min(self.rope.len_bytes());
        let line = self.rope.byte_to_line(offset);
        let start = self.rope.line_to_byte(line);
        let character = match self.columns {
            Columns::Utf8 => offset - start,
            Columns::Utf16 => self.utf16_before(offset) - self.utf16_before(start),
        };
        Position::new(number(line), number(character))
    }

    /// The range of a span in the text of the games.
    pub(crate) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// Converts edits to the protocol. It has no position between `\r` and `\n`: an edit that begins or ends there takes
    /// in the other sign.
    pub(crate) fn edits(&self, edits: &[Edit]) -> Vec<TextEdit> {
        let text = self.text().as_bytes();
        let splits = |offset: usize| {
            let (before, after) = text.split_at(offset.min(text.len()));
            before.ends_with(b"\r") && after.starts_with(b"\n")
        };
        let touch =
            |one: &Edit, next: &Edit| one.span.end == next.span.start && splits(next.span.start);
        let converted = edits.chunk_by(touch).filter_map(|together| {
            let (first, last) = (together.first()?, together.last()?);
            let mut span = Span::new(first.span.start, last.span.end);
            let mut replacement: String = together
                .iter()
                .map(|edit| edit.replacement.as_str())
                .collect();
            if splits(span.start) {
                span.start -= 1;
                replacement.insert(0, '\r');
            }
            if splits(span.end) {
                span.end += 1;
                replacement.push('\n');
            }
            Some(TextEdit::new(self.range(span), replacement))
        });
        converted.collect()
    }

    /// Whether a position is before the byte order mark.
    pub(crate) fn is_before_text(&self, position: Position) -> bool {
        self.rope_offset(position) < self.mark()
    }

    /// The range of the byte order mark, if there is one.
    pub(crate) fn mark_range(&self) -> Option<Range> {
        (self.mark() > 0).then(|| Range::new(Position::new(0, 0), self.position(0)))
    }

    /// Length of the byte order mark before the text of the games, in bytes.
    fn mark(&self) -> usize {
        self.collection().source().mark()
    }

    fn rope_offset(&self, position: Position) -> usize {
        let Some(line) = usize::try_from(position.line)
            .ok()
            .filter(|line| *line < self.rope.len_lines())
        else {
            return self.rope.len_bytes();
        };
        let start = self.rope.line_to_byte(line);
        let end = start + line_length(&self.rope, line);
        let character = position.character as usize;
        match self.columns {
            Columns::Utf8 => {
                let offset = start.saturating_add(character).min(end);
                self.rope.char_to_byte(self.rope.byte_to_char(offset))
            }
            Columns::Utf16 => {
                let wanted = self.utf16_before(start).saturating_add(character);
                let wanted = wanted.min(self.utf16_before(end));
                self.rope.char_to_byte(self.rope.utf16_cu_to_char(wanted))
            }
        }
    }

    /// Code units of UTF-16 before an offset.
    fn utf16_before(&self, offset: usize) -> usize {
        self.rope.char_to_utf16_cu(self.rope.byte_to_char(offset))
    }
}

/// Length of a line in bytes, without its end.
fn line_length(rope: &Rope, line: usize) -> usize {
    let line = rope.line(line);
    let mut length = line.len_bytes();
    let mut ends = 0;
    for char in line.chars_at(line.len_chars()).reversed().take(2) {
        match (char, ends) {
            ('\n', 0) | ('\r', 0 | 1) => {
                length -= 1;
                ends += 1;
                if char == '\r' {
                    break;
                }
            }
            _ => break,
        }
    }
    length
}

/// A number of the protocol. Texts too long for it are not opened.
pub(crate) fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Converts ascending offsets to positions in one pass.
#[derive(Debug)]
pub(crate) struct Ascending<'d> {
    text: &'d [u8],
    columns: Columns,
    offset: usize,
    position: Position,
}

impl<'d> Ascending<'d> {
    /// Starts at the beginning of a text.
    pub(crate) const fn new(text: &'d str, columns: Columns) -> Self {
        Self {
            text: text.as_bytes(),
            columns,
            offset: 0,
            position: Position::new(0, 0),
        }
    }

    /// Starts at an offset of a document.
    pub(crate) fn from(document: &'d Document, offset: usize) -> Self {
        Self {
            offset,
            position: document.position(offset),
            ..Self::new(document.text(), document.columns)
        }
    }

    /// The position of an offset, which must not be before the last one.
    pub(crate) fn position(&mut self, offset: usize) -> Position {
        for at in self.offset..offset.min(self.text.len()) {
            let byte = self.text[at];
            let ends_line =
                byte == b'\n' || (byte == b'\r' && self.text.get(at + 1) != Some(&b'\n'));
            if ends_line {
                self.position.line += 1;
                self.position.character = 0;
            } else {
                self.position.character += units(byte, self.columns);
            }
        }
        self.offset = self.offset.max(offset);
        self.position
    }

    /// Length of a span within one line, in columns.
    pub(crate) fn length(&self, span: Span) -> u32 {
        let bytes = self.text.get(span.start..span.end).unwrap_or_default();
        bytes.iter().map(|byte| units(*byte, self.columns)).sum()
    }
}

/// Number of columns that a byte of UTF-8 adds.
const fn units(byte: u8, columns: Columns) -> u32 {
    match columns {
        Columns::Utf8 => 1,
        Columns::Utf16 => match byte {
            0x80..=0xBF => 0,
            0xF0..=0xFF => 2,
            _ => 1,
        },
    }
}
