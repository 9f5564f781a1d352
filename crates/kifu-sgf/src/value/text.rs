//! Text: text of many lines. Every raw value is one.

use std::borrow::Cow;

use kifu_syntax::text;

/// The text: escapes undone, each line break one LF, other white space blanks, soft line breaks
/// gone. Borrows where nothing changes.
#[must_use]
pub fn parse(raw: &str) -> Cow<'_, str> {
    text::unescape_text(raw)
}

/// The raw value of `value`.
#[must_use]
pub fn to_sgf(value: &str) -> Cow<'_, str> {
    text::escape_text(value)
}
