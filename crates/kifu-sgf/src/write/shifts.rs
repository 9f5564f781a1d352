//! Text that looks like another encoding.
//!
//! A few signs of ASCII lead to Chinese and Japanese characters in encodings of seven bits. In a text that means
//! nothing of the kind a `\` in the midst of them, which every reader takes away, keeps it from being taken for one.

use std::borrow::Cow;

/// `raw` with a `\` behind the first byte wherever `leads` says that something begins there which is not meant.
pub(super) fn escape_shifts(raw: &str, leads: fn(&[u8]) -> bool) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut escaped = String::new();
    let mut copied = 0;
    for at in memchr::memchr2_iter(0x1B, b'~', bytes) {
        if leads(&bytes[at..]) {
            escaped.push_str(&raw[copied..=at]);
            escaped.push('\\');
            copied = at + 1;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(raw);
    }
    escaped.push_str(&raw[copied..]);
    Cow::Owned(escaped)
}

/// Whether `bytes` begin as what leads to Japanese in ISO-2022-JP.
pub(super) fn leads_to_japanese(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1B, b'$' | b'(', ..])
}

/// The same, or what leads to Chinese in HZ. Where `CA` names UTF-8 that is known not to be meant.
pub(super) fn leads_elsewhere(bytes: &[u8]) -> bool {
    leads_to_japanese(bytes) || bytes.starts_with(b"~{")
}
