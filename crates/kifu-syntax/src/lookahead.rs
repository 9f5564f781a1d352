//! Short looks ahead that decide what a byte means.
//!
//! SGF written by careless programs leaves `]` unescaped in texts, forgets `]`, `)` and `(`, and
//! puts letters where no letters may stand. Every question is answered from the bytes at hand and
//! at most [`LIMIT`] bytes behind them, so that reading from the middle of a file, reading in chunks and
//! skipping come to the same answers as reading it all. Two things alone are known of what was read before:
//! the [signs](GameSigns) of a game, and whether a value belongs to a property that [never holds text](holds_no_text).
//!
//! Each function takes the window, a place in it, and whether the window reaches to the end of the
//! input. [`More`] says that the answer lies behind the window's end.

use memchr::{memchr, memchr2, memchr3, memrchr};

use crate::class::{is_blank, is_identifier, is_letter, is_structure};

/// How far a look ahead goes: it bounds what a streaming reader must hold beside one value.
pub(crate) const LIMIT: usize = 64 * 1024;

/// Letters in an identifier at the most; longer runs of letters are text that means nothing.
pub const IDENTIFIER_LIMIT: usize = 256;

/// Blanks and tabs that may stand between the start of a line and the `(` of a game.
const INDENT_LIMIT: usize = 64;

/// Bytes before a `(` that tell whether it [begins a line](begins_line), at the most.
#[cfg(feature = "std")]
pub(crate) const LOOK_BEHIND: usize = INDENT_LIMIT + BYTE_ORDER_MARK.len();

/// Bytes that may stand between an identifier and its `[` by mistake: a character of any script, or a few.
const STRAY_LIMIT: usize = 4;

/// Length of the shortest value that has swallowed the beginning of a game: `\n(;X[`.
pub(crate) const SHORTEST_SWALLOWED: usize = 5;

/// The window ends before the answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct More;

/// The first place at or behind `from` whose byte does not satisfy `skip`, or the end of the input
/// or of the look ahead: then the byte is `None`.
#[inline]
fn skip_while(
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

/// What the nodes of a game tell of the next one, where its own `)` is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSigns {
    /// Whether nodes outside of all variations have [game info](is_game_info): what comes with more of it is the
    /// next game, as game info stands only once from a root to a leaf. (Else it belongs to one of several games in
    /// a tree.)
    pub has_game_info: bool,
    /// Whether the root begins with stones, `AB` or `AW`, as in collections of problems that have nothing else: what
    /// begins so too is the next problem.
    pub begins_with_stones: bool,
}

impl GameSigns {
    /// None of them: properties of roots alone open the next game.
    pub const NONE: Self = Self {
        has_game_info: false,
        begins_with_stones: false,
    };

    /// All of them: what opens the next game in any game at all.
    pub const ALL: Self = Self {
        has_game_info: true,
        begins_with_stones: true,
    };

    /// What the nodes of a game tell, each by the identifiers of its properties: the root, and those behind it that
    /// belong to no variation.
    #[must_use]
    pub fn of_nodes<I: AsRef<[u8]>>(
        nodes: impl IntoIterator<Item = impl IntoIterator<Item = I>>,
    ) -> Self {
        let mut signs = Self::NONE;
        for (number, identifiers) in nodes.into_iter().enumerate() {
            signs.add_node(identifiers, number == 0);
            if signs.has_game_info {
                break;
            }
        }
        signs
    }

    /// Adds what a node tells that belongs to no variation, by the identifiers of its properties.
    pub fn add_node<I: AsRef<[u8]>>(
        &mut self,
        identifiers: impl IntoIterator<Item = I>,
        is_root: bool,
    ) {
        for (index, identifier) in identifiers.into_iter().enumerate() {
            let identifier = identifier.as_ref();
            self.has_game_info |= is_game_info(identifier);
            self.begins_with_stones |= is_root && index == 0 && puts_stones(identifier);
        }
    }
}

/// Whether a variation whose node has the property `identifier` is taken for the next game where its `(` begins a
/// line, blanks and tabs allowed before. A writer does not begin the line of a variation so.
///
/// So are the properties that only roots have: `FF`, `GM`, `CA`, `AP`, `SZ`, `ST`. Such a `(` is read as the next
/// game, even where the `)` of the game before is missing. What else is depends on that game: see [`GameSigns`].
/// `is_first` says that no property of the node comes before it.
#[must_use]
#[inline]
pub const fn opens_game(identifier: &[u8], is_first: bool, before: GameSigns) -> bool {
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
#[must_use]
#[inline]
pub const fn puts_stones(identifier: &[u8]) -> bool {
    matches!(&two_letters(identifier), b"AB" | b"AW")
}

/// Whether the property `identifier` is game info that tells games apart: `EV`, `RO`, `DT`, `PC`, `PB`, `PW`, `BR`,
/// `WR`, `BT`, `WT`, `RE`, `KM`, `HA`, `RU`, `TM` or `OT`. The rest of game info are words, which people give to
/// variations too.
#[must_use]
#[inline]
pub const fn is_game_info(identifier: &[u8]) -> bool {
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

/// Whether the values of the property `identifier` are never text: moves, points, stones, numbers, colours and the
/// like, as FF\[4\] has them for Go and for all games. (What older versions and other games call so may be text
/// elsewhere.) In long names of old files, the capital letters tell: `Black` is `B`.
///
/// Such a value ends at its first `]` that is not escaped, whatever follows; of others that is
/// [asked](crate::ProblemKind::UnescapedBracket).
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

/// Whether the `(` at `at`, met inside of a tree, begins the next game instead of a variation:
/// it stands at the start of a line, and its node has a property that [opens a game](opens_game) behind the one
/// `before`. What begins with a move is a variation; nearly all variations do.
#[inline]
pub(crate) fn next_game_begins(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
) -> Result<bool, More> {
    let byte_before = at.checked_sub(1).and_then(|before| window.get(before));
    if !byte_before.is_some_and(|byte| may_end_before_game(*byte))
        || matches!(window[at..], [_, b';', b'B' | b'W', b'[', ..])
    {
        return Ok(false);
    }
    line_opens_game(window, at, at_end, before)
}

#[inline(never)]
fn line_opens_game(
    window: &[u8],
    at: usize,
    at_end: bool,
    before: GameSigns,
) -> Result<bool, More> {
    Ok(begins_line(&window[..at]) && node_opens_game(window, at, at_end, true, before)?)
}

/// The same for a `(` behind what the grammar does not allow there: an identifier without a value, or a value
/// without its `]`. What was broken off may have been the root with all that it would have told; and in mid-line the
/// properties of roots tell enough.
pub(crate) fn next_game_follows_break(
    window: &[u8],
    at: usize,
    at_end: bool,
) -> Result<bool, More> {
    if begins_line(&window[..at]) {
        node_opens_game(window, at, at_end, true, GameSigns::ALL)
    } else {
        node_opens_game(window, at, at_end, false, GameSigns::NONE)
    }
}

/// Whether what comes behind `before` stands at the start of a line, but for an indent of 64 blanks and tabs at
/// the most. A byte order mark or a NUL right before it, where files were put together, ends a line too.
#[must_use]
pub fn begins_line(before: &[u8]) -> bool {
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

/// Whether a property of the node behind the `(` at `at` [opens a game](opens_game). Its values are taken to end at
/// their first `]` that is not escaped. Its `;` may be missing if it `may_lack_sign`.
fn node_opens_game(
    window: &[u8],
    at: usize,
    at_end: bool,
    may_lack_sign: bool,
    before: GameSigns,
) -> Result<bool, More> {
    let (sign, next) = skip_while(window, at + 1, at_end, is_blank)?;
    let mut place = match next {
        Some(b';') => sign + 1,
        Some(byte) if may_lack_sign && is_letter(byte) => sign,
        _ => return Ok(false),
    };
    let limit = at.saturating_add(LIMIT);
    let mut is_first = true;
    while place < limit {
        let (start, next) = skip_while(window, place, at_end, is_blank)?;
        match next {
            Some(byte) if is_letter(byte) => {
                let word = word(window, start, at_end)?;
                if !word.has_value {
                    break;
                }
                if opens_game(&window[start..word.end], is_first, before) {
                    return Ok(true);
                }
                is_first = false;
                place = word.end;
            }
            Some(b'[') if !is_first => match value_end(window, start + 1, limit, at_end)? {
                Some(end) => place = end + 1,
                None => break,
            },
            _ => break,
        }
    }
    Ok(false)
}

/// The place of the first `]` from `from` on that is not escaped, before `limit`.
fn value_end(
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

/// Whether the root of the game that begins at `from`, behind its `(`, begins with stones.
pub(crate) fn begins_with_stones(window: &[u8], from: usize, at_end: bool) -> Result<bool, More> {
    let (semicolon, next) = skip_while(window, from, at_end, is_blank)?;
    if next != Some(b';') {
        return Ok(false);
    }
    let (start, next) = skip_while(window, semicolon + 1, at_end, is_blank)?;
    if next != Some(b'A') {
        return Ok(false);
    }
    let word = word(window, start, at_end)?;
    Ok(puts_stones(&window[start..word.end]))
}

/// Whether what stands at `from`, behind a `]`, lets the node go on: nothing more, a further
/// value, a property, or `;`, `(`, `)` followed by such. Right behind a `;`, stray characters may part an
/// identifier of the standard from its `[`: `;W:[dd]`.
///
/// `open` says whether the value before has a `[` of its own. Text behind a `)` is a sign that the
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

/// The first `[` or `]` at or behind `from` that is not escaped.
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

/// Whether the `[` at `bracket` opens the value of a property: it stands behind an identifier of one
/// or two upper-case letters, or behind any that begins a node, a lower-case one only if it is as
/// short. A text before it cannot reach behind it.
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
    /// There is none before this place, nor can there be one behind it.
    Stops(usize),
    /// There is none before this place, where the look ahead ends.
    Open(usize),
}

/// Looks behind the `]` at `bracket`, behind which the node cannot go on, for the `]` that was
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

/// Whether `value` holds a `[` that waits for its `]`: none is escaped behind it.
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

/// Where `value` ends that has swallowed the beginning of the next game, or of a variation, for want of a `]`: its
/// last `[` follows `(;` and an identifier.
///
/// In a text these must begin a line, blanks and tabs allowed before. What `holds_no_text` holds no `(;` either: there
/// it is enough that the identifier [opens a game](opens_game), and each `)` before the `(` is one of the tree.
pub(crate) fn swallowed_game(value: &[u8], holds_no_text: impl FnOnce() -> bool) -> Option<usize> {
    const TAIL: usize = 128;
    let tail = value.len().saturating_sub(TAIL);
    let bracket = tail + memrchr(b'[', &value[tail..])?;
    // An escaped `]`: somebody who knew how to write it quotes SGF.
    if value[bracket..].contains(&b']') {
        return None;
    }
    let trim = |end: usize, skip: fn(u8) -> bool| {
        let reach = end.saturating_sub(TAIL);
        end - value[reach..end]
            .iter()
            .rev()
            .take_while(|byte| skip(**byte))
            .count()
    };
    let end = trim(bracket, is_blank);
    let start = trim(end, |byte| byte.is_ascii_alphabetic());
    let identifier = &value[start..end];
    let opens_game = opens_game(identifier, true, GameSigns::ALL);
    if identifier.is_empty() || !(opens_game || identifier.iter().all(u8::is_ascii_uppercase)) {
        return None;
    }
    let sign = trim(start, is_blank).checked_sub(1)?;
    let (tree, has_sign) = match value[sign] {
        b';' => (trim(sign, is_blank).checked_sub(1)?, true),
        _ => (sign, false),
    };
    if value[tree] != b'(' {
        return None;
    }
    let begins_line = begins_line(&value[..tree]);
    let is_plain = begins_line && has_sign;
    if !is_plain && !(opens_game && (begins_line || has_sign)) {
        return None;
    }
    if holds_no_text() {
        let before = value[..tree].iter().rev();
        let closing = before.take_while(|byte| **byte == b')' || is_blank(**byte));
        let from = tree - closing.count();
        Some(memchr(b')', &value[from..tree]).map_or(tree, |place| from + place))
    } else {
        is_plain.then_some(tree)
    }
}
