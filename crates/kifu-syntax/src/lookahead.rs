//! Short looks ahead that decide what a byte means.
//!
//! SGF written by careless programs leaves `]` unescaped in texts, forgets `]`, `)` and `(`, and
//! puts letters where no letters may stand. Every question is answered from the bytes at hand and
//! at most [`LIMIT`] bytes after them, so that reading from the middle of a file, reading in chunks and
//! skipping come to the same answers as reading it all. Two things alone are known of what was read before: whether a
//! value belongs to a property that [never holds text](holds_no_text), and what [tells the next
//! game](crate::next_game).
//!
//! Each function takes the window, a place in it, and whether the window reaches to the end of the
//! input. [`More`] says that the answer lies after the window's end.

use memchr::{memchr2, memchr3};

use crate::class::{is_blank, is_identifier, is_letter, is_structure};

/// How far a look ahead goes: it bounds what a streaming reader must hold beside one value.
pub(crate) const LIMIT: usize = 64 * 1024;

/// Letters in an identifier at the most; longer runs of letters are unexpected text.
pub const IDENTIFIER_LIMIT: usize = 256;

/// Bytes that may stand between an identifier and its `[` by mistake: a character of any script, or a few.
const STRAY_LIMIT: usize = 4;

/// The window ends before the answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct More;

/// The first place at or after `from` whose byte does not satisfy `skip`, or the end of the input
/// or of the look ahead: then the byte is `None`.
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

/// What a run of letters turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Where it ends.
    pub(crate) end: usize,
    /// Whether `[` comes next, white space allowed between.
    pub(crate) has_value: bool,
    /// What it is made of.
    pub(crate) letters: Letters,
    /// Whether it is short enough for an identifier.
    pub(crate) short: bool,
}

/// What a [`Word`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Upper-case letters alone.
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

/// Whether a `(` outside of any tree, whose next byte is at `from`, begins a game tree.
pub(crate) fn tree_follows(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    token_follows(window, from, at_end)
}

/// Whether `;`, `(`, `)`, a property or nothing more comes at `from`, white space allowed before.
fn token_follows(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
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

/// Whether the values of the property `identifier` are never text: moves, points, stones, numbers, colours and the
/// like, as FF\[4\] has them for Go and for all games. (What older versions and other games call so may be text
/// elsewhere.) In long names of old files, the capital letters tell: `Black` is `B`.
///
/// Such a value ends at its first `]` that is not escaped, whatever follows, or before that where a game begins in it;
/// of others that is [asked](crate::ProblemKind::UnescapedBracket).
#[must_use]
pub fn holds_no_text(identifier: &[u8]) -> bool {
    let mut letters = identifier.iter().filter(|byte| !byte.is_ascii_lowercase());
    match [letters.next(), letters.next(), letters.next()] {
        [Some(letter), None, _] => matches!(letter, b'B' | b'W' | b'V'),
        [Some(&first), Some(&second), None] => NO_TEXT.contains(&[first, second]),
        _ => false,
    }
}

/// The properties of two letters that hold no text.
const NO_TEXT: [[u8; 2]; 38] = [
    *b"AB", *b"AE", *b"AR", *b"AW", *b"BL", *b"BM", *b"CR", *b"DD", *b"DM", *b"DO", *b"FF", *b"GB",
    *b"GM", *b"GW", *b"HA", *b"HO", *b"IT", *b"KM", *b"KO", *b"LN", *b"MA", *b"MN", *b"OB", *b"OW",
    *b"PL", *b"PM", *b"SL", *b"SQ", *b"ST", *b"SZ", *b"TB", *b"TE", *b"TM", *b"TR", *b"TW", *b"UC",
    *b"VW", *b"WL",
];

/// The place of the first `]` from `from` on that is not escaped, before `limit`.
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

/// Whether what stands at `from`, after a `]`, lets the node go on: nothing more, a further
/// value, a property, or `;`, `(`, `)` followed by such. Right after a `;`, stray characters may part an
/// identifier of the standard from its `[`: `;W:[dd]`.
///
/// `open` says whether the value before has a `[` of its own. Text after a `)` is a sign that the
/// tree has ended and other text begins, unless such a `[` waits for its `]`. Nor is an identifier
/// without a value believed then.
pub(crate) fn node_goes_on(
    window: &[u8],
    from: usize,
    at_end: bool,
    open: impl Fn() -> bool,
) -> Result<bool, More> {
    let (mut place, mut next) = skip_while(window, from, at_end, is_blank)?;
    let (mut structured, mut closes) = (false, false);
    if next.is_some_and(is_structure) {
        (place, next) = skip_while(window, place, at_end, |byte| {
            is_blank(byte) || is_structure(byte)
        })?;
        structured = true;
        closes = window[from..place].contains(&b')');
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
            let begins_node = structured && window.get(place - 1) == Some(&b';');
            if begins_node && value_follows_strays(&word, word.end - place, window, at_end)? {
                return Ok(true);
            }
            // Too long for an identifier, and text begins no node.
            if !word.short && structured && !closes {
                return Ok(true);
            }
            if lacks_value(&word, word.end - place, structured)
                && !open()
                && token_follows(window, word.end, at_end)?
            {
                return Ok(true);
            }
        }
        _ => {}
    }
    if !closes {
        return Ok(false);
    }
    if !open() {
        return Ok(true);
    }
    match next_bracket(window, place, at_end)? {
        Some((_, b']')) => Ok(false),
        _ => Ok(true),
    }
}

/// Whether `word` looks like an identifier whose value is missing: upper-case letters, within a
/// node no more than the identifiers of the standard have.
fn lacks_value(word: &Word, length: usize, begins_node: bool) -> bool {
    word.short && !word.has_value && word.letters == Letters::Upper && (begins_node || length <= 2)
}

/// Whether `word` is like an identifier of the standard, and stray characters alone, and few of them, stand between
/// it and a `[`.
fn value_follows_strays(
    word: &Word,
    length: usize,
    window: &[u8],
    at_end: bool,
) -> Result<bool, More> {
    if word.letters != Letters::Upper || length > 2 {
        return Ok(false);
    }
    let is_stray =
        |byte: u8| !is_blank(byte) && !is_structure(byte) && !is_identifier(byte) && byte != b']';
    for place in word.end..=word.end + STRAY_LIMIT {
        match window.get(place) {
            Some(b'[') => return Ok(true),
            Some(&byte) if is_stray(byte) => {}
            None if !at_end => return Err(More),
            _ => return Ok(false),
        }
    }
    Ok(false)
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

/// Whether the `[` at `bracket` opens the value of a property: it stands after an identifier of one
/// or two upper-case letters, or after any that begins a node, a lower-case one only if it is as
/// short. A text before it cannot reach after it.
fn opens_property(window: &[u8], bracket: usize, from: usize) -> bool {
    let before = &window[from.max(bracket.saturating_sub(IDENTIFIER_LIMIT))..bracket];
    let letters = before
        .iter()
        .rev()
        .take_while(|byte| is_letter(**byte))
        .count();
    let (lead, word) = before.split_at(before.len() - letters);
    let blanks = lead
        .iter()
        .rev()
        .take_while(|byte| is_blank(**byte))
        .count();
    let begins_node = lead[..lead.len() - blanks].last() == Some(&b';');
    let short = word.len() <= 2;
    let upper = word.iter().any(u8::is_ascii_uppercase);
    // `;b[` and `;r[` are moves of Little Golem.
    (begins_node && (upper || (short && !word.is_empty())))
        || (short && upper && word.iter().all(u8::is_ascii_uppercase))
}

/// What the search for the `]` that really ends a text found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The `]` at this place ends it.
    Closes(usize),
    /// There is none before this place, nor can there be one after it.
    Stops(usize),
    /// There is none before this place, where the look ahead ends.
    Open(usize),
}

/// Looks after the `]` at `bracket`, after which the node cannot go on, for the `]` that was
/// meant. `from` is where to look, at least `bracket + 1`; the value is known to end before `end`.
pub(crate) fn closing_bracket(
    window: &[u8],
    bracket: usize,
    from: usize,
    end: usize,
    at_end: bool,
) -> Result<Reach, More> {
    let limit = end.min(bracket.saturating_add(LIMIT));
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
                    b'[' if opens_property(window, place, bracket + 1) => {
                        return Ok(Reach::Stops(place));
                    }
                    b']' if node_goes_on(window, place + 1, at_end, || true)? => {
                        return Ok(Reach::Closes(place));
                    }
                    _ => place += 1,
                }
            }
            None if upto == end => return Ok(Reach::Stops(end)),
            None if upto == limit => return Ok(Reach::Open(place.max(limit))),
            None if at_end => return Ok(Reach::Stops(window.len())),
            None => return Err(More),
        }
    }
}

/// Whether `value` holds a `[` that waits for its `]`: none is escaped after it.
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
