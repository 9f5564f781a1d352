//! Text: text of many lines. Every raw value is one.

use std::borrow::Cow;

use kifu_syntax::text;

/// Returns the text: escapes are resolved, each line break becomes one LF, other white space becomes blanks, soft line
/// breaks are removed. Borrows if nothing changes.
#[must_use]
pub fn parse(raw: &str) -> Cow<'_, str> {
    text::unescape_text(raw)
}

/// The raw value of `value`.
#[must_use]
pub fn to_sgf(value: &str) -> Cow<'_, str> {
    text::escape_text(value)
}
