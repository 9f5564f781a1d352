//! What is common is decided from a few bytes.
//!
//! Files of moves give three events for every six bytes. The functions here answer for what real
//! files are made of; where one of them does not know, the functions of `lookahead` and the machine
//! do. Each answer is the one that those would give.

use memchr::memchr3;

use crate::class::{is_blank, is_structure};
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

/// What is left of `rest` behind the line break that it begins with, where it begins with one.
#[inline]
pub(crate) const fn behind_line_break(rest: &[u8]) -> &[u8] {
    match rest {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
        _ => rest,
    }
}

/// Whether what follows a `]` is what follows most often: a further value, a property, or a node with
/// a property, perhaps in another variation.
#[inline]
pub(crate) fn plainly_goes_on(window: &[u8], place: usize) -> bool {
    let Some(rest) = window.get(place..) else {
        return false;
    };
    match behind_line_break(rest) {
        [b'[', ..] => true,
        [b';', rest @ ..] | rest => {
            short_identifier(rest).is_some() || goes_on_behind_structure(rest)
        }
    }
}

/// The same behind a few parentheses and blanks.
fn goes_on_behind_structure(rest: &[u8]) -> bool {
    const MOST: usize = 16;
    let is_between = |byte: &u8| is_structure(*byte) || is_blank(*byte);
    let between = rest.iter().take(MOST).take_while(|byte| is_between(byte));
    let rest = &rest[between.count()..];
    rest.first() == Some(&b'[') || short_identifier(rest).is_some()
}

/// Length of the value that `rest` begins with, where it ends within eight bytes and holds neither `\\` nor
/// NUL.
#[inline]
pub(crate) fn short_value_length(rest: &[u8]) -> Option<usize> {
    let head = u64::from_le_bytes(*rest.first_chunk::<8>()?);
    let closing = bytes_equal(head, b']');
    let special = closing | bytes_equal(head, b'\\') | bytes_equal(head, 0);
    (special != 0 && closing.trailing_zeros() == special.trailing_zeros())
        .then_some((closing.trailing_zeros() / 8) as usize)
}

/// The upper bit of each byte of `word` that equals `byte`, and, above the lowest such byte,
/// perhaps of others.
#[inline]
const fn bytes_equal(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let differs = word ^ (ONES * byte as u64);
    differs.wrapping_sub(ONES) & !differs & (ONES << 7)
}

/// Length of `;X[yz]`.
pub(crate) const PLAIN_NODE: usize = 6;

/// Whether `;X[yz]` and `;X[` stand at `at`, one behind the other.
///
/// The first eight bytes are tested at once.
#[inline]
pub(crate) fn is_plain_node(window: &[u8], at: usize) -> bool {
    const NEXT: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xE0]);
    const SIGNS: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, b';', 0x40]);
    const LETTERS: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, 0, 1]);
    let Some(&[head @ .., last]) = window.get(at..).and_then(|rest| rest.first_chunk::<9>()) else {
        return false;
    };
    begins_with_move::<NEXT, SIGNS, LETTERS>(head) && last == b'['
}

/// Where a plain node begins that [`is_plain_node`] does not see, since a line break stands at `at` in
/// front of it, or behind it.
#[inline]
pub(crate) fn plain_node_beside_line_break(window: &[u8], at: usize) -> Option<usize> {
    let rest = window.get(at..)?;
    let node = behind_line_break(rest);
    let start = at + rest.len() - node.len();
    if start > at && is_plain_node(window, start) {
        return Some(start);
    }
    let (head, _) = node.split_first_chunk::<8>()?;
    let goes_on = || {
        matches!(
            behind_line_break(&node[PLAIN_NODE..]),
            [b';', b'A'..=b'Z', b'[', ..]
        )
    };
    (begins_with_move::<0, 0, 0>(*head) && goes_on()).then_some(start)
}

/// Whether `head` begins with `;X[yz]`, and what is behind it agrees with `SIGNS` in the bits of
/// `NEXT` and has letters where `LETTERS` has ones.
///
/// Signs and the upper bits of letters are tested by a mask, then the lower five bits of the
/// letters, which must lie in 1..=26.
#[inline]
fn begins_with_move<const NEXT: u64, const SIGNS: u64, const LETTERS: u64>(head: [u8; 8]) -> bool {
    let mask = NEXT | const { u64::from_le_bytes([0xFF, 0xE0, 0xFF, 0xC0, 0xC0, 0xFF, 0, 0]) };
    let signs = SIGNS | const { u64::from_le_bytes([b';', 0x40, b'[', 0x40, 0x40, b']', 0, 0]) };
    let places = LETTERS | const { u64::from_le_bytes([0, 1, 0, 1, 1, 0, 0, 0]) };
    let head = u64::from_le_bytes(head);
    let letters = head & (places * 0x1F);
    let at_least_one = letters + places * 0x1F;
    let too_large = letters + places * 5;
    head & mask == signs && (at_least_one & !too_large) & (places * 0x20) == places * 0x20
}

/// Where the raw value that begins at `start` ends, if nothing about it is unusual: it is closed, holds no
/// NUL, and what follows lets the node go on.
#[inline]
pub(crate) fn plain_value_end(input: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        let rest = input.get(end..)?;
        if let Some(length) = short_value_length(rest) {
            end += length;
            break;
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
