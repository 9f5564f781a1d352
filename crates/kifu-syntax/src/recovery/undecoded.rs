//! Finds where the next game may begin in bytes whose encoding is not known yet; `kifu-sgf` uses it to decide the
//! encoding.
//!
//! Brackets in such bytes may be parts of characters, so a broken game cannot be read before it is decoded. Markers
//! are ASCII in every encoding that extends it.

use memchr::{memchr2, memchr3_iter};

use super::markers::{Markers, begins_line, opens_game};

/// Whether a node with a property of a root follows the `(` at `at` of `bytes`. Its `;` may be missing at the start of
/// a line.
#[must_use]
pub fn resembles_game(bytes: &[u8], at: usize) -> bool {
    let Some((b'(', rest)) = bytes.get(at..).and_then(<[u8]>::split_first) else {
        return false;
    };
    root_property(rest).is_some() || (root_identifier(rest).is_some() && begins_line(&bytes[..at]))
}

/// Whether the next game begins at `at` of `bytes`, inside of a tree that is not valid: this takes one marker at the
/// start of a line, two in the middle of one. Inside of a value the result is true if the value has swallowed the
/// beginning of the game.
#[must_use]
pub fn begins_next_game(bytes: &[u8], at: usize, in_value: bool) -> bool {
    let Some((b'(', rest)) = bytes.get(at..).and_then(<[u8]>::split_first) else {
        return false;
    };
    let Some(identifier) = root_property(rest).or_else(|| root_identifier(rest)) else {
        return false;
    };
    let begins_line = begins_line(&bytes[..at]);
    if in_value {
        let mut stops = memchr3_iter(b'[', b']', b'\\', rest).map(|stop| rest[stop]);
        stops.next() == Some(b'[')
            && stops.next() == Some(b']')
            && (begins_line || second_root_property(rest).is_some())
    } else if begins_line {
        opens_game(identifier, true, Markers::NONE)
    } else {
        [Some(identifier), second_root_property(rest)]
            .into_iter()
            .all(|one| one.is_some_and(|one| opens_game(one, true, Markers::NONE)))
    }
}

/// The identifier after white space and `;`, if it is one of a root.
fn root_property(bytes: &[u8]) -> Option<&[u8]> {
    root_identifier(bytes.trim_ascii_start().strip_prefix(b";")?)
}

/// The identifier after white space, if it is one of a root.
fn root_identifier(bytes: &[u8]) -> Option<&[u8]> {
    let node = bytes.trim_ascii_start();
    let letters = node
        .iter()
        .take(3)
        .take_while(|byte| byte.is_ascii_uppercase());
    let (identifier, rest) = node.split_at(letters.count());
    (opens_game(identifier, true, Markers::ALL) && rest.trim_ascii_start().starts_with(b"["))
        .then_some(identifier)
}

/// The identifier after the first property, which has one short value, if it is one of a root.
fn second_root_property(bytes: &[u8]) -> Option<&[u8]> {
    const LONGEST: usize = 128;
    let first = bytes.strip_prefix(b";")?;
    let first = &first[..first.len().min(LONGEST)];
    let end = memchr2(b']', b'\\', first).filter(|end| first[*end] == b']')?;
    root_identifier(&bytes[end + 2..])
}
