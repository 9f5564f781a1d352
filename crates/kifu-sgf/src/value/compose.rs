//! Compose: two values with a colon between them.

use std::fmt::Display;

use kifu_syntax::text;

use super::{ValueError, ValueErrorKind};

/// Splits a value into its two parts, still raw, at the first colon that is not escaped.
///
/// # Errors
/// [`NotComposed`](ValueErrorKind::NotComposed) without such a colon.
pub fn parse(raw: &str) -> Result<(&str, &str), ValueError> {
    text::split_compose(raw).ok_or(ValueError::whole(ValueErrorKind::NotComposed, raw))
}

/// The raw value of two raw parts. Texts must have their colons escaped, as
/// [`escape_compose_simple_text`](text::escape_compose_simple_text) does.
#[must_use]
pub fn to_sgf(first: impl Display, second: impl Display) -> String {
    format!("{first}:{second}")
}
