//! Small readers that several value types share.

/// Whether `raw` is one or more ASCII digits.
pub(super) fn is_digits(raw: &str) -> bool {
    !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit())
}

/// `raw` without its sign.
pub(super) fn unsigned(raw: &str) -> &str {
    raw.strip_prefix(['+', '-']).unwrap_or(raw)
}

/// `raw` without white space at either end; that of the far East included.
pub(super) fn trim(raw: &str) -> &str {
    raw.trim_matches(|char: char| char.is_whitespace() || char == '\u{feff}')
}

/// The digits `raw` begins with, and the rest.
pub(super) fn split_digits(raw: &str) -> (&str, &str) {
    let end = raw
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(raw.len());
    raw.split_at(end)
}
