use alloc::borrow::Cow;
use alloc::string::String;

use super::{is_line_break, line_break_len};

/// Wraps a raw Text or `SimpleText` with soft line breaks (`\` and LF), so that lines stay within `width` characters,
/// the closing `\` included. The value does not change.
///
/// `column` is the number of characters on the line before the text. A line is broken after its last blank or, if it
/// has none, inside of a word; never between a `\` and the character it escapes, and never before a line break, where
/// the two could pair up. A `width` below 3, too small for an escaped character, counts as 3. Borrows if every line
/// fits.
#[must_use]
pub fn soft_wrap(raw: &str, column: usize, width: usize) -> Cow<'_, str> {
    // Bytes are at least as many as characters.
    if raw.len().saturating_add(column) <= width {
        return Cow::Borrowed(raw);
    }
    let bytes = raw.as_bytes();
    let mut wrapped = String::new();
    let mut copied = 0;
    let width = width.max(3);
    let mut line = Line::new(column);
    line.inside_word = (column > 0).then_some((0, column));
    let mut at = 0;
    while at < raw.len() {
        if is_line_break(bytes[at]) {
            at += line_break_len(bytes, at);
            line = Line::new(0);
            continue;
        }
        let (len, columns, soft) = unit(raw, at);
        if soft {
            at += len;
            line = Line::new(0);
            continue;
        }
        if line.column + columns > width
            && let Some((cut, cut_column)) = line.behind_blank.or(line.inside_word)
        {
            wrapped.push_str(&raw[copied..cut]);
            wrapped.push_str("\\\n");
            copied = cut;
            line = Line {
                column: line.column - cut_column,
                behind_blank: None,
                // The text carried over fits, with its `\`, and may be cut off unchanged.
                inside_word: (at > cut).then_some((at, line.column - cut_column)),
            };
            continue;
        }
        at += len;
        line.column += columns;
        if line.column < width {
            line.inside_word = Some((at, line.column));
            if bytes[at - 1] == b' ' {
                line.behind_blank = line.inside_word;
            }
        }
    }
    if wrapped.is_empty() {
        return Cow::Borrowed(raw);
    }
    wrapped.push_str(&raw[copied..]);
    Cow::Owned(wrapped)
}

/// The current line, and its last possible break: offset in the text and column.
struct Line {
    column: usize,
    behind_blank: Option<(usize, usize)>,
    inside_word: Option<(usize, usize)>,
}

impl Line {
    const fn new(column: usize) -> Self {
        Self {
            column,
            behind_blank: None,
            inside_word: None,
        }
    }
}

/// Returns the unit at `at` that must stay together: its length in bytes and in characters, and whether it is a soft
/// line break.
fn unit(raw: &str, at: usize) -> (usize, usize, bool) {
    let rest = &raw[at..];
    let Some(escaped) = rest.strip_prefix('\\') else {
        return (rest.chars().next().map_or(1, char::len_utf8), 1, false);
    };
    match escaped.chars().next() {
        None => (1, 1, false),
        Some('\n' | '\r') => (1 + line_break_len(raw.as_bytes(), at + 1), 0, true),
        Some(char) => (1 + char.len_utf8(), 2, false),
    }
}
