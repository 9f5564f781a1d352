//! Evidence for UTF-8 in bytes that are not valid UTF-8.

/// Evidence for and against UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Utf8Signs {
    /// Continuation bytes of whole characters.
    pub(super) good: usize,
    /// Continuation bytes of characters that lost a byte to a `?`. A conversion through Windows-1252 does that
    /// to 0x81, 0x8D, 0x8F, 0x90 and 0x9D, which it does not define.
    pub(super) damaged: usize,
    /// Positions that are invalid in any other way.
    pub(super) bad: usize,
    /// Continuation bytes of characters that are cut at the end of a value or of the bytes. A lead byte alone
    /// counts one if it is not a lower-case letter of Latin alphabets, as in `André]`.
    pub(super) begun: usize,
}

impl Utf8Signs {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut signs = Self::default();
        let (mut at, mut skip) = (0, 0);
        for chunk in bytes.utf8_chunks() {
            let after_lead = |char: char| char.len_utf8() - 1;
            signs.good += chunk.valid().chars().map(after_lead).sum::<usize>();
            let invalid = chunk.invalid();
            let start = at + chunk.valid().len();
            at = start + invalid.len();
            if start < skip {
                continue;
            }
            if let Some((length, left)) = damaged(&bytes[start..]) {
                skip = start + length;
                signs.damaged += left;
                continue;
            }
            let begins =
                std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            match (bytes.get(at), invalid) {
                (None, []) => {}
                (None | Some(b']'), [0xC2..0xDF]) => signs.begun += 1,
                (None | Some(b']'), _) if begins => signs.begun += invalid.len() - 1,
                _ => signs.bad += 1,
            }
        }
        signs
    }
}

/// The length of the character that `bytes` begin with if `?` replaces some of its continuation bytes, and how many
/// of those are left.
fn damaged(bytes: &[u8]) -> Option<(usize, usize)> {
    let length = match bytes.first()? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let after = bytes.get(1..length)?;
    let lost = memchr::memchr_iter(b'?', after).count();
    let left = after
        .iter()
        .filter(|byte| matches!(byte, 0x80..=0xBF))
        .count();
    // With nothing left it is no evidence for or against UTF-8: Latin text has `É?` too.
    (lost > 0 && lost + left == after.len()).then_some((length, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_characters_differ_from_invalid_ones() {
        for (bytes, expected) in [
            ("囲".as_bytes(), (2, 0, 0, 0)),
            (b"\xE7\xA2?]", (0, 1, 0, 0)),
            (b"\xE4?\xAD\xE5\x9B\xB2", (2, 1, 0, 0)),
            (b"\xE4??", (0, 0, 0, 0)),
            (b"\xD1? \xD0\xB2", (1, 0, 0, 0)),
            (b"caf\xE9?", (0, 0, 1, 0)),
            (b"\xE7\xA2]", (0, 0, 0, 1)),
            (b"\xFC\xE4", (0, 0, 1, 0)),
        ] {
            let Utf8Signs {
                good,
                damaged,
                bad,
                begun,
            } = Utf8Signs::of(bytes);
            assert_eq!((good, damaged, bad, begun), expected, "{bytes:X?}");
        }
    }
}
