//! Looks ahead to decide what a byte is.
//!
//! Each answer depends on at most [`LIMIT`] bytes after the offset. So reading from the middle of a file, reading in
//! pieces and skipping give the same result as reading the whole file.
//!
//! Each function takes the window, an offset in it, and whether the window reaches the end of the input. [`More`]
//! means that the answer depends on bytes after the window.

use memchr::{memchr2, memchr3, memrchr};

use crate::class::{is_blank, is_identifier, is_letter, is_structure};

/// Range of a look ahead, in bytes: the most that a streaming reader holds besides one value.
pub(crate) const LIMIT: usize = 64 * 1024;

/// Letters in an identifier, at most; a longer run of letters is unexpected text.
pub const IDENTIFIER_LIMIT: usize = 256;

/// Stray bytes between an identifier and its `[`, at most: one character of any script, or a few of ASCII.
const STRAY_LIMIT: usize = 4;

/// The window ends before the answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct More;

/// The first offset from `from` on whose byte does not satisfy `skip`, with that byte; it is `None` at the end of the
/// input or of the look ahead.
#[inline]
pub(crate) fn skip_while(
    window: &[u8],
    from: usize,
    at_end: bool,
    skip: impl Fn(u8) -> bool,
) -> Result<(usize, Option<u8>), More> {
    let mut place = from;
    let limit = from.saturating_add(LIMIT);
    loop {
        match window.get(place) {
            Some(&byte) if skip(byte) && place < limit => place += 1,
            Some(&byte) if skip(byte) => return Ok((place, None)),
            Some(&byte) => return Ok((place, Some(byte))),
            None if at_end => return Ok((place, None)),
            None => return Err(More),
        }
    }
}

/// A run of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Offset after it.
    pub(crate) end: usize,
    /// Whether `[` follows, white space allowed between.
    pub(crate) has_value: bool,
    /// Its letters.
    pub(crate) letters: Letters,
    /// Whether it is short enough for an identifier.
    pub(crate) short: bool,
}

/// The letters of a [`Word`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Upper-case letters only.
    Upper,
    /// Upper-case letters and others.
    Mixed,
    /// No upper-case letter.
    Other,
}

/// Reads the word that begins with the letter at `from`.
pub(crate) fn word(window: &[u8], from: usize, at_end: bool) -> Result<Word, More> {
    let mut end = from;
    let mut all_upper = true;
    let mut any_upper = false;
    let short = loop {
        match window.get(end) {
            Some(&byte) if is_identifier(byte) => {
                if end - from == IDENTIFIER_LIMIT {
                    break false;
                }
                all_upper &= byte.is_ascii_uppercase();
                any_upper |= byte.is_ascii_uppercase();
                end += 1;
            }
            None if !at_end => return Err(More),
            _ => break true,
        }
    };
    let (_, next) = skip_while(window, end, at_end, is_blank)?;
    Ok(Word {
        end,
        has_value: short && next == Some(b'['),
        letters: match (all_upper, any_upper) {
            (true, _) => Letters::Upper,
            (false, true) => Letters::Mixed,
            (false, false) => Letters::Other,
        },
        short,
    })
}

/// Whether `;`, `(`, `)`, a property or the end of the input follows at `from`, white space allowed before.
pub(crate) fn token_follows(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    let (place, next) = skip_while(window, from, at_end, is_blank)?;
    match next {
        Some(byte) if is_structure(byte) => Ok(true),
        Some(byte) if is_letter(byte) => Ok(word(window, place, at_end)?.has_value),
        Some(_) => Ok(false),
        None => Ok(place >= window.len()),
    }
}

/// Whether an identifier with a value begins at `from`, white space allowed before.
pub(crate) fn property_follows(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    let (place, next) = skip_while(window, from, at_end, is_blank)?;
    match next {
        Some(byte) if is_letter(byte) => Ok(word(window, place, at_end)?.has_value),
        _ => Ok(false),
    }
}

/// Whether the values of the property `identifier` are never text: moves, points, stones, numbers, colors and the
/// like, as FF\[4\] defines them for Go and for all games. Long names of old files are known by their capital letters:
/// `Black` is `B`.
///
/// Such a value ends at its first `]` that is not escaped, or before a game that begins in it. In a text that `]` may be
/// [one that should be escaped](crate::ProblemKind::UnescapedBracket).
#[must_use]
pub fn holds_no_text(identifier: &[u8]) -> bool {
    let mut letters = identifier.iter().filter(|byte| !byte.is_ascii_lowercase());
    match [letters.next(), letters.next(), letters.next()] {
        [Some(letter), None, _] => matches!(letter, b'B' | b'W' | b'V'),
        [Some(&first), Some(&second), None] => NO_TEXT.contains(&[first, second]),
        _ => false,
    }
}

/// Identifiers of two letters whose values are never text.
const NO_TEXT: [[u8; 2]; 38] = [
    *b"AB", *b"AE", *b"AR", *b"AW", *b"BL", *b"BM", *b"CR", *b"DD", *b"DM", *b"DO", *b"FF", *b"GB",
    *b"GM", *b"GW", *b"HA", *b"HO", *b"IT", *b"KM", *b"KO", *b"LN", *b"MA", *b"MN", *b"OB", *b"OW",
    *b"PL", *b"PM", *b"SL", *b"SQ", *b"ST", *b"SZ", *b"TB", *b"TE", *b"TM", *b"TR", *b"TW", *b"UC",
    *b"VW", *b"WL",
];

/// The offset of the first `]` from `from` on that is not escaped, before `limit`.
pub(crate) fn value_end(
    window: &[u8],
    from: usize,
    limit: usize,
    at_end: bool,
) -> Result<Option<usize>, More> {
    let upto = window.len().min(limit);
    let mut place = from;
    loop {
        match window
            .get(place..upto)
            .and_then(|rest| memchr2(b']', b'\\', rest))
        {
            Some(found) if window[place + found] == b'\\' => place += found + 2,
            Some(found) => return Ok(Some(place + found)),
            None if at_end || upto == limit => return Ok(None),
            None => return Err(More),
        }
    }
}

/// Whether the node can continue at `from`, after a `]`: with the end of the input, another value, a property, or `;`,
/// `(`, `)` followed by one of these. After a `;`, stray characters may separate an identifier of the standard from its
/// `[`: `;W:[dd]`, or `; W :[dd]` if `open` is false.
///
/// `open`: whether the value before has its own `[`. If not, text after a `)` is text after a tree. If so, that text
/// may belong to the value, unless a tree begins before it, and an identifier without a value does not count.
pub(crate) fn node_goes_on(
    window: &[u8],
    from: usize,
    at_end: bool,
    open: &dyn Fn() -> bool,
) -> Result<bool, More> {
    let (mut place, mut next) = skip_while(window, from, at_end, is_blank)?;
    let (mut structured, mut closes, mut begins_game) = (false, false, false);
    if next.is_some_and(is_structure) {
        (place, next) = skip_while(window, place, at_end, |byte| {
            is_blank(byte) || is_structure(byte)
        })?;
        structured = true;
        let last = memrchr(b')', &window[from..place]);
        closes = last.is_some();
        begins_game = last.is_some_and(|last| begins_tree(&window[from + last + 1..place]));
    }
    let Some(byte) = next else { return Ok(true) };
    match byte {
        b'[' => return Ok(true),
        b']' if !closes => return Ok(false),
        _ if is_letter(byte) => {
            let word = word(window, place, at_end)?;
            if word.has_value && (word.letters != Letters::Other || structured || !open()) {
                return Ok(true);
            }
            let signs = &window[from..place];
            if let Some(blanks) = begins_node(signs).filter(|_| may_be_standard(&word, place))
                && let Some(between) = strays_before_value(window, word.end, at_end)?
                && (!blanks && !between || !open())
            {
                return Ok(true);
            }
            // It is too long for an identifier, and text begins no node.
            if !word.short && structured && !closes {
                return Ok(true);
            }
            if lacks_value(&word, word.end - place, structured)
                && !open()
                && token_follows_identifiers(window, word.end, at_end)?
            {
                return Ok(true);
            }
        }
        _ => {}
    }
    if !closes {
        return Ok(false);
    }
    if begins_game || !open() {
        return Ok(true);
    }
    match next_bracket(window, place, at_end)? {
        Some((_, b']')) => Ok(false),
        _ => Ok(true),
    }
}

/// Whether signs, with blanks between, end with the beginning of a tree and its node: `(;`.
fn begins_tree(signs: &[u8]) -> bool {
    let mut signs = signs.iter().rev().filter(|byte| !is_blank(**byte));
    signs.next() == Some(&b';') && signs.next() == Some(&b'(')
}

/// Whether the `]` at `place`, white space allowed before, is one too many after a value: `B[aa]]`. The node continues
/// after it and its like.
pub(crate) fn is_extra_bracket(window: &[u8], place: usize, at_end: bool) -> Result<bool, More> {
    let (bracket, next) = skip_while(window, place, at_end, is_blank)?;
    if next != Some(b']') {
        return Ok(false);
    }
    let (after, _) = skip_while(window, bracket, at_end, |byte| {
        byte == b']' || is_blank(byte)
    })?;
    node_goes_on(window, after, at_end, &|| false)
}

/// Whether `word` looks like an identifier without a value: capital letters, inside of a node not more than two.
fn lacks_value(word: &Word, length: usize, begins_node: bool) -> bool {
    word.short && !word.has_value && word.letters == Letters::Upper && (begins_node || length <= 2)
}

/// Whether a token follows at `from`, perhaps after more identifiers without a value.
fn token_follows_identifiers(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    let mut place = from;
    while place < from.saturating_add(LIMIT) {
        let (start, next) = skip_while(window, place, at_end, is_blank)?;
        if !next.is_some_and(is_letter) {
            return token_follows(window, start, at_end);
        }
        let word = word(window, start, at_end)?;
        if word.has_value || !lacks_value(&word, word.end - start, false) {
            return Ok(word.has_value);
        }
        place = word.end;
    }
    Ok(false)
}

/// Whether blanks follow the `;` at the end of `signs`; `None` if they end with another sign.
fn begins_node(signs: &[u8]) -> Option<bool> {
    let last = signs.iter().rposition(|byte| !is_blank(*byte))?;
    (signs[last] == b';').then_some(last + 1 < signs.len())
}

/// Whether the word at `place` looks like an identifier of the standard.
fn may_be_standard(word: &Word, place: usize) -> bool {
    word.letters == Letters::Upper && word.end - place <= 2
}

/// Whether blanks are among the few stray characters that separate the identifier before `from` from a `[`; `None` if
/// there are too many of these, or no `[`.
fn strays_before_value(window: &[u8], from: usize, at_end: bool) -> Result<Option<bool>, More> {
    let is_stray = |byte: u8| !is_structure(byte) && !is_identifier(byte) && byte != b']';
    let (mut at, mut blanks) = (from, false);
    for _ in 0..=STRAY_LIMIT {
        let (place, next) = skip_while(window, at, at_end, is_blank)?;
        blanks |= place > at;
        match next {
            Some(b'[') => return Ok(Some(blanks)),
            Some(byte) if is_stray(byte) => at = place + 1,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// The first `[` or `]` at or after `from` that is not escaped.
fn next_bracket(window: &[u8], from: usize, at_end: bool) -> Result<Option<(usize, u8)>, More> {
    let limit = from.saturating_add(LIMIT);
    let mut place = from;
    loop {
        let upto = window.len().min(limit);
        match window
            .get(place..upto)
            .and_then(|rest| memchr3(b'[', b']', b'\\', rest))
        {
            Some(found) => {
                place += found;
                match window[place] {
                    b'\\' => place += 2,
                    byte => return Ok(Some((place, byte))),
                }
            }
            None if at_end || upto == limit => return Ok(None),
            None => return Err(More),
        }
    }
}

/// Whether `value` contains a `[` without an escaped `]` after it.
pub(crate) fn has_open_bracket(value: &[u8]) -> bool {
    let mut open = 0_usize;
    let mut place = 0;
    while let Some(found) = value
        .get(place..)
        .and_then(|rest| memchr2(b'[', b'\\', rest))
    {
        place += found;
        if value[place] == b'[' {
            open += 1;
            place += 1;
        } else {
            if value.get(place + 1) == Some(&b']') {
                open = open.saturating_sub(1);
            }
            place += 2;
        }
    }
    open > 0
}
