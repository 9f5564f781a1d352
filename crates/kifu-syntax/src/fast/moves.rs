//! Common tokens, recognized from a few bytes.
//!
//! A file of moves has three events in six bytes. These functions answer for common text only; in all other cases
//! `lookahead` and the machine decide. Each answer equals theirs.

use memchr::memchr3;

use crate::class::{is_blank, is_structure};
use crate::lookahead;
use crate::plain::NODE_LENGTH;
use crate::recovery::values::{SHORTEST_SWALLOWED, swallowed_game};

/// Length of the identifier at the start of `head`, if it is one or two capital letters and `[` follows.
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

/// `rest` without the line break that it begins with, if any.
#[inline]
pub(crate) const fn without_line_break(rest: &[u8]) -> &[u8] {
    match rest {
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
        _ => rest,
    }
}

/// Whether one of the most common tokens follows a `]` at `place`: another value, a property, or a node with a
/// property, perhaps in another variation.
///
/// `open`: whether the value before has its own `[`. If not, a `)` always ends the tree.
#[inline]
pub(crate) fn plainly_goes_on(window: &[u8], place: usize, open: impl Fn() -> bool) -> bool {
    let Some(rest) = window.get(place..) else {
        return false;
    };
    match without_line_break(rest) {
        [b'[', ..] => true,
        [b')', ..] if !open() => true,
        [b'(', b';', rest @ ..] | [b';', rest @ ..] | rest => {
            short_identifier(rest).is_some() || goes_on_after_structure(rest)
        }
    }
}

/// Whether a value or property follows a few parentheses, semicolons and blanks.
fn goes_on_after_structure(rest: &[u8]) -> bool {
    const MOST: usize = 16;
    let is_between = |byte: &u8| is_structure(*byte) || is_blank(*byte);
    let between = rest.iter().take(MOST).take_while(|byte| is_between(byte));
    let rest = &rest[between.count()..];
    rest.first() == Some(&b'[') || short_identifier(rest).is_some()
}

/// Returns the length of the value at the start of `rest`; `None` unless it ends within eight bytes and contains
/// neither `\` nor NUL.
#[inline]
pub(crate) fn short_value_length(rest: &[u8]) -> Option<usize> {
    let head = u64::from_le_bytes(*rest.first_chunk::<8>()?);
    let closing = bytes_equal(head, b']');
    let special = closing | bytes_equal(head, b'\\') | bytes_equal(head, 0);
    (special != 0 && closing.trailing_zeros() == special.trailing_zeros())
        .then_some((closing.trailing_zeros() / 8) as usize)
}

/// Returns the upper bit of each byte of `word` that equals `byte`; bits above the lowest of them may be wrong.
#[inline]
const fn bytes_equal(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let differs = word ^ (ONES * byte as u64);
    differs.wrapping_sub(ONES) & !differs & (ONES << 7)
}

/// Whether `;X[yz];X[` begins at `at`. The first eight bytes are tested together.
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

/// Whether `text` begins with a node `;X[yz]` and has two bytes more: [`NODE_LENGTH`] bytes that are usually a move.
///
/// Text after these bytes may change how the node is read.
#[must_use]
#[inline]
pub fn begins_node(text: &[u8]) -> bool {
    let head = text.first_chunk::<8>();
    head.is_some_and(|head| begins_with_move::<0, 0, 0>(*head))
}

/// Whether `X[yz];X[` begins at `at`: usually a move and the next node.
#[inline]
pub(crate) fn move_property(window: &[u8], at: usize) -> bool {
    const MASK: u64 = u64::from_le_bytes([0xE0, 0xFF, 0xC0, 0xC0, 0xFF, 0xFF, 0xE0, 0xFF]);
    const SIGNS: u64 = u64::from_le_bytes([0x40, b'[', 0x40, 0x40, b']', b';', 0x40, b'[']);
    const LETTERS: u64 = u64::from_le_bytes([1, 0, 1, 1, 0, 0, 1, 0]);
    let Some(head) = window.get(at..).and_then(|rest| rest.first_chunk()) else {
        return false;
    };
    let head = u64::from_le_bytes(*head);
    head & MASK == SIGNS && are_letters(head, LETTERS)
}

/// Whether the lower five bits of each byte of `head` are in 1..=26, as in letters, at each byte where `places` has a
/// one.
#[inline]
const fn are_letters(head: u64, places: u64) -> bool {
    let letters = head & (places * 0x1F);
    let at_least_one = letters + places * 0x1F;
    let too_large = letters + places * 5;
    (at_least_one & !too_large) & (places * 0x20) == places * 0x20
}

/// Number of nodes that are tested together.
pub(crate) const ROW: usize = 5;

/// Number of bytes that are tested together: a row and two more, which fill a register.
const ROW_BYTES: usize = 32;

/// For each byte of a row: the bits that are tested, the least and the largest value. Bytes from `end` on are arbitrary.
const fn row_bytes(end: usize) -> [[u8; ROW_BYTES]; 3] {
    let mut row = [[0; ROW_BYTES]; 3];
    let mut at = 0;
    while at < end {
        (row[0][at], row[1][at], row[2][at]) = match at % NODE_LENGTH {
            0 => (0xFF, b';', b';'),
            1 => (0xFF, b'A', b'Z'),
            2 => (0xFF, b'[', b'['),
            // All but the bit that differs between upper and lower case.
            3 | 4 => (0xDF, b'A', b'Z'),
            _ => (0xFF, b']', b']'),
        };
        at += 1;
    }
    row
}

/// Returns the number of nodes `;X[yz]` in a row at `at` that are followed by `;X[`: all of a [`ROW`], or all but its
/// last one; `None` if there is no row.
#[inline]
pub(crate) fn plain_row(window: &[u8], at: usize) -> Option<usize> {
    if is_followed_row(window, at) {
        Some(ROW)
    } else if is_lone_row(window, at) {
        Some(ROW - 1)
    } else {
        None
    }
}

/// Whether a [`ROW`] and `;X[` begin at `at`.
#[inline]
pub(crate) fn is_followed_row(window: &[u8], at: usize) -> bool {
    const BYTES: [[u8; ROW_BYTES]; 3] = row_bytes(ROW_BYTES);
    // One or two bytes rule out most other texts; so in the next functions.
    is_byte(window, at + ROW_BYTES, b'[') && is_row(window, at, &BYTES)
}

/// Whether a [`ROW`] begins at `at`, with any text after it.
#[inline]
pub(crate) fn is_lone_row(window: &[u8], at: usize) -> bool {
    is_byte(window, at + NODE_LENGTH, b';')
        && is_byte(window, at + (ROW - 1) * NODE_LENGTH, b';')
        && is_row(window, at, &LONE_ROW)
}

/// Whether a [`ROW`] that ends its line begins at `at`, and `;X[` the next line.
#[inline]
pub(crate) fn is_line_row(window: &[u8], at: usize) -> bool {
    let after = at + ROW * NODE_LENGTH;
    let word = |rest: &[u8]| rest.first_chunk().map(|word| u64::from_le_bytes(*word));
    is_byte(window, after, b'\n')
        && is_row(window, at, &LONE_ROW)
        && window
            .get(after + 1..)
            .and_then(word)
            .is_some_and(begins_with_property)
}

const LONE_ROW: [[u8; ROW_BYTES]; 3] = row_bytes(ROW * NODE_LENGTH);

#[inline]
fn is_byte(window: &[u8], at: usize, byte: u8) -> bool {
    window.get(at) == Some(&byte)
}

/// Whether the bytes at `at` agree with [`row_bytes`]. There is no early exit, so that the compiler can use SIMD.
#[inline]
fn is_row(window: &[u8], at: usize, row: &[[u8; ROW_BYTES]; 3]) -> bool {
    let Some(head) = window[at..].first_chunk::<ROW_BYTES>() else {
        return false;
    };
    let [bits, least, most] = row;
    let mut differs = 0;
    for at in 0..ROW_BYTES {
        let above = (head[at] & bits[at]).wrapping_sub(least[at]);
        differs |= above.saturating_sub(most[at] - least[at]);
    }
    differs == 0
}

/// The token after a plain move, after at most one line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follower {
    /// `;X[`.
    Node,
    /// `(;X[` that begins a variation and not the next game: it is a move, or does not begin a line.
    Tree,
    /// Another token with which the tree can continue.
    Other,
}

/// Returns the token after the `;X[yz]` at `at`, and its offset; `None` if no such node begins there or the next token
/// is unusual.
#[inline]
pub(crate) fn plain_move(window: &[u8], at: usize) -> Option<(Follower, usize)> {
    let head = window.get(at..)?.first_chunk::<8>()?;
    if !begins_with_move::<0, 0, 0>(*head) {
        None
    } else if matches!(head[NODE_LENGTH..], [b')', _] | [b'A'..=b'Z', b'[']) {
        Some((Follower::Other, at + NODE_LENGTH))
    } else {
        after_move(window, at + NODE_LENGTH)
    }
}

/// Returns the token at `place`, after a move, and its offset; `None` if it is unusual.
#[inline]
fn after_move(window: &[u8], place: usize) -> Option<(Follower, usize)> {
    let head = window.get(place..)?.first_chunk::<8>()?;
    let head = u64::from_le_bytes(*head);
    let line_break = if head as u16 == const { u16::from_le_bytes(*b"\r\n") } {
        2
    } else {
        u32::from(head as u8 == b'\n')
    };
    let sign = head >> (8 * line_break);
    let tree = u32::from(sign as u8 == b'(');
    let follower = if !begins_with_property(sign >> (8 * tree)) {
        if !plainly_goes_on(window, place, || false) {
            return None;
        }
        Follower::Other
    } else if tree == 0 {
        Follower::Node
    } else if line_break == 0 || matches!((sign >> 16) as u8, b'B' | b'W') {
        Follower::Tree
    } else {
        Follower::Other
    };
    Some((follower, place + line_break as usize))
}

/// Returns the number of nodes `;X[yz]`, usually moves, that follow each other from the node at `at` on, and the offset
/// of the node after them. A few are tested at once; `None` if there are fewer, or if the text after them may change how
/// they are read.
#[must_use]
#[inline]
pub fn nodes(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let text = text.get(at..)?;
    if is_line_row(text, 0) {
        return Some((ROW, at + ROW * NODE_LENGTH + 1));
    }
    plain_row(text, 0).map(|count| (count, at + count * NODE_LENGTH))
}

/// Text after each node of a row, as masks of the eight bytes from its `;` on.
pub(crate) mod between {
    /// CR and LF: a node in each line.
    pub(crate) const CRLF: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, b'\r', b'\n']);
    /// LF: a node in each line.
    pub(crate) const LF: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, b'\n', b';']);
    /// `(`: each node is a variation.
    pub(crate) const TREE: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, b'(', b';']);

    /// The distance from one node to the next, in bytes.
    pub(crate) const fn stride(between: u64) -> usize {
        crate::plain::NODE_LENGTH + if between == CRLF { 2 } else { 1 }
    }
}

/// Whether `;X[yz]`, the text `BETWEEN` nodes, and `;X[` begin at `at`.
#[inline]
pub(crate) fn is_node_before<const BETWEEN: u64>(window: &[u8], at: usize) -> bool {
    const NEXT: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, 0xFF, 0xFF]);
    let Some(rest) = window.get(at..).and_then(|rest| rest.first_chunk::<16>()) else {
        return false;
    };
    let word = |from: usize| rest[from..].first_chunk().copied().unwrap_or_default();
    let next = u64::from_le_bytes(word(const { between::stride(BETWEEN) }));
    begins_with_move::<NEXT, BETWEEN, 0>(word(0)) && begins_with_property(next)
}

/// Whether the first three bytes of `head` are `;X[`.
#[inline]
const fn begins_with_property(head: u64) -> bool {
    const MASK: u64 = u64::from_le_bytes([0xFF, 0xE0, 0xFF, 0, 0, 0, 0, 0]);
    const SIGNS: u64 = u64::from_le_bytes([b';', 0x40, b'[', 0, 0, 0, 0, 0]);
    let letter = (head >> 8) & 0x1F;
    head & MASK == SIGNS && letter.wrapping_sub(1) < 26
}

/// Whether `head` begins with `;X[yz]`, and the bytes after it agree with `SIGNS` in the bits of `NEXT` and are letters
/// where `LETTERS` has ones.
///
/// A mask tests signs and the upper bits of letters; then the lower five bits of letters must be in 1..=26.
#[inline]
fn begins_with_move<const NEXT: u64, const SIGNS: u64, const LETTERS: u64>(head: [u8; 8]) -> bool {
    let mask = NEXT | const { u64::from_le_bytes([0xFF, 0xE0, 0xFF, 0xC0, 0xC0, 0xFF, 0, 0]) };
    let signs = SIGNS | const { u64::from_le_bytes([b';', 0x40, b'[', 0x40, 0x40, b']', 0, 0]) };
    let places = LETTERS | const { u64::from_le_bytes([0, 1, 0, 1, 1, 0, 0, 0]) };
    let head = u64::from_le_bytes(head);
    head & mask == signs && are_letters(head, places)
}

/// Returns the end of the simple raw value at `start`, like [`plain_value_end`]; faster if the value is short and
/// another one or a property follows.
#[inline]
pub(crate) fn listed_value_end(input: &[u8], start: usize) -> Option<usize> {
    let rest = input.get(start..)?;
    let short = short_value_length(rest).filter(|length| *length < SHORTEST_SWALLOWED);
    let Some(length) = short else {
        return any_plain_value_end(input, start);
    };
    let behind = rest.get(length + 1..)?;
    if behind.first() == Some(&b'[') || short_identifier(behind).is_some() {
        Some(start + length)
    } else {
        plain_value_end(input, start)
    }
}

/// Returns the end of the raw value at `start`; `None` unless it is simple: closed, without NUL or the start of a
/// game, and followed by text that continues the node.
#[inline]
pub(crate) fn plain_value_end(input: &[u8], start: usize) -> Option<usize> {
    if let Some(length) = input.get(start..).and_then(short_value_length)
        && length < SHORTEST_SWALLOWED
    {
        let end = start + length;
        let open = || input[start..end].contains(&b'[');
        if plainly_goes_on(input, end + 1, open) {
            return Some(end);
        }
    }
    any_plain_value_end(input, start)
}

/// Returns the end of the simple raw value at `start`, which may have any length.
#[inline(never)]
fn any_plain_value_end(input: &[u8], start: usize) -> Option<usize> {
    if let Some(length) = medium_value_length(input.get(start..)?) {
        let end = start + length;
        goes_on_after_value(input, end, || false).then_some(end)
    } else {
        long_plain_value_end(input, start)
    }
}

/// Returns the end of the simple raw value at `start` if it is longer than a line or contains rare characters.
#[inline(never)]
fn long_plain_value_end(input: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    loop {
        end += memchr3(b']', b'\\', 0, input.get(end..)?)?;
        match input[end] {
            b']' => break,
            b'\\' => end += escape_length(input, end),
            _ => return None,
        }
    }
    let value = &input[start..end];
    if swallowed_game(value).is_some() {
        return None;
    }
    let open = || lookahead::has_open_bracket(value);
    goes_on_after_value(input, end, open).then_some(end)
}

/// Length of the `\` at `place` with the character that it escapes, unless that is a NUL.
#[inline]
pub(crate) fn escape_length(input: &[u8], place: usize) -> usize {
    if input.get(place + 1) == Some(&0) {
        1
    } else {
        2
    }
}

/// Whether the node can continue after the `]` at `end`.
#[inline]
fn goes_on_after_value(input: &[u8], end: usize, open: impl Fn() -> bool) -> bool {
    plainly_goes_on(input, end + 1, &open)
        || lookahead::node_goes_on(input, end + 1, true, &open) == Ok(true)
}

/// Returns the length of the value at the start of `rest`; `None` unless it ends within a line and contains neither
/// `\` nor NUL nor `[`, so it cannot have swallowed a game.
#[inline]
pub(crate) fn medium_value_length(rest: &[u8]) -> Option<usize> {
    const MOST: usize = 2;
    let (head, rest) = rest.split_first_chunk::<16>()?;
    if has_special(head) {
        let (words, _) = head.as_chunks::<8>();
        let place = words.iter().zip([0, 8]).find_map(|(word, before)| {
            let word = u64::from_le_bytes(*word);
            let signs = bytes_equal(word, b']') | bytes_equal(word, b'[');
            let signs = signs | bytes_equal(word, b'\\') | bytes_equal(word, 0);
            (signs != 0).then(|| before + (signs.trailing_zeros() / 8) as usize)
        })?;
        return (head[place] == b']').then_some(place);
    }
    let mut before = head.len();
    for block in rest.as_chunks::<BLOCK>().0.iter().take(MOST) {
        if has_special(block) {
            let place = first_special(block);
            return (block[place] == b']').then_some(before + place);
        }
        before += BLOCK;
    }
    None
}

/// Number of bytes of a value that are tested together.
const BLOCK: usize = 32;

/// Whether there is a `[`, `\`, `]` or NUL in `block`.
///
/// There is no early exit, so the compiler can test all bytes together.
#[inline]
fn has_special<const LENGTH: usize>(block: &[u8; LENGTH]) -> bool {
    let mut special = 0;
    for byte in block {
        special |= u8::from(byte.wrapping_sub(b'[') < 3) | u8::from(*byte == 0);
    }
    special != 0
}

/// Returns the offset of the first `[`, `\`, `]` or NUL of `block`; [`BLOCK`] if there is none.
///
/// There is no early exit, so the compiler can test all bytes together; the branch predictor would miss the exit of a
/// loop for each value.
#[inline]
#[expect(
    clippy::needless_range_loop,
    clippy::needless_bitwise_bool,
    reason = "what the compiler turns into instructions on vectors"
)]
fn first_special(block: &[u8; BLOCK]) -> usize {
    let mut most = 0;
    for place in 0..BLOCK {
        let special = (block[place].wrapping_sub(b'[') < 3) | (block[place] == 0);
        most = most.max(if special { (BLOCK - place) as u8 } else { 0 });
    }
    BLOCK - usize::from(most)
}

#[cfg(test)]
mod tests;
