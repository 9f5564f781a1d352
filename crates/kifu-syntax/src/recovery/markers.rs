//! Markers of a game: properties that a root has and a variation does not.
//!
//! If a `)` or a `]` is lost, a file is cut short, or files are joined without a line break, the next game must not be
//! read as a part of the broken one. The grammar does not distinguish a game from a variation, but properties do: by
//! the standard no variation has `FF` or a second `EV`.
//!
//! Recovery keeps two bits for the open game: its [`Markers`].

use super::values::{end_of_text, swallowed_game};
use crate::class::{is_blank, is_letter};
use crate::lookahead::{LIMIT, More, skip_while, value_end, word};

/// Blanks and tabs between the start of a line and the `(` of a game, at most.
const INDENT_LIMIT: usize = 64;

/// Bytes before a `(` that decide whether it [begins a line](begins_line), at most.
#[cfg(feature = "std")]
pub(crate) const LOOK_BEHIND: usize = INDENT_LIMIT + BYTE_ORDER_MARK.len();

/// Evidence from the open game that a node belongs to the next one, if the `)` of the open game is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Markers {
    /// Whether nodes outside of all variations have [game info](is_game_info): then more game info begins the next
    /// game, as only one node from a root to a leaf has it. (If they have none, it may belong to one of several games
    /// in a tree.)
    pub(crate) has_game_info: bool,
    /// Whether the root begins with stones, `AB` or `AW`, as in collections of problems without other properties: the
    /// next problem begins so too.
    pub(crate) begins_with_stones: bool,
}

impl Markers {
    /// None: only properties of roots open the next game.
    pub(crate) const NONE: Self = Self {
        has_game_info: false,
        begins_with_stones: false,
    };

    /// All that any game may have.
    pub(crate) const ALL: Self = Self {
        has_game_info: true,
        begins_with_stones: true,
    };

    const fn without_stones(self) -> Self {
        Self {
            begins_with_stones: false,
            ..self
        }
    }
}

/// Whether the property `identifier` marks the node of a `(` at the start of a line as the root of the next game. (In
/// the middle of a line [two](opens_game_in_line) are needed.)
///
/// `FF`, `GM`, `CA`, `AP`, `SZ` and `ST` always do, as only roots have them; for others see [`Markers`].
/// `is_first`: whether it is the first property of its node.
#[inline]
pub(crate) const fn opens_game(identifier: &[u8], is_first: bool, before: Markers) -> bool {
    matches!(
        &two_letters(identifier),
        b"FF" | b"GM" | b"CA" | b"AP" | b"SZ" | b"ST"
    ) || (before.has_game_info && is_game_info(identifier))
        || (before.begins_with_stones && is_first && puts_stones(identifier))
}

/// The two letters of an identifier, or the two capital letters of a long name in an old file: `SZ` for `SiZe`. Two NUL
/// for any other.
#[inline]
const fn two_letters(identifier: &[u8]) -> [u8; 2] {
    match *identifier {
        [first, second] => [first, second],
        [] | [_] => [0; 2],
        _ => two_capitals(identifier),
    }
}

#[cold]
const fn two_capitals(name: &[u8]) -> [u8; 2] {
    let mut capitals = [0; 2];
    let (mut count, mut at) = (0, 0);
    while at < name.len() {
        if !name[at].is_ascii_lowercase() {
            if count == capitals.len() {
                return [0; 2];
            }
            capitals[count] = name[at];
            count += 1;
        }
        at += 1;
    }
    if count == capitals.len() {
        capitals
    } else {
        [0; 2]
    }
}

/// Whether the property `identifier` puts stones on the board: `AB` or `AW`.
#[inline]
pub(crate) const fn puts_stones(identifier: &[u8]) -> bool {
    matches!(&two_letters(identifier), b"AB" | b"AW")
}

/// Whether the property `identifier` is game info that marks a game. The rest of game info is text, which people write
/// in variations too.
#[inline]
pub(crate) const fn is_game_info(identifier: &[u8]) -> bool {
    matches!(
        &two_letters(identifier),
        b"EV"
            | b"RO"
            | b"DT"
            | b"PC"
            | b"PB"
            | b"PW"
            | b"BR"
            | b"WR"
            | b"BT"
            | b"WT"
            | b"RE"
            | b"KM"
            | b"HA"
            | b"RU"
            | b"TM"
            | b"OT"
    )
}

/// Whether the `(` at `at`, inside of a tree, probably begins the next game: it has [one marker](line_opens_game) at
/// the start of a line, or [two](opens_game_in_line) in the middle of one. `(;B[` and `(;W[` begin variations, as
/// nearly all do.
#[inline]
pub(crate) fn next_game_begins(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: Markers,
) -> Result<bool, More> {
    if begins_with_move(window, at) {
        return Ok(false);
    }
    let byte_before = at.checked_sub(1).and_then(|before| window.get(before));
    if byte_before.is_some_and(|byte| may_end_before_game(*byte)) && begins_line(&window[..at]) {
        line_opens_game(window, at, at_end, before)
    } else {
        opens_game_in_line(window, at, at_end, before.without_stones())
    }
}

/// Whether the `(` at `at` probably begins the next game, after an identifier without a value or a value without its
/// `]`. The root and its properties may have been broken off, so all markers count; in the middle of a line one root
/// property is enough.
pub(crate) fn next_game_follows_break(
    window: &[u8],
    at: usize,
    at_end: bool,
) -> Result<bool, More> {
    if begins_line(&window[..at]) {
        line_opens_game(window, at, at_end, Markers::ALL)
    } else {
        Ok(node_opens_game(window, at, at_end, false, Markers::NONE)?
            || opens_game_in_line(window, at, at_end, Markers::ALL)?)
    }
}

/// Whether the `(` at `at` probably begins the next game, if the open one has no node yet: only at the start of a
/// line.
pub(crate) fn next_game_follows_no_node(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: Markers,
) -> Result<bool, More> {
    Ok(!begins_with_move(window, at)
        && begins_line(&window[..at])
        && line_opens_game(window, at, at_end, before)?)
}

/// Whether `(;B[` or `(;W[` begins at `at`.
#[inline]
fn begins_with_move(window: &[u8], at: usize) -> bool {
    matches!(window[at..], [_, b';', b'B' | b'W', b'[', ..])
}

/// Whether the `(` at `at`, which begins a line, probably begins a game: a property of its node [is a
/// marker](opens_game). Its `;` may be missing.
#[inline(never)]
fn line_opens_game(window: &[u8], at: usize, at_end: bool, before: Markers) -> Result<bool, More> {
    node_opens_game(window, at, at_end, true, before)
}

/// Whether the `(` at `at`, in the middle of a line, probably begins a game: its `;` follows it, its first property is
/// a marker, and a second marker follows within [`LIMIT`] bytes.
#[inline]
pub(crate) fn opens_game_in_line(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: Markers,
) -> Result<bool, More> {
    match window[at..] {
        [_, b';', b'A'..=b'Z', b'[', ..] => Ok(false),
        [_, b';', first, second, b'[', ..] if !opens_game(&[first, second], true, before) => {
            Ok(false)
        }
        [_, b';', _, _, _, ..] => two_open_game(window, at, at_end, before),
        [_, byte, ..] if byte != b';' => Ok(false),
        _ if at_end => Ok(false),
        _ => Err(More),
    }
}

#[cold]
fn two_open_game(window: &[u8], at: usize, at_end: bool, before: Markers) -> Result<bool, More> {
    let mut openers = 0;
    find_identifier(window, at + 2, at + LIMIT, at_end, |identifier| {
        let opens = opens_game(identifier, true, before);
        openers += usize::from(opens);
        match openers {
            0 => Some(false),
            1 => None,
            _ => Some(true),
        }
    })
}

/// Whether the text after `before` begins a line, indented by at most 64 blanks and tabs. A byte order mark or a NUL,
/// where files were joined, ends a line too.
pub(crate) fn begins_line(before: &[u8]) -> bool {
    let indent = before.iter().rev().take(INDENT_LIMIT);
    let indent = indent.take_while(|byte| is_indent(**byte)).count();
    let line = &before[..before.len() - indent];
    line.last().is_some_and(|byte| is_line_break(*byte))
        || before.ends_with(BYTE_ORDER_MARK)
        || before.ends_with(&[0])
}

/// The byte order mark in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether `byte` may be the last one before a `(` that [begins a line](begins_line).
const fn may_end_before_game(byte: u8) -> bool {
    is_line_break(byte) || is_indent(byte) || byte == 0 || byte == BYTE_ORDER_MARK[2]
}

const fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

const fn is_indent(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a property of the node after the `(` at `at` [is a marker](opens_game). At the start of a line its `;` may be
/// missing, and it may have [much game info](Info) instead.
fn node_opens_game(
    window: &[u8],
    at: usize,
    at_end: bool,
    begins_line: bool,
    before: Markers,
) -> Result<bool, More> {
    let (sign, next) = skip_while(window, at + 1, at_end, is_blank)?;
    let from = match next {
        Some(b';') => sign + 1,
        Some(byte) if begins_line && is_letter(byte) => sign,
        _ => return Ok(false),
    };
    let mut is_first = true;
    let mut info = Info::default();
    let opens_game = find_identifier(
        window,
        from,
        at.saturating_add(LIMIT),
        at_end,
        |identifier| {
            let opens_game = opens_game(identifier, is_first, before);
            is_first = false;
            info.note(identifier);
            opens_game.then_some(true)
        },
    )?;
    Ok(opens_game || (begins_line && info.is_of_game()))
}

/// Game info of a node: one with both players, more game info and no move is the root of a game. (In a tree of several
/// games, game info is usually next to the first move of one game alone.)
#[derive(Clone, Copy, Debug, Default)]
struct Info {
    /// Whether it names the player of Black, and that of White.
    players: [bool; 2],
    has_more: bool,
    has_move: bool,
}

impl Info {
    const fn note(&mut self, identifier: &[u8]) {
        match (&two_letters(identifier), identifier) {
            (b"PB", _) => self.players[0] = true,
            (b"PW", _) => self.players[1] = true,
            (_, b"B" | b"W") => self.has_move = true,
            _ => self.has_more |= is_game_info(identifier),
        }
    }

    const fn is_of_game(self) -> bool {
        self.players[0] && self.players[1] && self.has_more && !self.has_move
    }
}

/// Calls `answer` with the identifiers of the node whose first property is at `from` or after it, up to `limit` or a
/// value that has swallowed a game. Returns its first answer; false if there is none. Values [end](end_of_text) as the
/// machine reads them.
fn find_identifier(
    window: &[u8],
    from: usize,
    limit: usize,
    at_end: bool,
    mut answer: impl FnMut(&[u8]) -> Option<bool>,
) -> Result<bool, More> {
    let mut place = from;
    let mut last: Option<&[u8]> = None;
    while place < limit {
        let (start, next) = skip_while(window, place, at_end, is_blank)?;
        match next {
            Some(byte) if is_letter(byte) => {
                let word = word(window, start, at_end)?;
                if !word.has_value {
                    break;
                }
                let identifier = &window[start..word.end];
                if let Some(answer) = answer(identifier) {
                    return Ok(answer);
                }
                last = Some(identifier);
                place = word.end;
            }
            Some(b'[') => {
                let Some(identifier) = last else { break };
                match value_end(window, start + 1, limit, at_end)? {
                    // The rest may not belong to this node, and is examined by itself: so the time stays linear.
                    Some(end) if swallowed_game(&window[start + 1..end]).is_some() => break,
                    Some(end) => {
                        let end = end_of_text(window, identifier, start + 1, end, limit, at_end)?;
                        place = end + 1;
                    }
                    None => break,
                }
            }
            _ => break,
        }
    }
    Ok(false)
}

/// Whether the root of the game that begins at `from`, after its `(`, begins with stones. One extra `(` may precede
/// the root or its first property.
pub(crate) fn begins_with_stones(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    let is_between = |byte: u8| is_blank(byte) || byte == b'(';
    let (semicolon, next) = skip_while(window, from, at_end, is_between)?;
    if next != Some(b';') {
        return Ok(false);
    }
    let (start, next) = skip_while(window, semicolon + 1, at_end, is_between)?;
    if next != Some(b'A') {
        return Ok(false);
    }
    let word = word(window, start, at_end)?;
    Ok(puts_stones(&window[start..word.end]))
}
