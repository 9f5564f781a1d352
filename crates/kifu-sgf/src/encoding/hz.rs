//! Evidence for HZ, whose Chinese looks like ASCII.

use memchr::memmem;

use super::Charset;
use super::frequent::{Rank, SIMPLIFIED};
use super::segment::Form;
use super::walk::walk;

/// The characters of HZ that are pairs of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HzPairs {
    pub(super) all: usize,
    /// Those that are signs, or among the more frequent half of Chinese characters.
    pub(super) common: usize,
}

impl HzPairs {
    /// Counts the HZ pairs in `bytes`; `None` unless each `~{` has its `~}` in the same line, with whole pairs
    /// between.
    ///
    /// The last `~}` may be missing if the file ends with `bytes`: the text after the `~{` must read as Chinese, and
    /// either a pair precedes it or it has at least `cut` frequent characters.
    pub(super) fn of(bytes: &[u8], cut: Option<usize>) -> Option<Self> {
        let mut pairs = Self::default();
        let mut rest = bytes;
        while let Some(open) = memmem::find(rest, b"~{") {
            // Tildes of plain text are doubled.
            let tildes = rest[..open].iter().rev().take_while(|byte| **byte == b'~');
            let is_plain = tildes.count() % 2 == 1;
            rest = &rest[open + 2..];
            if is_plain {
                continue;
            }
            let (whole, _) = rest.as_chunks::<2>();
            let is_pair = |pair: &&[u8; 2]| *pair != b"~}" && pair.iter().all(u8::is_ascii_graphic);
            let before = pairs.all;
            let mut length = 0;
            for [row, _] in whole.iter().take_while(is_pair) {
                length += 2;
                pairs.all += 1;
                pairs.common += usize::from(matches!(row, 0x21..=0x29 | 0x30..=0x57));
            }
            let (stretch, behind) = rest.split_at(length);
            if let Some(closed) = behind.strip_prefix(b"~}") {
                rest = closed;
                continue;
            }
            // Half a pair may be left, and the line end that a tool has added.
            let is_end = behind.trim_ascii_end().len() <= 1;
            let least = cut.filter(|_| is_end)?;
            let least = if before > 0 { 0 } else { least };
            return is_chinese(stretch, least).then_some(pairs);
        }
        Some(pairs)
    }
}

/// Whether these pairs of HZ have `least` characters, not counting signs, and most of them are frequent in game
/// records.
fn is_chinese(pairs: &[u8], least: usize) -> bool {
    let (mut all, mut frequent) = (0, 0);
    walk(
        Charset::HZ,
        Form::Whole,
        &[&b"~{"[..], pairs].concat(),
        |step| {
            for char in step.text.chars().filter(|char| char.is_alphabetic()) {
                all += 1;
                frequent += usize::from(SIMPLIFIED.rank(char) != Rank::Other);
            }
        },
    );
    frequent >= least && frequent * 4 >= all * 3
}
