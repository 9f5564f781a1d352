use alloc::borrow::Cow;
use alloc::string::String;

use super::{find, is_line_break, is_white_space, line_break_len};

/// Returns the value of a raw Text: line breaks are kept, as LF.
///
/// Borrows if nothing changes.
#[must_use]
pub fn unescape_text(raw: &str) -> Cow<'_, str> {
    // A lone LF does not change; one in an LFCR is found by its CR.
    let changes = |byte| byte == b'\\' || (is_white_space(byte) && byte != b'\n');
    match find(raw.as_bytes(), changes) {
        None => Cow::Borrowed(raw),
        Some(at) if raw.as_bytes()[at] == b'\r' && raw[..at].ends_with('\n') => {
            Cow::Owned(unescape_from(raw, at - 1, '\n'))
        }
        Some(at) => Cow::Owned(unescape_from(raw, at, '\n')),
    }
}

/// Returns the value of a raw `SimpleText`: one line, line breaks become spaces.
///
/// Borrows if nothing changes.
#[must_use]
pub fn unescape_simple_text(raw: &str) -> Cow<'_, str> {
    match find(raw.as_bytes(), |byte| byte == b'\\' || is_white_space(byte)) {
        None => Cow::Borrowed(raw),
        Some(at) => Cow::Owned(unescape_from(raw, at, ' ')),
    }
}

/// `raw` with everything from `at` on unescaped, and `line_break` for each hard line break.
fn unescape_from(raw: &str, mut at: usize, line_break: char) -> String {
    let bytes = raw.as_bytes();
    let mut value = String::with_capacity(raw.len());
    let mut copied = 0;
    while let Some(&byte) = bytes.get(at) {
        value.push_str(&raw[copied..at]);
        let escaped = byte == b'\\';
        if escaped {
            copied = at;
            at += 1;
        }
        match bytes.get(at) {
            // A lone `\` at the end: it stays.
            None => break,
            Some(&byte) if is_line_break(byte) => {
                if !escaped {
                    value.push(line_break);
                }
                at += line_break_len(bytes, at);
                copied = at;
            }
            Some(&byte) if is_white_space(byte) => {
                value.push(' ');
                at += 1;
                copied = at;
            }
            // Any escaped character is an ordinary one from here on.
            Some(_) => {
                copied = at;
                at += 1;
            }
        }
        at += find(&bytes[at..], |byte| byte == b'\\' || is_white_space(byte))
            .unwrap_or(bytes.len() - at);
    }
    value.push_str(&raw[copied..]);
    value
}
