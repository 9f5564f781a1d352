//! `SimpleText`: text of one line. Every raw value is one.

use std::borrow::Cow;

use kifu_syntax::text;

/// Returns the text: escapes are resolved, each white space character and each line break becomes a blank, soft line
/// breaks are removed. Borrows if nothing changes.
#[must_use]
pub fn parse(raw: &str) -> Cow<'_, str> {
    text::unescape_simple_text(raw)
}

/// The raw value of `value`, whose line breaks become blanks.
#[must_use]
pub fn to_sgf(value: &str) -> Cow<'_, str> {
    text::escape_simple_text(value)
}
