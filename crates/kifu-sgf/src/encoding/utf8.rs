//! Bytes that are UTF-8, and signs that they are meant otherwise.

use std::sync::Arc;

use memchr::memchr3_iter;
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
    /// Looks at `text` up to `end`, from where it was looked at last.
    pub(crate) fn look(&mut self, text: &str, end: usize) {
        let bytes = text.as_bytes();
        let Some(new) = bytes.get(self.looked..end).filter(|_| !self.found) else {
            return;
        };
        self.found = memchr3_iter(0, 0x1B, b'~', new).any(|place| {
            let at = self.looked + place;
            bytes[at] != b'~' || bytes.get(at + 1) == Some(&b'{')
        });
        self.looked = end;
    }

    /// Whether there is one in `text`, all of it.
    pub(super) fn any(&mut self, text: &str) -> bool {
        self.look(text, text.len());
        self.found
    }
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
        for (text, is_sign) in [
            ("a~b", false),
            ("a~{", true),
            ("~~{", true),
            ("ab\x1B$B", true),
            ("ab\0", true),
            ("ab~", false),
        ] {
            for first in 0..=text.len() {
                for second in first..=text.len() {
                    let mut signs = Signs::default();
                    signs.look(text, first);
                    signs.look(text, second);
                    assert_eq!(signs.any(text), is_sign, "{text:?} {first} {second}");
                }
            }
        }
    }
}
