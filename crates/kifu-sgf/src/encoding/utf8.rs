//! Bytes that are valid UTF-8, and evidence that they are in another encoding.

use std::panic::resume_unwind;
use std::sync::{Arc, LazyLock};
use std::thread;

use memchr::{memchr, memchr3_iter};
use simdutf8::basic::{Utf8Error, from_utf8};
use yoke::Yoke;

use super::Charset;
use super::decide::may_not_be_utf8;
use super::declaration::possible_declarations;

/// Number of bytes from which a separate thread checks them.
const MANY: usize = 1 << 20;

/// Stack size of the thread, in bytes; enough for every check.
const STACK: usize = 256 << 10;

/// Whether threads can run in parallel.
static HAS_CORES: LazyLock<bool> =
    LazyLock::new(|| thread::available_parallelism().is_ok_and(|cores| cores.get() > 1));

/// UTF-8 bytes that are also the text; clones share them.
///
/// They are validated with SIMD, which reads Chinese and Japanese several times as fast as the standard library.
#[derive(Clone, Debug)]
pub(super) struct Utf8Bytes(Yoke<&'static str, Arc<Vec<u8>>>);

impl Utf8Bytes {
    /// Wraps `bytes` without a copy; returns them as `Err` if they are not UTF-8.
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self, Vec<u8>> {
        Self::checked(bytes, from_utf8)
    }

    /// Checks bytes while `read` is called with them if they are UTF-8; if they are not, it may have been called too.
    #[inline]
    pub(super) fn read(bytes: Vec<u8>, read: impl FnOnce(&[u8])) -> Result<Self, Vec<u8>> {
        Self::checked(bytes, |bytes| check_and_read(bytes, read))
    }

    #[inline]
    fn checked(
        bytes: Vec<u8>,
        check: impl FnOnce(&[u8]) -> Result<&str, Utf8Error>,
    ) -> Result<Self, Vec<u8>> {
        let bytes = Arc::new(bytes);
        let text = Yoke::try_attach_to_cart(Arc::clone(&bytes), |bytes| check(bytes));
        text.map(Self).map_err(|_| Arc::unwrap_or_clone(bytes))
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Returns the bytes; copies them if a clone shares them.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.0.into_backing_cart())
    }
}

/// Checks that `bytes` are UTF-8, and reads them with `read`.
///
/// If there are many bytes, another thread checks them while they are read, on the assumption that they are UTF-8.
fn check_and_read(bytes: &[u8], read: impl FnOnce(&[u8])) -> Result<&str, Utf8Error> {
    if bytes.len() < MANY || !*HAS_CORES {
        return from_utf8(bytes).inspect(|_| read(bytes));
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let Ok(check) = builder.spawn_scoped(scope, || from_utf8(bytes)) else {
            return from_utf8(bytes).inspect(|_| read(bytes));
        };
        read(bytes);
        check.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Minimum number of bytes to search at a time, except for the last ones: they are still in the cache of a core.
const LEAST: usize = 2 << 10;

/// Searches valid UTF-8 for evidence of another encoding: a NUL, an escape sequence, the `~{` of HZ, characters beyond
/// ASCII in games whose `CA` names another encoding, or that are so few that they may be UTF-8 by chance.
///
/// The reader of the text reports its progress, so that the text is searched while it is in the cache.
#[derive(Debug, Default)]
pub(crate) struct Signs {
    looked: usize,
    found: bool,
    is_beyond_ascii: bool,
}

impl Signs {
    /// Searches `text` up to `end`, from the end of the last search, if that is enough text. The reader reports NUL
    /// bytes: see [`add_nul`](Self::add_nul).
    #[inline]
    pub(crate) fn look_behind(&mut self, text: &[u8], end: usize) {
        if end.saturating_sub(self.looked) >= LEAST {
            self.look_at_block(text, end);
        }
    }

    #[inline(never)]
    fn look_at_block(&mut self, bytes: &[u8], end: usize) {
        if let Some(new) = bytes.get(self.looked..end) {
            self.is_beyond_ascii = self.is_beyond_ascii || !new.is_ascii();
            self.found |= memchr3_iter(0x1B, 0x0E, b'~', new)
                .any(|place| is_sign(bytes, self.looked + place));
            self.looked = end;
        }
    }

    /// Records a NUL.
    pub(crate) const fn add_nul(&mut self) {
        self.found = true;
    }

    /// Whether there is evidence in all of `text`.
    pub(super) fn any(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let rest = bytes.get(self.looked..).unwrap_or_default();
        self.found
            || memchr3_iter(0, 0x1B, b'~', rest).any(|place| is_sign(bytes, self.looked + place))
            || memchr(0x0E, rest).is_some()
            || ((self.is_beyond_ascii || !rest.is_ascii()) && is_perhaps_other(bytes))
    }
}

/// Whether text beyond ASCII may be in an encoding other than UTF-8: a `CA` names it, or there is none, and little text.
fn is_perhaps_other(bytes: &[u8]) -> bool {
    let mut has_label = false;
    for label in possible_declarations(bytes) {
        let label = label.of(bytes);
        if label.eq_ignore_ascii_case(b"UTF-8") {
            has_label = true;
            continue;
        }
        let named = Charset::for_label_bytes(label);
        if named.map_or(!label.is_empty(), |named| {
            named.extends_ascii() && named != Charset::UTF_8
        }) {
            return true;
        }
        has_label |= named.is_some();
    }
    cfg!(feature = "encodings") && !has_label && may_not_be_utf8(bytes)
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
    fn what_is_read_meanwhile_counts_if_it_is_text() {
        for length in [0, 100, 2 * MANY] {
            let valid = "譜".repeat(length / 3).into_bytes();
            let mut count = 0;
            let text = Utf8Bytes::read(valid.clone(), |bytes| count = bytes.len()).unwrap();
            assert_eq!((text.into_bytes(), count), (valid.clone(), valid.len()));
            let mut broken = valid;
            broken.push(0xE8);
            let given_back = Utf8Bytes::read(broken.clone(), |_| ()).unwrap_err();
            assert_eq!(given_back, broken);
        }
    }

    #[test]
    fn a_sign_is_found_however_far_was_looked_before() {
        for (sign, is_expected) in [
            ("a~b", false),
            ("a~{", true),
            ("~~{", true),
            ("ab\x1B$B", true),
            ("ab\0", true),
            ("ab~", false),
        ] {
            let place = LEAST + 1;
            let text = "x".repeat(place) + sign + &"x".repeat(LEAST);
            let ends = [
                0,
                1,
                LEAST,
                place,
                place + 1,
                place + 2,
                place + 3,
                text.len(),
            ];
            for start in ends {
                for end in ends.into_iter().filter(|end| *end >= start) {
                    let mut signs = Signs::default();
                    signs.look_behind(text.as_bytes(), start);
                    signs.look_behind(text.as_bytes(), end);
                    if text[..end].contains('\0') {
                        signs.add_nul();
                    }
                    assert_eq!(signs.any(&text), is_expected, "{sign:?} {start} {end}");
                }
            }
        }
    }
}
