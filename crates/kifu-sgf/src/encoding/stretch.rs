//! Files joined from parts in UTF-16 and in other encodings: finds the boundaries.

use std::ops::Range;

use memchr::{memchr2_iter, memmem};

use super::Charset;

/// A stretch of a file.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) range: Range<usize>,
    /// Its encoding, if its units are wider than a byte.
    pub(super) wide: Option<Charset>,
}

/// The stretches of `bytes`, without gaps: UTF-16 begins with its mark before a game, and ends after a game
/// where another one begins in units of a byte.
pub(super) struct Stretches<'a> {
    bytes: &'a [u8],
    start: usize,
    wide: Option<Charset>,
}

impl<'a> Stretches<'a> {
    /// Creates an iterator over stretches from `start` on; the first is in `wide`, or in byte-sized units.
    pub(super) fn new(bytes: &'a [u8], start: usize, wide: Option<Charset>) -> Self {
        Self { bytes, start, wide }
    }
}

impl Stretches<'_> {
    /// Returns the end of the stretch that begins in `charset`, and the encoding after it.
    ///
    /// Two searches run in turn, each a little further at a time. So in a file of short stretches, a search without a
    /// hit does not run to the end each time.
    fn wide_ends(&self, charset: Charset) -> (usize, Option<Charset>) {
        let mut reach = 4096;
        loop {
            let limit = self.bytes.len().min(self.start.saturating_add(reach));
            let narrow = narrow_begins(&self.bytes[..limit], self.start);
            let (end, next) = wide_begins(&self.bytes[..narrow], self.start, Some(charset));
            if end < limit || limit == self.bytes.len() {
                return (end, next);
            }
            reach = reach.saturating_mul(2);
        }
    }
}

impl Iterator for Stretches<'_> {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        if self.start == self.bytes.len() {
            return None;
        }
        let wide = self.wide;
        let (end, next) = match wide {
            Some(charset) => self.wide_ends(charset),
            None => wide_begins(self.bytes, self.start, None),
        };
        let range = self.start..end;
        self.start = end;
        self.wide = next;
        Some(Stretch { range, wide })
    }
}

/// Returns the offset of a UTF-16 mark other than `known`, with `(` `;` after it, at or after `start`, and its
/// encoding; otherwise the end.
fn wide_begins(bytes: &[u8], start: usize, known: Option<Charset>) -> (usize, Option<Charset>) {
    let marks = memchr2_iter(0xFE, 0xFF, &bytes[start..]).map(|at| start + at);
    let mut begins = marks.filter_map(|at| match bytes[at..] {
        [0xFF, 0xFE, b'(', 0, b';', 0, ..] => Some((at, Some(Charset::UTF_16LE))),
        [0xFE, 0xFF, 0, b'(', 0, b';', ..] => Some((at, Some(Charset::UTF_16BE))),
        _ => None,
    });
    let begin = begins.find(|(_, charset)| *charset != known);
    begin.unwrap_or((bytes.len(), None))
}

/// Returns the offset, at or after `start`, of a byte-sized `(` `;` and a property after a wide `)`; otherwise the
/// end.
fn narrow_begins(bytes: &[u8], start: usize) -> usize {
    let mut opens = memmem::find_iter(&bytes[start..], b"(;").map(|at| start + at);
    let begins = opens.find(|open| {
        let mut before = bytes[start..*open].iter().rev();
        let close = before.find(|byte| !matches!(byte, 0 | b' ' | b'\t' | b'\r' | b'\n'));
        let behind = &bytes[open + 2..];
        let letters = behind.iter().take(3);
        let letters = letters.take_while(|byte| byte.is_ascii_uppercase()).count();
        close == Some(&b')') && letters > 0 && behind.get(letters) == Some(&b'[')
    });
    begins.unwrap_or(bytes.len())
}
