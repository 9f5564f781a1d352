//! Values that lack their `]`, and those that contain one that is not escaped.

use memchr::{memchr, memchr3, memrchr};

use super::markers::{Markers, begins_line, opens_game, opens_game_in_line};
use crate::class::{is_blank, is_letter};
use crate::fast::moves::{escape_length, plainly_goes_on};
use crate::lookahead::{
    IDENTIFIER_LIMIT, LIMIT, More, has_open_bracket, holds_no_text, is_extra_bracket, node_goes_on,
    skip_while,
};
use crate::machine::{Machine, Scan, Token, Window};
use crate::{Problem, ProblemKind, ProblemSink, Span};

/// Length of the shortest value that has swallowed the beginning of a game: `\n(;X[`.
pub(crate) const SHORTEST_SWALLOWED: usize = 5;

impl Machine {
    /// A value without an identifier: a gap.
    pub(super) fn stray_value<S: ProblemSink>(
        &mut self,
        window: Window<'_>,
        sink: &mut S,
    ) -> Token {
        let scan = self.scan_value(window)?;
        self.flush(sink);
        let start = self.place;
        let inner = self.take_value(scan, window, sink);
        let span = Span::new(start, self.place.max(inner.end));
        self.report(ProblemKind::ValueWithoutIdentifier, span, sink);
        Ok(None)
    }

    /// The value that `scan` found, ended before the game that it has swallowed; `None` if it has not swallowed one.
    pub(crate) fn end_before_swallowed(
        &mut self,
        scan: Scan,
        window: Window<'_>,
    ) -> Result<Option<Scan>, More> {
        let start = self.place - window.base + 1;
        let swallowed = window.bytes.get(start..scan.end).and_then(swallowed_game);
        let Some(swallowed) = swallowed else {
            return Ok(None);
        };
        let end = self.end_before_game(swallowed, start, scan, window)?;
        Ok(end.map(|end| Scan {
            end,
            closed: false,
            ..scan
        }))
    }

    /// Returns the end of the value at `start` that `scan` found, before the game that the value has swallowed.
    ///
    /// If that game begins a line, the value was cut off. In the middle of a line it may be quoted: the value ends
    /// there only if the open game is not closed, and either the property never contains text or the node has another
    /// marker.
    #[cold]
    fn end_before_game(
        &mut self,
        swallowed: Swallowed,
        start: usize,
        scan: Scan,
        window: Window<'_>,
    ) -> Result<Option<usize>, More> {
        let after = window.base + scan.end + usize::from(scan.closed);
        let tree = start + swallowed.tree;
        let holds_no_text = self.holds_no_text(window);
        let is_cut_off = swallowed.is_plain || after > self.recovery.known_end || {
            let is_game = holds_no_text
                || (swallowed.may_be_game
                    && opens_game_in_line(window.bytes, tree, window.at_end, Markers::ALL)?);
            is_game && self.may_cut(window.base + tree, self.depth > 1, window)?
        };
        Ok(is_cut_off.then(|| {
            if holds_no_text {
                start + end_of_points(&window.bytes[start..scan.end], swallowed.tree)
            } else {
                tree
            }
        }))
    }

    /// Returns the end of a value whose first `]`, at the end of `scan`, is followed by unusual text: that `]`, or a
    /// later one if the first is text. Never a later one if the property has no text.
    #[cold]
    pub(crate) fn end_of_doubtful_value(
        &mut self,
        window: Window<'_>,
        scan: Scan,
    ) -> Result<Scan, More> {
        if self.holds_no_text(window) {
            return Ok(scan);
        }
        let start = self.place - window.base + 1;
        let open = || has_open_bracket(&window.bytes[start..scan.end]);
        if node_goes_on(window.bytes, scan.end + 1, window.at_end, &open)? {
            return Ok(scan);
        }
        if !open() && is_extra_bracket(window.bytes, scan.end + 1, window.at_end)? {
            return Ok(scan);
        }
        let (reach, is_final) = self.recovery.searched;
        if reach > window.base + scan.end && is_final {
            return Ok(scan);
        }
        let from = (scan.end + 1).max(reach.saturating_sub(window.base));
        let limit = self.recovery.known_end.saturating_sub(window.base);
        let (end, searched) = match closing_bracket(
            window.bytes,
            scan.end,
            from,
            limit,
            usize::MAX,
            window.at_end,
        )? {
            Reach::Closes(end) => {
                return Ok(Scan {
                    end,
                    extended: true,
                    ..scan
                });
            }
            Reach::Stops(end) => (end, true),
            Reach::Open(end) => (end, false),
        };
        self.recovery.searched = (window.base + end, searched);
        Ok(scan)
    }
}

/// Result of the search for the `]` that ends a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The `]` at this offset ends it.
    Closes(usize),
    /// No end before this offset, and none possible after it.
    Stops(usize),
    /// No end before this offset, where the look ahead ends.
    Open(usize),
}

/// Looks after the `]` at `bracket`, after which the node cannot go on, for a `]` after which it can. The search begins
/// at `from`, after `bracket`; the value ends before `end`. After `most` brackets it stops.
fn closing_bracket(
    window: &[u8],
    bracket: usize,
    from: usize,
    end: usize,
    most: usize,
    at_end: bool,
) -> Result<Reach, More> {
    let limit = end.min(bracket.saturating_add(LIMIT));
    let mut place = from;
    let mut brackets = 0;
    loop {
        if brackets == most {
            return Ok(Reach::Stops(place));
        }
        brackets += 1;
        let upto = window.len().min(limit);
        let rest = window.get(place..upto);
        match rest.and_then(|rest| memchr3(b'[', b']', b'\\', rest)) {
            Some(found) => {
                place += found;
                match window[place] {
                    b'\\' => place += 2,
                    b'[' if opens_property(window, place, bracket + 1) => {
                        return Ok(Reach::Stops(place));
                    }
                    b']' if node_goes_on(window, place + 1, at_end, &|| true)? => {
                        return Ok(if leaves_tree_open(window, bracket, place, at_end)? {
                            Reach::Stops(window.len())
                        } else {
                            Reach::Closes(place)
                        });
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

/// Whether a `)` follows the `]` at `bracket`, and nothing the one at `place`: a tree that is closed would not be.
fn leaves_tree_open(
    window: &[u8],
    bracket: usize,
    place: usize,
    at_end: bool,
) -> Result<bool, More> {
    let (end, last) = skip_while(window, place + 1, at_end, is_blank)?;
    Ok(last.is_none()
        && end >= window.len()
        && skip_while(window, bracket + 1, at_end, is_blank)?.1 == Some(b')'))
}

/// Brackets in a text that [`end_of_text`] examines, at most.
const MOST_BRACKETS: usize = 32;

/// The end of a value in the search for [markers](super::markers): as the machine finds it, unless there are very many
/// brackets. `first`: the first `]` that is not escaped. The value of `identifier` begins at `start`, and ends before
/// `limit`.
pub(super) fn end_of_text(
    window: &[u8],
    identifier: &[u8],
    start: usize,
    first: usize,
    limit: usize,
    at_end: bool,
) -> Result<usize, More> {
    let open = || has_open_bracket(&window[start..first]);
    if plainly_goes_on(window, first + 1, open)
        || holds_no_text(identifier)
        || node_goes_on(window, first + 1, at_end, &open)?
    {
        return Ok(first);
    }
    if !open() && is_extra_bracket(window, first + 1, at_end)? {
        return Ok(first);
    }
    let found = closing_bracket(window, first, first + 1, limit, MOST_BRACKETS, at_end)?;
    Ok(match found {
        Reach::Closes(end) => end,
        Reach::Stops(_) | Reach::Open(_) => first,
    })
}

/// Whether the `[` at `bracket` opens the value of a property, which no text before it contains: it follows an
/// identifier of one or two capital letters, or any identifier that begins a node, a lower-case one only if it is as
/// short. White space before the `[` is allowed in a node that begins with it. Nothing before `from` is read.
fn opens_property(window: &[u8], bracket: usize, from: usize) -> bool {
    let before = &window[from.max(bracket.saturating_sub(IDENTIFIER_LIMIT))..bracket];
    let count =
        |bytes: &[u8], is: fn(u8) -> bool| bytes.iter().rev().take_while(|byte| is(**byte)).count();
    let (identifier, blanks) = before.split_at(before.len() - count(before, is_blank));
    let (lead, word) = identifier.split_at(identifier.len() - count(identifier, is_letter));
    let begins_node = lead[..lead.len() - count(lead, is_blank)].last() == Some(&b';');
    let short = word.len() <= 2;
    let upper = word.iter().any(u8::is_ascii_uppercase);
    // `;b[` and `;r[` are moves of Little Golem.
    (begins_node && (upper || (short && !word.is_empty())))
        || (blanks.is_empty() && short && upper && word.iter().all(u8::is_ascii_uppercase))
}

/// A game, or a variation, whose beginning is in a value that lacks its `]`: the last `[` of the value follows `(`,
/// `;` and an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Swallowed {
    /// Offset of its `(` in the value.
    pub(crate) tree: usize,
    /// Whether that begins a line, blanks and tabs allowed before, and has its `;`: then the value ends before it,
    /// whether it is a text or not.
    pub(crate) is_plain: bool,
    /// Whether a text may end before it in the middle of a line, if its node has [another
    /// marker](opens_game_in_line): its identifier is two capital letters, right before the `[`.
    pub(crate) may_be_game: bool,
}

/// The game that `value` has swallowed.
pub(crate) fn swallowed_game(value: &[u8]) -> Option<Swallowed> {
    let tail = value.len().saturating_sub(TAIL);
    let bracket = tail + memrchr(b'[', &value[tail..])?;
    // An escaped `]`: who writes one quotes SGF.
    if value[bracket..].contains(&b']') {
        return None;
    }
    let end = bracket - trailing(&value[..bracket], is_blank);
    let start = end - trailing(&value[..end], is_letter);
    let identifier = &value[start..end];
    let opens_game = opens_game(identifier, true, Markers::ALL);
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

/// Returns the end of a value without text before the `(` at `tree`: each `)` before that closes a tree.
fn end_of_points(value: &[u8], tree: usize) -> usize {
    let closing = value[..tree].iter().rev();
    let closing = closing.take_while(|byte| **byte == b')' || is_blank(**byte));
    let from = tree - closing.count();
    memchr(b')', &value[from..tree]).map_or(tree, |place| from + place)
}

/// Number of bytes examined at the end of a value.
const TAIL: usize = 128;

/// Number of bytes of the `class` at the end of `bytes`, [`TAIL`] at most.
fn trailing(bytes: &[u8], class: fn(u8) -> bool) -> usize {
    let last = bytes.iter().rev().take(TAIL);
    last.take_while(|byte| class(**byte)).count()
}

/// Reports problems of the raw `value`, which begins at `span`.
#[cold]
pub(crate) fn report_value<S: ProblemSink>(scan: Scan, value: &[u8], span: Span, sink: &mut S) {
    let mut place = 0;
    let mut report = |kind, start, length| {
        let here = Span::new(start, start + length).offset_by(span.start);
        sink.problem(Problem::new(kind, here));
    };
    while let Some(rest) = value.get(place..)
        && let Some(found) = memchr3(b']', b'\\', 0, rest)
    {
        place += found;
        match value[place] {
            b'\\' => place += escape_length(value, place),
            b']' => {
                report(ProblemKind::UnescapedBracket, place, 1);
                place += 1;
            }
            _ => {
                let run = value[place..].iter().take_while(|byte| **byte == 0).count();
                report(ProblemKind::NulByte, place, run);
                place += run;
            }
        }
    }
    if !scan.closed {
        report(ProblemKind::UnterminatedValue, value.len(), 0);
    }
}
