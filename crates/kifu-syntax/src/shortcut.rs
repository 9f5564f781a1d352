//! What is common is decided from a few bytes.
//!
//! Files of moves give three events for every six bytes. The functions here answer for what real
//! files are made of; where one of them does not know, the functions of `lookahead` and the machine
//! do. Each answer is the one that those would give.

use memchr::memchr3;

use crate::lookahead;

/// Length of the identifier that `head` begins with, where it is one or two upper-case letters and
/// `[` follows.
#[inline]
pub(crate) fn short_identifier(head: &[u8]) -> Option<usize> {
    let [first, second, third] = *head.first_chunk::<3>()?;
    if !first.is_ascii_uppercase() {
        None
    } else if second == b'[' {
        Some(1)
    } else {
        (second.is_ascii_uppercase() && third == b'[').then_some(2)
    }
}

/// What follows a `]` most often: a further value, a property, or a node with a property, at most
/// one line break before it.
#[inline]
pub(crate) fn plainly_goes_on(window: &[u8], place: usize) -> bool {
    let Some(mut rest) = window.get(place..) else {
        return false;
    };
    if let [b'\n', next @ ..] | [b'\r', b'\n', next @ ..] = rest {
        rest = next;
    }
    match rest {
        [b'[', ..] => true,
        [b';', rest @ ..] => short_identifier(rest).is_some(),
        _ => short_identifier(rest).is_some(),
    }
}

/// The upper bit of each byte of `word` that equals `byte`, and, above the lowest such byte,
/// perhaps of others.
#[inline]
pub(crate) const fn bytes_equal(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let differs = word ^ (ONES * byte as u64);
    differs.wrapping_sub(ONES) & !differs & (ONES << 7)
}

/// Length of `;X[yz]`.
pub(crate) const PLAIN_NODE: usize = 6;

/// Whether `;X[yz]` stands at `at` and, right behind it, `;X[`: a node of one move and the start
/// of another.
///
/// The first eight bytes are tested at once: signs and the upper bits of letters by a mask, then
/// the lower five bits of the letters, which must lie in 1..=26.
#[inline]
pub(crate) fn is_plain_node(window: &[u8], at: usize) -> bool {
    const MASK: u64 = u64::from_le_bytes([0xFF, 0xE0, 0xFF, 0xC0, 0xC0, 0xFF, 0xFF, 0xE0]);
    const SIGNS: u64 = u64::from_le_bytes([b';', 0x40, b'[', 0x40, 0x40, b']', b';', 0x40]);
    const LETTERS: u64 = u64::from_le_bytes([0, 1, 0, 1, 1, 0, 0, 1]);
    let Some(&[head @ .., last]) = window.get(at..).and_then(|rest| rest.first_chunk::<9>()) else {
        return false;
    };
    let head = u64::from_le_bytes(head);
    let letters = head & (LETTERS * 0x1F);
    let at_least_one = letters + LETTERS * 0x1F;
    let too_large = letters + LETTERS * 5;
    head & MASK == SIGNS
        && (at_least_one & !too_large) & (LETTERS * 0x20) == LETTERS * 0x20
        && last == b'['
}

/// Where the raw value that begins at `start` ends, if nothing about it is unusual: it is closed, holds no
/// NUL, and what follows lets the node go on.
#[inline]
pub(crate) fn plain_value_end(input: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        let rest = input.get(end..)?;
        // Short values end within eight bytes.
        if let Some(head) = rest.first_chunk::<8>() {
            let head = u64::from_le_bytes(*head);
            let closing = bytes_equal(head, b']');
            let special = closing | bytes_equal(head, b'\\') | bytes_equal(head, 0);
            if special != 0 && closing.trailing_zeros() == special.trailing_zeros() {
                end += (closing.trailing_zeros() / 8) as usize;
                break;
            }
        }
        end += memchr3(b']', b'\\', 0, rest)?;
        match input[end] {
            b']' => break,
            b'\\' => end += 2,
            _ => return None,
        }
    }
    if end - start >= lookahead::SHORTEST_SWALLOWED
        && lookahead::swallowed_game(&input[start..end]).is_some()
    {
        return None;
    }
    let open = || lookahead::has_open_bracket(&input[start..end]);
    (plainly_goes_on(input, end + 1)
        || lookahead::node_goes_on(input, end + 1, true, open) == Ok(true))
    .then_some(end)
}
