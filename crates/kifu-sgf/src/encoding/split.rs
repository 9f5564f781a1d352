//! Splits bytes whose encoding is not known yet into chunks.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr2_iter, memchr3};

use kifu_syntax::{plain, undecoded};

use super::lawful::LawfulGames;

/// Splits `bytes` at possible boundaries of games: before each `(` `;` that follows a `)`, between games and between
/// variations; where text outside of games begins and ends; where a game begins after an unclosed one; where a game
/// begins without its `(` or its `;`.
///
/// `(`, `)` and `;` are never the second byte of a character in an encoding that extends ASCII. In ISO-2022-JP they
/// may be; there is no split between an escape sequence and the one that ends it, or the end of the line, as a text
/// must return to ASCII there.
pub(super) struct Chunks<'a> {
    bytes: &'a [u8],
    /// Games that are split where variations begin and nowhere else, and the offset of `bytes` among theirs.
    lawful: &'a LawfulGames,
    base: usize,
    start: usize,
    /// Offset for the next search: after the last `)` or `(` examined.
    at: usize,
    /// After the last `)`, or the start of the file.
    closed: usize,
    /// Whether the text after `closed` may be between games.
    is_between: bool,
    /// End of the chunk after the next one, as far as it is known.
    ahead: Option<usize>,
}

impl<'a> Chunks<'a> {
    /// Creates an iterator over the chunks of `bytes`, which begin at `base` of a file with the valid games `lawful`.
    pub(super) fn new(bytes: &'a [u8], lawful: &'a LawfulGames, base: usize) -> Self {
        Self {
            bytes,
            lawful,
            base,
            start: 0,
            at: 0,
            closed: 0,
            is_between: true,
            ahead: None,
        }
    }

    /// Whether the `(` at `at` may begin a game; never inside of a valid game.
    fn resembles_game(&self, at: usize) -> bool {
        undecoded::resembles_game(self.bytes, at) && !self.lawful.hold(self.base + at)
    }

    /// Returns the offset at which the next chunk begins.
    fn boundary(&mut self) -> usize {
        while let Some(found) = memchr3(b')', b'(', 0x1B, &self.bytes[self.at..]) {
            let found = self.at + found;
            self.at = found + 1;
            match self.bytes[found] {
                0x1B => {
                    let rest = &self.bytes[self.at..];
                    if let [b'$', b'@' | b'B', ..] | [b'(', b'I', ..] = rest {
                        let length = memchr3(0x1B, b'\n', b'\r', rest);
                        self.at += length.unwrap_or(rest.len());
                    }
                }
                b')' => {
                    self.closed = self.at;
                    self.is_between = true;
                    if let Some(begin) = tree_begins(self.bytes, self.at) {
                        self.at = begin;
                        self.is_between = false;
                        return begin;
                    }
                }
                _ if found == self.start => self.is_between = false,
                _ if begins_node(&self.bytes[found + 1..]) => {
                    let between = &self.bytes[self.closed..found];
                    let is_between = self.is_between && memchr(b'[', between).is_none();
                    self.is_between = false;
                    if is_between || self.resembles_game(found) {
                        return found;
                    }
                }
                _ if self.resembles_game(found) => return found,
                _ => {}
            }
        }
        self.at = self.bytes.len();
        self.at
    }
}

impl Iterator for Chunks<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.start == self.bytes.len() {
            return None;
        }
        let mut end = self.ahead.take().unwrap_or_else(|| self.boundary());
        // Text after a game says nothing of the game.
        if self.start < self.closed && self.closed < end && !self.bytes[self.closed..end].is_ascii()
        {
            self.ahead = Some(end);
            end = self.closed;
        }
        let chunk = self.start..end;
        self.start = end;
        Some(chunk)
    }
}

/// Returns the offset of a tree that begins after white space only: with `(` and `;`, or without one of the two.
fn tree_begins(bytes: &[u8], at: usize) -> Option<usize> {
    let begin = at + blanks(&bytes[at..]);
    let behind = bytes.get(begin + 1..)?;
    let begins = match bytes[begin] {
        b'(' => begins_node(behind) || begins_property(behind),
        b';' => begins_property(behind),
        _ => false,
    };
    begins.then_some(begin)
}

/// Whether white space and `;` come next.
fn begins_node(bytes: &[u8]) -> bool {
    bytes.get(blanks(bytes)) == Some(&b';')
}

fn blanks(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .unwrap_or(bytes.len())
}

/// Position of a text in the structure: tree depth, and whether it is inside of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) depth: usize,
    pub(super) in_value: bool,
    escaped: bool,
    /// Characters that have no place between values: the sign of a wrong reading.
    pub(super) strange: usize,
}

impl Place {
    /// Between games.
    pub(super) fn is_outside(self) -> bool {
        self.depth == 0 && !self.in_value
    }

    /// Moves over `text`.
    pub(super) fn pass(&mut self, text: &[u8]) {
        self.pass_with(text, |_| {});
    }

    /// Goes through `text` and counts the escapes that a writer has no reason for: of a character
    /// that has no effect in a value, and of a bracket after which a property begins.
    pub(super) fn pass_and_count_odd(&mut self, text: &[u8]) -> usize {
        let mut odd = 0;
        self.pass_with(text, |at| {
            odd += usize::from(match text[at] {
                b']' => begins_property(&text[at + 1..]),
                b'[' | b'\\' | b':' | b'\r' | b'\n' => false,
                _ => true,
            });
        });
        odd
    }

    /// Moves over `text`, and calls `escaped` with the offset of every escaped byte.
    fn pass_with(&mut self, text: &[u8], mut escaped: impl FnMut(usize)) {
        let mut at = 0;
        while at < text.len() {
            if self.escaped {
                self.escaped = false;
                escaped(at);
                at += 1;
            } else if self.in_value {
                let Some(found) = value_stops(&text[at..]) else {
                    return;
                };
                at += found + 1;
                if text[at - 1] == b']' {
                    self.in_value = false;
                } else {
                    self.escaped = true;
                }
            } else {
                match text[at] {
                    b';' if begins_with_move(&text[at..]) => at += plain::NODE_LENGTH - 1,
                    b'[' if self.depth > 0 => self.in_value = true,
                    // The `(` of the game is missing.
                    b';' if self.depth == 0 && begins_property(&text[at + 1..]) => self.depth = 1,
                    b'(' => self.depth += 1,
                    b')' => self.depth = self.depth.saturating_sub(1),
                    b';' | b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => {}
                    byte if byte.is_ascii_whitespace() => {}
                    _ => self.strange += 1,
                }
                at += 1;
            }
        }
    }
}

/// Whether `text` begins with `;X[yz]`: the common case.
#[inline]
fn begins_with_move(text: &[u8]) -> bool {
    matches!(
        text.first_chunk::<{ plain::NODE_LENGTH }>(),
        Some([b';', b'A'..=b'Z', b'[', column, row, b']'])
            if column.is_ascii_alphabetic() && row.is_ascii_alphabetic()
    )
}

/// Offset of the first `]` or `\` of `text`.
#[inline]
fn value_stops(text: &[u8]) -> Option<usize> {
    // Most values are two letters: a call costs more than they do.
    let head = &text[..text.len().min(4)];
    head.iter()
        .position(|byte| matches!(byte, b']' | b'\\'))
        .or_else(|| memchr2(b']', b'\\', &text[head.len()..]).map(|found| head.len() + found))
}

/// Whether `text` continues with an identifier in capital letters and a value, perhaps in a new node.
fn begins_property(text: &[u8]) -> bool {
    // Longer than identifiers and the blanks around them are; this bounds the work.
    let text = text[..text.len().min(32)].trim_ascii_start();
    let text = text.strip_prefix(b";").unwrap_or(text).trim_ascii_start();
    let letters = text.iter().take_while(|byte| byte.is_ascii_uppercase());
    let length = letters.count();
    length > 0 && text[length..].trim_ascii_start().first() == Some(&b'[')
}

/// The contents of the values of `bytes`, which are escaped byte by byte.
pub(super) fn values(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + memchr(b'[', bytes.get(at..)?)? + 1;
        let mut skip = None;
        let end = memchr2_iter(b']', b'\\', &bytes[start..]).find(|found| {
            if skip == Some(*found) {
                return false;
            }
            if bytes[start + found] == b'\\' {
                skip = Some(found + 1);
            }
            bytes[start + found] == b']'
        });
        let end = end.map_or(bytes.len(), |end| start + end);
        at = end;
        Some(start..end)
    })
}
