use alloc::borrow::Cow;
use alloc::string::String;

use crate::lookahead;

use super::{find, is_line_break, is_white_space, line_break_len};

/// Returns the raw value for a Text: `]` and `\` are escaped, line breaks are written as LF, other white space as
/// blanks.
///
/// A `\` is also inserted into sequences that switch to Chinese or Japanese in seven-bit encodings (an escape
/// character before `$` or `(`, `~` before `{`), so that no reader takes them for such a switch.
///
/// Reading the result gives [`normalize_text`] of `value`. Borrows if nothing changes.
#[must_use]
pub fn escape_text(value: &str) -> Cow<'_, str> {
    guard(write(value, Some('\n'), |byte| {
        matches!(byte, b'\\' | b']')
    }))
}

/// Returns the raw value for a `SimpleText`: `]` and `\` are escaped, white space and line breaks are written as
/// blanks.
///
/// Reading the result gives [`normalize_simple_text`] of `value`. Borrows if nothing changes.
#[must_use]
pub fn escape_simple_text(value: &str) -> Cow<'_, str> {
    guard(write(value, None, |byte| matches!(byte, b'\\' | b']')))
}

/// Escapes a Text like [`escape_text`], for a part of a Compose value: `:` is escaped too.
#[must_use]
pub fn escape_compose_text(value: &str) -> Cow<'_, str> {
    guard(write(value, Some('\n'), |byte| {
        matches!(byte, b'\\' | b']' | b':')
    }))
}

/// Escapes a SimpleText like [`escape_simple_text`], for a part of a Compose value: `:` is escaped too.
#[must_use]
pub fn escape_compose_simple_text(value: &str) -> Cow<'_, str> {
    guard(write(value, None, |byte| {
        matches!(byte, b'\\' | b']' | b':')
    }))
}

/// Escapes a raw value so that it can be written anywhere: a `]` that is not escaped, which the reader accepts in a
/// text, gets a `\`, and so does a last `\`. If a `[` has no `]`, each `[` gets one too, so that no reader searches
/// for it.
///
/// Borrows if nothing changes.
#[must_use]
pub fn escape_brackets(raw: &str) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut copied = 0;
    for at in brackets_to_escape(raw) {
        escaped.push_str(&raw[copied..at]);
        escaped.push('\\');
        copied = at;
    }
    if escaped.is_empty() {
        return Cow::Borrowed(raw);
    }
    escaped.push_str(&raw[copied..]);
    Cow::Owned(escaped)
}

/// Whether raw text ends in a `\` that escapes what follows: a `]` after it would not end the value.
///
/// ```
/// use kifu_syntax::text::ends_in_escape;
///
/// assert!(ends_in_escape(br"a\"));
/// assert!(!ends_in_escape(br"a\\"));
/// ```
#[must_use]
pub fn ends_in_escape(raw: &[u8]) -> bool {
    let escapes = raw.iter().rev().take_while(|byte| **byte == b'\\');
    escapes.count() % 2 == 1
}

/// Returns the offsets at which [`escape_brackets`] inserts a `\`: each is the offset of a `[`, a `]` or a last `\`.
pub fn brackets_to_escape(raw: &str) -> impl Iterator<Item = usize> + use<'_> {
    let bytes = raw.as_bytes();
    let opens = lookahead::has_open_bracket(bytes);
    let mut place = 0;
    core::iter::from_fn(move || {
        loop {
            let at = place + memchr::memchr3(b'\\', b']', b'[', bytes.get(place..)?)?;
            if bytes[at] == b'\\' && at + 1 < bytes.len() {
                // Whatever the next character is, its first byte is not one that is looked for.
                place = at + 2;
                continue;
            }
            place = at + 1;
            if bytes[at] != b'[' || opens {
                return Some(at);
            }
        }
    })
}

/// `raw` with a `\` in each sequence that leads to another encoding.
fn guard(raw: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut guarded = String::new();
    let mut copied = 0;
    for at in memchr::memchr2_iter(0x1B, b'~', bytes) {
        if matches!(bytes[at..], [0x1B, b'$' | b'(', ..] | [b'~', b'{', ..]) {
            guarded.push_str(&raw[copied..=at]);
            guarded.push('\\');
            copied = at + 1;
        }
    }
    if copied == 0 {
        return raw;
    }
    guarded.push_str(&raw[copied..]);
    Cow::Owned(guarded)
}

/// Returns `value` as a Text can store it: each line break becomes one LF, other white space a blank.
#[must_use]
pub fn normalize_text(value: &str) -> Cow<'_, str> {
    write(value, Some('\n'), |_| false)
}

/// Returns `value` as a `SimpleText` can store it: each line break and each other white space character becomes one
/// blank.
#[must_use]
pub fn normalize_simple_text(value: &str) -> Cow<'_, str> {
    write(value, None, |_| false)
}

/// Writes `value` with a `\` before each byte for which `escape` returns true, and normalizes white space.
/// `line_break` replaces each line break; `None` makes it a blank.
#[inline]
fn write(
    value: &str,
    line_break: Option<char>,
    escape: impl Fn(u8) -> bool + Copy,
) -> Cow<'_, str> {
    let bytes = value.as_bytes();
    let keeps_lf = line_break == Some('\n');
    let changes = |byte| escape(byte) || (is_white_space(byte) && !(keeps_lf && byte == b'\n'));
    let Some(mut at) = find(bytes, changes) else {
        return Cow::Borrowed(value);
    };
    if keeps_lf && bytes[at] == b'\r' && value[..at].ends_with('\n') {
        at -= 1;
    }
    let mut raw = String::with_capacity(value.len() + value.len() / 16 + 8);
    let mut copied = 0;
    while let Some(&byte) = bytes.get(at) {
        raw.push_str(&value[copied..at]);
        copied = at;
        if is_line_break(byte) {
            raw.push(line_break.unwrap_or(' '));
            at += line_break_len(bytes, at);
            copied = at;
        } else if is_white_space(byte) {
            raw.push(' ');
            at += 1;
            copied = at;
        } else {
            raw.push('\\');
            at += 1;
        }
        at += find(&bytes[at..], |byte| escape(byte) || is_white_space(byte))
            .unwrap_or(bytes.len() - at);
    }
    raw.push_str(&value[copied..]);
    Cow::Owned(raw)
}
