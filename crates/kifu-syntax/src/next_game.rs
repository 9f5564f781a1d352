//! Where the next game begins although the one before has not ended.
//!
//! A `)` or a `]` is lost, a file is cut short, files are put together without a line break: what comes next must not
//! be read as a part of what is broken. The grammar does not tell a game from a variation, but what roots alone have
//! does: by the standard, `FF` or a further `EV` stands in no variation.
//!
//! Of what was read before, two bits are known: the [signs](GameSigns) of its game.

use memchr::{memchr, memrchr};

use crate::class::{is_blank, is_letter};
use crate::lookahead::{LIMIT, More, skip_while, value_end, word};

/// Blanks and tabs that may stand between the start of a line and the `(` of a game.
const INDENT_LIMIT: usize = 64;

/// Bytes before a `(` that tell whether it [begins a line](begins_line), at the most.
#[cfg(feature = "std")]
pub(crate) const LOOK_BEHIND: usize = INDENT_LIMIT + BYTE_ORDER_MARK.len();

/// Length of the shortest value that has swallowed the beginning of a game: `\n(;X[`.
pub(crate) const SHORTEST_SWALLOWED: usize = 5;

/// What the nodes of a game tell of the next one, where its own `)` is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSigns {
    /// Whether nodes outside of all variations have [game info](is_game_info): what comes with more of it is the
    /// next game, as game info stands only once from a root to a leaf. (Else it belongs to one of several games in
    /// a tree.)
    pub(crate) has_game_info: bool,
    /// Whether the root begins with stones, `AB` or `AW`, as in collections of problems that have nothing else: what
    /// begins so too is the next problem.
    pub(crate) begins_with_stones: bool,
}

impl GameSigns {
    /// None of them: properties of roots alone open the next game.
    pub(crate) const NONE: Self = Self {
        has_game_info: false,
        begins_with_stones: false,
    };

    /// All of them: what opens the next game in any game at all.
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

/// Whether a variation whose node has the property `identifier` is taken for the next game where its `(` begins a
/// line, blanks and tabs allowed before. (In the middle of a line it takes [two](opens_game_in_line) of them.)
///
/// So are the properties that only roots have: `FF`, `GM`, `CA`, `AP`, `SZ`, `ST`. Such a `(` is read as the next
/// game, even where the `)` of the game before is missing. What else is depends on that game: see [`GameSigns`].
/// `is_first` says that no property of the node comes before it.
#[inline]
pub(crate) const fn opens_game(identifier: &[u8], is_first: bool, before: GameSigns) -> bool {
    matches!(
        &two_letters(identifier),
        b"FF" | b"GM" | b"CA" | b"AP" | b"SZ" | b"ST"
    ) || (before.has_game_info && is_game_info(identifier))
        || (before.begins_with_stones && is_first && puts_stones(identifier))
}

/// What tells an identifier of two letters: these, or the capital letters of a long name in an old file. `SiZe` is
/// `SZ`. For others it is two NUL.
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

/// Whether the property `identifier` is game info that tells games apart: `EV`, `RO`, `DT`, `PC`, `PB`, `PW`, `BR`,
/// `WR`, `BT`, `WT`, `RE`, `KM`, `HA`, `RU`, `TM` or `OT`. The rest of game info are words, which people give to
/// variations too.
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

/// Whether the `(` at `at`, met inside of a tree, begins the next game instead of a variation: it [begins a
/// line](line_opens_game), or, in the middle of one, [more tells](opens_game_in_line). `(;B[` and `(;W[` begin
/// variations; nearly all do so.
#[inline]
pub(crate) fn next_game_begins(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
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

/// The same for a `(` after what the grammar does not allow there: an identifier without a value, or a value
/// without its `]`. What was broken off may have been the root with all that it would have told; and in mid-line one
/// property of roots is enough.
pub(crate) fn next_game_follows_break(
    window: &[u8],
    at: usize,
    at_end: bool,
) -> Result<bool, More> {
    if begins_line(&window[..at]) {
        line_opens_game(window, at, at_end, GameSigns::ALL)
    } else {
        Ok(node_opens_game(window, at, at_end, false, GameSigns::NONE)?
            || opens_game_in_line(window, at, at_end, GameSigns::ALL)?)
    }
}

/// The same for a `(` before which the game has no node yet: at the start of a line alone. All signs tell there,
/// as the root itself may have been broken off.
pub(crate) fn next_game_follows_no_node(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
) -> Result<bool, More> {
    Ok(!begins_with_move(window, at)
        && begins_line(&window[..at])
        && line_opens_game(window, at, at_end, before)?)
}

/// Whether `(;B[` or `(;W[` stands at `at`.
#[inline]
fn begins_with_move(window: &[u8], at: usize) -> bool {
    matches!(window[at..], [_, b';', b'B' | b'W', b'[', ..])
}

/// Whether the `(` at `at`, which begins a line, begins a game: a property of its node [opens one](opens_game). Its
/// `;` may be missing.
#[inline(never)]
fn line_opens_game(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
) -> Result<bool, More> {
    node_opens_game(window, at, at_end, true, before)
}

/// Whether the `(` at `at`, in the middle of a line, begins a game by two properties, stones counted if
/// `before` says so: its `;` stands right after it, and within [`LIMIT`] bytes the second property that tells.
#[inline]
pub(crate) fn opens_game_in_line(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
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
fn two_open_game(window: &[u8], at: usize, at_end: bool, before: GameSigns) -> Result<bool, More> {
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

/// Whether what comes after `before` stands at the start of a line, but for an indent of 64 blanks and tabs at
/// the most. A byte order mark or a NUL right before it, where files were put together, ends a line too.
pub(crate) fn begins_line(before: &[u8]) -> bool {
    let indent = before.iter().rev().take(INDENT_LIMIT);
    let indent = indent.take_while(|byte| is_indent(**byte)).count();
    let line = &before[..before.len() - indent];
    line.last().is_some_and(|byte| is_line_break(*byte))
        || before.ends_with(BYTE_ORDER_MARK)
        || before.ends_with(&[0])
}

/// In UTF-8.
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

/// Whether a property of the node after the `(` at `at` [opens a game](opens_game). Its `;` may be missing if it
/// `may_lack_sign`.
fn node_opens_game(
    window: &[u8],
    at: usize,
    at_end: bool,
    may_lack_sign: bool,
    before: GameSigns,
) -> Result<bool, More> {
    let (sign, next) = skip_while(window, at + 1, at_end, is_blank)?;
    let from = match next {
        Some(b';') => sign + 1,
        Some(byte) if may_lack_sign && is_letter(byte) => sign,
        _ => return Ok(false),
    };
    let mut is_first = true;
    find_identifier(
        window,
        from,
        at.saturating_add(LIMIT),
        at_end,
        |identifier| {
            let opens_game = opens_game(identifier, is_first, before);
            is_first = false;
            opens_game.then_some(true)
        },
    )
}

/// What `answer` comes to for the first identifier that gives one, of the node whose first property is at `from` or
/// after it, as far as `limit` or to a value that has swallowed a game; no, if none does. The values are taken to end
/// at their first `]` that is not escaped.
fn find_identifier(
    window: &[u8],
    from: usize,
    limit: usize,
    at_end: bool,
    mut answer: impl FnMut(&[u8]) -> Option<bool>,
) -> Result<bool, More> {
    let mut place = from;
    let mut is_first = true;
    while place < limit {
        let (start, next) = skip_while(window, place, at_end, is_blank)?;
        match next {
            Some(byte) if is_letter(byte) => {
                let word = word(window, start, at_end)?;
                if !word.has_value {
                    break;
                }
                if let Some(answer) = answer(&window[start..word.end]) {
                    return Ok(answer);
                }
                is_first = false;
                place = word.end;
            }
            Some(b'[') if !is_first => match value_end(window, start + 1, limit, at_end)? {
                // What is after may not belong to this node, and is looked at by itself: so the time stays linear.
                Some(end) if swallowed_game(&window[start + 1..end]).is_some() => break,
                Some(end) => place = end + 1,
                None => break,
            },
            _ => break,
        }
    }
    Ok(false)
}

/// Whether the root of the game that begins at `from`, after its `(`, begins with stones. A `(` too many may stand
/// before the root or before its first property.
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

/// A game, or a variation, whose beginning a value has swallowed for want of a `]`: the value's last `[` follows `(`,
/// `;` and an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swallowed {
    /// Where its `(` is in the value.
    pub(crate) tree: usize,
    /// Whether that begins a line, blanks and tabs allowed before, and has its `;`: then it is none of the value, be
    /// that a text or not.
    pub(crate) is_plain: bool,
    /// Whether it is none of a text in the middle of a line either, if its node [says more](opens_game_in_line): its
    /// identifier is two capital letters, and the `[` stands right after them.
    pub(crate) may_be_game: bool,
}

/// What `value` has swallowed.
pub(crate) fn swallowed_game(value: &[u8]) -> Option<Swallowed> {
    let tail = value.len().saturating_sub(TAIL);
    let bracket = tail + memrchr(b'[', &value[tail..])?;
    // An escaped `]`: somebody who knew how to write it quotes SGF.
    if value[bracket..].contains(&b']') {
        return None;
    }
    let end = bracket - trailing(&value[..bracket], is_blank);
    let start = end - trailing(&value[..end], |byte| byte.is_ascii_alphabetic());
    let identifier = &value[start..end];
    let opens_game = opens_game(identifier, true, GameSigns::ALL);
    if identifier.is_empty() || !(opens_game || identifier.iter().all(u8::is_ascii_uppercase)) {
        return None;
    }
    let before_sign = |end: usize| (end - trailing(&value[..end], is_blank)).checked_sub(1);
    let sign = before_sign(start)?;
    let (tree, has_sign) = match value[sign] {
        b';' => (before_sign(sign)?, true),
        _ => (sign, false),
    };
    if value[tree] != b'(' {
        return None;
    }
    let begins_line = begins_line(&value[..tree]);
    let is_plain = begins_line && has_sign;
    (is_plain || (opens_game && (begins_line || has_sign))).then_some(Swallowed {
        tree,
        is_plain,
        may_be_game: end == bracket && identifier.len() == 2,
    })
}

/// Where a value that holds no text ends before the `(` at `tree`: each `)` before that is one of the tree.
pub(crate) fn end_of_points(value: &[u8], tree: usize) -> usize {
    let closing = value[..tree].iter().rev();
    let closing = closing.take_while(|byte| **byte == b')' || is_blank(**byte));
    let from = tree - closing.count();
    memchr(b')', &value[from..tree]).map_or(tree, |place| from + place)
}

/// Bytes at the end of a value that are looked at.
const TAIL: usize = 128;

/// How many of the last bytes of `bytes`, [`TAIL`] at the most, satisfy `is_meant`.
fn trailing(bytes: &[u8], is_meant: fn(u8) -> bool) -> usize {
    let last = bytes.iter().rev().take(TAIL);
    last.take_while(|byte| is_meant(**byte)).count()
}
