//! `SimpleText`: text of one line. Every raw value is one.

use std::borrow::Cow;

use kifu_syntax::text;

/// The text: escapes undone, each white space character and each line break a blank, soft line
/// breaks gone. Borrows where nothing changes.
#[must_use]
pub fn parse(raw: &str) -> Cow<'_, str> {
    text::unescape_simple_text(raw)
}

/// The raw value of `value`, whose line breaks become blanks.
#[must_use]
pub fn to_sgf(value: &str) -> Cow<'_, str> {
    text::escape_simple_text(value)
}
