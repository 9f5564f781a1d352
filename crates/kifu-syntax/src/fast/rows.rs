//! Rows of moves, properties with short identifiers, and variations, read without stepping the machine.
//!
//! At a byte that the loop does not know, the machine continues from the same offset, and the loop starts again after
//! it.
//!
//! Each kind of row has its own small loop: its values stay in registers, and the offset of the next node does not
//! depend on the bytes of this one. That saves more time than fewer instructions.

use crate::class::is_space;
use crate::event::plain_node;
use crate::fast::moves::{
    Follower, ROW, between, is_followed_row, is_line_row, is_lone_row, is_node_before,
    is_plain_node, listed_value_end, plain_move, plain_row, plain_value_end, plainly_goes_on,
    short_identifier, without_line_break,
};
use crate::machine::{Machine, State};
use crate::plain::NODE_LENGTH;
use crate::recovery::markers;
use crate::{Event, EventKind, EventSink, Span, lookahead};

/// A fold over events.
pub(crate) trait Fold<B> {
    /// Takes one event.
    fn event(&mut self, folded: B, event: Event) -> B;

    /// Folds `count` nodes `;X[yz]`, one right after the other, from the offset `first`.
    fn plain_nodes(&mut self, folded: B, first: usize, count: usize) -> B;
}

/// A function that is called with each event.
pub(crate) struct Each<F>(pub(crate) F);

#[expect(clippy::inline_always, reason = "parts of a hot loop")]
impl<B, F: FnMut(B, Event) -> B> Fold<B> for Each<F> {
    #[inline(always)]
    fn event(&mut self, folded: B, event: Event) -> B {
        (self.0)(folded, event)
    }

    #[inline(always)]
    fn plain_nodes(&mut self, folded: B, first: usize, count: usize) -> B {
        let places = (0..count).map(|number| first + number * NODE_LENGTH);
        places.fold(folded, |folded, at| {
            let [begin, identifier, value] = plain_node(at);
            let folded = (self.0)(folded, begin);
            let folded = (self.0)(folded, identifier);
            (self.0)(folded, value)
        })
    }
}

/// A sink that is given each event.
pub(crate) struct Feed<'a, E>(pub(crate) &'a mut E);

#[expect(clippy::inline_always, reason = "parts of a hot loop")]
impl<E: EventSink> Fold<()> for Feed<'_, E> {
    #[inline(always)]
    fn event(&mut self, (): (), event: Event) {
        self.0.event(event);
    }

    #[inline(always)]
    fn plain_nodes(&mut self, (): (), first: usize, count: usize) {
        self.0.plain_nodes(first, count);
    }
}

/// Reads common tokens from the place of `machine` on, inside of a tree but not after an identifier, while more than
/// `floor` trees are open.
#[inline]
pub(crate) fn read<B>(
    bytes: &[u8],
    machine: &mut Machine,
    floor: usize,
    init: B,
    f: &mut impl Fold<B>,
) -> B {
    let mut folded = init;
    machine.leave_plain_nodes();
    let mut state = machine.state;
    let mut at = machine.place;
    // Offset of the last identifier that was read here.
    let mut named = bytes.len();
    let mut depth = machine.depth();
    'plain: loop {
        match bytes.get(at) {
            Some(b';') if state != State::Variation => {}
            Some(b'A'..=b'Z') if matches!(state, State::Values | State::Node) => {
                let Some(length) = short_identifier(&bytes[at..]) else {
                    break;
                };
                let identifier = Span::new(at, at + length);
                folded = f.event(folded, Event::new(EventKind::Identifier, identifier));
                named = at;
                machine.recovery.property(identifier.of(bytes), depth);
                at = identifier.end;
                let Some(end) = listed_value_end(bytes, at + 1) else {
                    machine.last = identifier;
                    state = State::Identifier;
                    break;
                };
                folded = f.event(folded, Event::new(EventKind::Value, Span::new(at + 1, end)));
                at = end + 1;
                state = State::Values;
                while bytes.get(at) == Some(&b'[') {
                    let Some(end) = listed_value_end(bytes, at + 1) else {
                        break 'plain;
                    };
                    folded = f.event(folded, Event::new(EventKind::Value, Span::new(at + 1, end)));
                    at = end + 1;
                }
                continue;
            }
            Some(b'[') if state == State::Values => {
                let Some(end) = listed_value_end(bytes, at + 1) else {
                    break;
                };
                folded = f.event(folded, Event::new(EventKind::Value, Span::new(at + 1, end)));
                at = end + 1;
                continue;
            }
            Some(b'(') if matches!(state, State::Values | State::Variation) => {
                let before = machine.recovery.markers();
                if markers::next_game_begins(bytes, at, true, before) != Ok(false) {
                    break;
                }
                let begin = Span::new(at, at + 1);
                folded = f.event(folded, Event::new(EventKind::TreeBegin, begin));
                at += 1;
                depth += 1;
                machine.last = begin;
                state = State::TreeStart;
                if bytes.get(at) != Some(&b';') {
                    continue;
                }
            }
            Some(b')') if matches!(state, State::Values | State::Variation) => {
                loop {
                    let end = Span::new(at, at + 1);
                    folded = f.event(folded, Event::new(EventKind::TreeEnd, end));
                    at += 1;
                    depth -= 1;
                    if depth == floor || bytes.get(at) != Some(&b')') {
                        break;
                    }
                }
                machine.recovery.settle(depth);
                if depth == 0 {
                    state = State::Outside;
                    break;
                }
                state = State::Variation;
                if depth == floor {
                    break;
                }
                at = bytes.len() - without_line_break(&bytes[at..]).len();
                continue;
            }
            Some(&byte) if is_space(byte) => {
                at += 1;
                continue;
            }
            _ => break,
        }
        // Before a `;`: moves, as long as they go on.
        loop {
            let begin = at;
            (folded, at) = rows(bytes, at, folded, f);
            let (count, follower, behind) = if is_lone_row(bytes, at) {
                let count = ROW - 1;
                (count, Follower::Node, at + count * NODE_LENGTH)
            } else {
                match bytes.get(at + NODE_LENGTH) {
                    Some(b'\r') => {
                        (folded, at) = line::<{ between::CRLF }, B>(bytes, at, folded, f);
                    }
                    Some(b'\n') => (folded, at) = line::<{ between::LF }, B>(bytes, at, folded, f),
                    Some(b'(') => {
                        let first = at;
                        (folded, at) = line::<{ between::TREE }, B>(bytes, at, folded, f);
                        depth += (at - first) / const { between::stride(between::TREE) };
                    }
                    _ => {}
                }
                if at != begin {
                    state = State::Values;
                }
                if let Some((follower, behind)) = plain_move(bytes, at) {
                    (1, follower, behind)
                } else {
                    break;
                }
            };
            folded = f.plain_nodes(folded, at, count);
            let end = at + count * NODE_LENGTH;
            at = behind;
            state = State::Values;
            match follower {
                Follower::Node => {}
                Follower::Tree => {
                    let begin = Span::new(at, at + 1);
                    folded = f.event(folded, Event::new(EventKind::TreeBegin, begin));
                    at += 1;
                    depth += 1;
                }
                Follower::Other if bytes.get(at) == Some(&b';') => {}
                Follower::Other => {
                    // Another value may follow.
                    named = end - (NODE_LENGTH - 1);
                    break;
                }
            }
        }
        if bytes.get(at) == Some(&b';') {
            folded = f.event(
                folded,
                Event::new(EventKind::NodeBegin, Span::new(at, at + 1)),
            );
            at += 1;
            state = State::Node;
        }
    }
    if state == State::Values
        && let Some(length) = short_identifier(&bytes[named..])
    {
        machine.last = Span::new(named, named + length);
    }
    machine.go_on(at, depth, state);
    folded
}

/// Reads rows of nodes from `at` on; returns their end.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a hot loop of its own")]
fn rows<B>(bytes: &[u8], mut at: usize, init: B, f: &mut impl Fold<B>) -> (B, usize) {
    let mut folded = init;
    loop {
        while is_followed_row(bytes, at) {
            folded = f.plain_nodes(folded, at, ROW);
            at += ROW * NODE_LENGTH;
        }
        if !is_line_row(bytes, at) {
            return (folded, at);
        }
        folded = f.plain_nodes(folded, at, ROW);
        at += ROW * NODE_LENGTH + 1;
    }
}

/// Reads a row of nodes that have one kind of text [`between`] them.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a hot loop of its own")]
fn line<const BETWEEN: u64, B>(
    bytes: &[u8],
    mut at: usize,
    init: B,
    f: &mut impl Fold<B>,
) -> (B, usize) {
    let mut folded = init;
    while is_node_before::<BETWEEN>(bytes, at) {
        folded = f.plain_nodes(folded, at, 1);
        if BETWEEN == between::TREE {
            let begin = Span::new(at + NODE_LENGTH, at + NODE_LENGTH + 1);
            folded = f.event(folded, Event::new(EventKind::TreeBegin, begin));
        }
        at += between::stride(BETWEEN);
    }
    (folded, at)
}

/// Returns the length in bytes of the game at the start of `bytes`, with white space before it; `None` unless it has
/// no variations, its values are simple, another game follows, and a quick look is enough.
///
/// Such a game has the same events alone and with the text after it. In a file of many games this finds the ends of
/// most of them several times as fast as a [`Parser`](crate::Parser).
///
/// ```
/// use kifu_syntax::plain;
///
/// assert_eq!(plain::game_length(b"(;SZ[9];B[ee])\n(;SZ[9])"), Some(14));
/// assert_eq!(plain::game_length(b"(;SZ[9];B[ee])"), None);
/// ```
#[must_use]
pub fn game_length(bytes: &[u8]) -> Option<usize> {
    let mut at = game_begin(bytes)? + 1;
    loop {
        match bytes.get(at)? {
            b';' => {
                at += match plain_row(bytes, at) {
                    Some(count) => count * NODE_LENGTH,
                    None if is_plain_node(bytes, at) => NODE_LENGTH,
                    None => {
                        let start = at + 1 + spaces(&bytes[at + 1..]);
                        start + short_identifier(&bytes[start..])? - at
                    }
                };
            }
            b'A'..=b'Z' => at += short_identifier(&bytes[at..])?,
            b'[' => {
                let end = plain_value_end(bytes, at + 1)?;
                // The end of the value must not depend on bytes further on.
                let open = || lookahead::has_open_bracket(&bytes[at + 1..end]);
                if !plainly_goes_on(bytes, end + 1, open) {
                    return None;
                }
                at = end + 1;
            }
            b')' => break,
            byte if is_space(*byte) => at += 1,
            _ => return None,
        }
    }
    let end = at + 1;
    game_begin(&bytes[end..]).map(|_| end)
}

/// Offset of the `(;` at the start of `bytes`, white space allowed before.
fn game_begin(bytes: &[u8]) -> Option<usize> {
    let begin = spaces(bytes);
    bytes[begin..].starts_with(b"(;").then_some(begin)
}

/// Length of the white space at the start of `bytes`.
fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_space(**byte)).count()
}
