//! Runs of what is plain: moves, properties with short identifiers, variations.
//!
//! Real files are made of little else. Here it is read without stepping the machine; where a byte comes that
//! this loop does not know, the machine goes on from the same place, and the loop is entered again behind
//! what was unusual. Each event is the one that the machine would make.

use crate::class::is_space;
use crate::machine::{Machine, State};
use crate::shortcut::{PLAIN_NODE, is_plain_node, plain_value_end, short_identifier};
use crate::{Event, EventKind, Span, lookahead};

/// Reads on from where `machine` stands, behind a value or a `)` within a tree, while it is plain.
#[inline]
pub(crate) fn read<B>(
    bytes: &[u8],
    machine: &mut Machine,
    init: B,
    f: &mut impl FnMut(B, Event) -> B,
) -> B {
    let mut folded = init;
    let mut state = machine.state;
    let mut at = machine.place;
    loop {
        match bytes.get(at) {
            Some(b';') if state != State::Variation => {
                while is_plain_node(bytes, at) {
                    let event = |kind, from, to| Event::new(kind, Span::new(at + from, at + to));
                    folded = f(folded, event(EventKind::NodeBegin, 0, 1));
                    folded = f(folded, event(EventKind::Identifier, 1, 2));
                    folded = f(folded, event(EventKind::Value, 3, 5));
                    at += PLAIN_NODE;
                    state = State::Values;
                }
                if bytes.get(at) != Some(&b';') {
                    continue;
                }
                folded = f(
                    folded,
                    Event::new(EventKind::NodeBegin, Span::new(at, at + 1)),
                );
                at += 1;
                state = State::Node;
            }
            Some(b'A'..=b'Z') if matches!(state, State::Values | State::Node) => {
                let Some(length) = short_identifier(&bytes[at..]) else {
                    break;
                };
                let identifier = Span::new(at, at + length);
                folded = f(folded, Event::new(EventKind::Identifier, identifier));
                at = identifier.end;
                machine.set_last(identifier);
                state = State::Identifier;
            }
            Some(b'[') if matches!(state, State::Values | State::Identifier) => {
                let Some(end) = plain_value_end(bytes, at + 1) else {
                    break;
                };
                folded = f(folded, Event::new(EventKind::Value, Span::new(at + 1, end)));
                at = end + 1;
                state = State::Values;
            }
            Some(b'(') if matches!(state, State::Values | State::Variation) => {
                if lookahead::next_game_begins(bytes, at, true) != Ok(false) {
                    break;
                }
                let begin = Span::new(at, at + 1);
                folded = f(folded, Event::new(EventKind::TreeBegin, begin));
                at += 1;
                machine.enter_tree(begin);
                state = State::TreeStart;
            }
            Some(b')') if matches!(state, State::Values | State::Variation) => {
                folded = f(
                    folded,
                    Event::new(EventKind::TreeEnd, Span::new(at, at + 1)),
                );
                at += 1;
                machine.leave_tree();
                state = machine.state;
                if state == State::Outside {
                    break;
                }
            }
            Some(&byte) if is_space(byte) && state != State::Identifier => at += 1,
            _ => break,
        }
    }
    machine.state = state;
    machine.place = at;
    folded
}
