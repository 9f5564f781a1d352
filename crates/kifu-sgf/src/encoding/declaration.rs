//! Finds the `CA` properties of bytes whose encoding is not known yet.
//!
//! A comment may quote a `CA`. Whether a place is inside a value shows at the nearest bracket before it: `]` without
//! a `\` closed a value, and nothing but structure follows; `[` or `\]` is text. This is exact for valid games, and
//! finds most declarations of broken ones.
//!
//! In `Shift_JIS`, GBK and Big5 a `\` may be the second byte of a character. So a declaration has to confirm itself:
//! read in the encoding that it names, it is the first one outside values.

use std::ops::Range;

use kifu_syntax::Span;
use memchr::memmem::Finder;
use memchr::{memchr, memrchr2};

use super::Charset;
use super::decide::is_valid;

/// Readings in which a `\` may be part of a character, and the reading by bytes.
const READINGS: [Option<Charset>; 4] = [
    Some(Charset::SHIFT_JIS),
    Some(Charset::GBK),
    Some(Charset::BIG5),
    None,
];

/// The values of the `CA` properties of `bytes`, which begin outside values, in an encoding without `\` in characters.
pub(super) fn declarations(bytes: &[u8]) -> impl Iterator<Item = Span> {
    declarations_in(bytes, 0..bytes.len())
}

/// Those in `range` of `bytes`.
pub(super) fn declarations_in(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Span> {
    let found = candidates(bytes, range);
    found
        .filter(|found| found.is_outside(bytes, None, true))
        .map(|found| found.label)
}

/// The values of the `CA` properties that one of the [`READINGS`] has.
pub(super) fn possible_declarations(bytes: &[u8]) -> impl Iterator<Item = Span> {
    let found = candidates(bytes, 0..bytes.len());
    let in_any = |found: &Candidate| {
        READINGS
            .iter()
            .any(|reading| found.is_outside(bytes, *reading, true))
    };
    found.filter(in_any).map(|found| found.label)
}

/// Returns the first `CA` of `bytes` in their encoding. `in_value` is whether they begin inside a value.
pub(super) fn declaration(bytes: &[u8], in_value: bool) -> Option<Span> {
    let mut first = [None; READINGS.len()];
    for candidate in candidates(bytes, 0..bytes.len()) {
        for (found, reading) in first.iter_mut().zip(READINGS) {
            if found.is_none() && candidate.is_outside(bytes, reading, !in_value) {
                *found = Some(candidate.label);
            }
        }
        if first.iter().all(Option::is_some) {
            break;
        }
    }
    let [.., by_bytes] = first;
    if first.iter().all(|label| *label == by_bytes) {
        return by_bytes;
    }
    let named = |label: Span| Charset::for_label_bytes(label.of(bytes));
    let confirms = |(label, reading): (Option<Span>, Option<Charset>)| {
        label.filter(|label| named(*label).and_then(reading_as) == reading)
    };
    let mut confirmed = first.into_iter().zip(READINGS).filter_map(confirms);
    let best = confirmed.next();
    if confirmed.clone().next().is_none() {
        // Escapes before trail bytes are read by bytes.
        return best.or(by_bytes);
    }
    let is_right = |label: &Span| named(*label).is_some_and(|named| is_valid(named, bytes));
    best.into_iter().chain(confirmed).find(is_right).or(best)
}

/// Returns the one of the [`READINGS`] for text in `charset`.
fn reading_as(charset: Charset) -> Option<Charset> {
    if charset.is_gbk() {
        return Some(Charset::GBK);
    }
    charset.has_syntax_in_trail_bytes().then_some(charset)
}

/// A text like a `CA` property, perhaps inside a value.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: usize,
    label: Span,
}

impl Candidate {
    /// Whether it is outside values; `at_start` is whether the start of `bytes` is.
    fn is_outside(self, bytes: &[u8], reading: Option<Charset>, at_start: bool) -> bool {
        is_outside(bytes, self.at, reading).unwrap_or(at_start)
    }
}

fn candidates(bytes: &[u8], range: Range<usize>) -> impl Iterator<Item = Candidate> {
    let finder = Finder::new(b"CA");
    let mut rest = range;
    std::iter::from_fn(move || {
        loop {
            let at = rest.start + finder.find(bytes.get(rest.clone())?)?;
            rest.start = at + 2;
            let before = bytes[..at].trim_ascii_end().last();
            if matches!(before, None | Some(b';' | b']' | b'(' | b')'))
                && let Some(label) = label(bytes, rest.start)
            {
                return Some(Candidate { at, label });
            }
        }
    })
}

/// The value that begins at `at`, after a `CA`, if it can be the name of an encoding.
fn label(bytes: &[u8], at: usize) -> Option<Span> {
    const LONGEST: usize = 64;
    let blanks = |bytes: &[u8]| bytes.len() - bytes.trim_ascii_start().len();
    let open = at + blanks(bytes.get(at..)?);
    let value = bytes.get(open..)?.strip_prefix(b"[")?;
    let value = &value[..value.len().min(LONGEST)];
    let value = &value[..memchr(b']', value)?];
    let start = open + 1 + blanks(value);
    Some(Span::new(start, start + value.trim_ascii().len()))
}

/// Whether `at`, which only structure can precede outside values, is outside them; `None` without a bracket before.
pub(super) fn is_outside(bytes: &[u8], at: usize, reading: Option<Charset>) -> Option<bool> {
    let bracket = memrchr2(b'[', b']', &bytes[..at])?;
    Some(bytes[bracket] == b']' && closes(&bytes[..bracket], reading))
}

/// Whether a `]` after `value` closes it: no `\` escapes it. A `]` that may be a trail byte closes too, because names
/// are cut inside characters.
fn closes(value: &[u8], reading: Option<Charset>) -> bool {
    let slashes = value
        .iter()
        .rev()
        .take_while(|byte| **byte == b'\\')
        .count();
    if slashes == 0 {
        return true;
    }
    let before = &value[..value.len() - slashes];
    let is_trail = reading.is_some_and(|charset| ends_in_lead(before, charset));
    (slashes - usize::from(is_trail)).is_multiple_of(2)
}

/// Whether the last byte of `bytes` is the first of two in `charset`.
fn ends_in_lead(bytes: &[u8], charset: Charset) -> bool {
    // The second of two ASCII bytes is no trail byte.
    let ascii = bytes.windows(2).rposition(<[u8]>::is_ascii);
    let mut rest = &bytes[ascii.map_or(0, |at| at + 2)..];
    loop {
        rest = match rest {
            [] => return false,
            [last] => return charset.is_lead(*last),
            [lead, 0x40..=0xFF, after @ ..] if charset.is_lead(*lead) => after,
            [_, after @ ..] => after,
        };
    }
}
