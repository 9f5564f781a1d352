//! Bytes that are UTF-8, and signs that they are meant otherwise.

use std::sync::Arc;

use kifu_syntax::Span;
use memchr::{memchr2_iter, memchr3_iter};
use yoke::Yoke;

/// Bytes that are UTF-8, with themselves as text; clones share them.
///
/// They are validated with SIMD, which reads Chinese and Japanese several times as fast as the standard
/// library does.
#[derive(Clone, Debug)]
pub(super) struct Utf8Bytes(Yoke<&'static str, Arc<Vec<u8>>>);

impl Utf8Bytes {
    /// `bytes`, not copied, or given back where they are not UTF-8.
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self, Vec<u8>> {
        let bytes = Arc::new(bytes);
        let text = Yoke::try_attach_to_cart(Arc::clone(&bytes), |bytes| {
            simdutf8::basic::from_utf8(bytes)
        });
        text.map(Self).map_err(|_| Arc::unwrap_or_clone(bytes))
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The bytes, copied where a clone holds them too.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.0.into_backing_cart())
    }
}

/// The search for signs that bytes which are UTF-8 are meant otherwise: a NUL, an escape sequence, the `~{`
/// of HZ.
///
/// Who reads the text says how far, so that it is looked at while it is still in the cache.
#[derive(Debug, Default)]
pub(crate) struct Signs {
    looked: usize,
    found: bool,
}

impl Signs {
    /// Looks at `text` up to the end of `value`, from where it was looked at last. Whether there is a NUL in the
    /// value, its reader knows: see [`add_nul`](Self::add_nul).
    pub(crate) fn look_behind_value(&mut self, text: &str, value: Span) {
        let bytes = text.as_bytes();
        self.look(bytes, value.start);
        if self.looked == value.start {
            self.found |= memchr2_iter(0x1B, b'~', value.of(bytes))
                .any(|place| is_sign(bytes, value.start + place));
            self.looked = value.end;
        }
    }

    /// Takes note of a NUL.
    pub(crate) const fn add_nul(&mut self) {
        self.found = true;
    }

    /// Looks at `bytes` up to `end`, from where they were looked at last.
    fn look(&mut self, bytes: &[u8], end: usize) {
        if let Some(new) = bytes.get(self.looked..end) {
            self.found |=
                memchr3_iter(0, 0x1B, b'~', new).any(|place| is_sign(bytes, self.looked + place));
            self.looked = end;
        }
    }

    /// Whether there is one in `text`, all of it.
    pub(super) fn any(&mut self, text: &str) -> bool {
        if !self.found {
            self.look(text.as_bytes(), text.len());
        }
        self.found
    }
}

/// Whether the NUL, escape or tilde at `at` is a sign.
fn is_sign(bytes: &[u8], at: usize) -> bool {
    bytes[at] != b'~' || bytes.get(at + 1) == Some(&b'{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whether_they_are_text_or_not() {
        let text = "棋譜".as_bytes().to_vec();
        let valid = Utf8Bytes::new(text.clone()).unwrap();
        assert_eq!(valid.as_str(), "棋譜");
        assert_eq!(valid.clone().into_bytes(), text);
        let broken = text[1..].to_vec();
        assert_eq!(Utf8Bytes::new(broken.clone()).unwrap_err(), broken);
    }

    #[test]
    fn a_sign_is_found_however_far_was_looked_before() {
        for (text, is_expected) in [
            ("a~b", false),
            ("a~{", true),
            ("~~{", true),
            ("ab\x1B$B", true),
            ("ab\0", true),
            ("ab~", false),
        ] {
            for start in 0..=text.len() {
                for end in start..=text.len() {
                    let mut signs = Signs::default();
                    signs.look_behind_value(text, Span::new(start, end));
                    if text[start..end].contains('\0') {
                        signs.add_nul();
                    }
                    assert_eq!(signs.any(text), is_expected, "{text:?} {start} {end}");
                }
            }
        }
    }
}
