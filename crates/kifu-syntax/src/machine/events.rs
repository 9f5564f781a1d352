//! Events for the tokens of the grammar.

use super::{Machine, State, Window};
use crate::fast::moves::{plain_move, plain_row, short_identifier, without_line_break};
use crate::plain::NODE_LENGTH;
use crate::recovery::markers;
use crate::{Event, EventKind, Span};

impl Machine {
    /// Returns the event of a short identifier with its value, a plain node, a `(` or a `)`, after at most one line
    /// break; `None` for anything else, or if there is a problem to report.
    #[inline]
    pub(super) fn common_event(&mut self, window: Window<'_>) -> Option<Event> {
        let rest = without_line_break(window.bytes.get(self.place - window.base..)?);
        let at = window.bytes.len() - rest.len();
        let start = window.base + at;
        match (rest.first()?, self.state) {
            (b'A'..=b'Z', State::Values | State::PlainEnd | State::Node) => {
                let length = short_identifier(rest)?;
                self.place = start;
                Some(self.identifier(&rest[..length]))
            }
            (b';', State::Values | State::PlainEnd | State::TreeStart) => {
                if let Some(count) = plain_row(window.bytes, at) {
                    self.plain_nodes = count - 1;
                } else if plain_move(window.bytes, at).is_none() {
                    return None;
                }
                Some(self.begin_plain_node(start))
            }
            (b'(', State::Values | State::PlainEnd | State::Variation)
                if markers::next_game_begins(
                    window.bytes,
                    at,
                    window.at_end,
                    self.recovery.markers(),
                ) == Ok(false) =>
            {
                self.place = start;
                Some(self.begin_tree(1))
            }
            (b')', State::Values | State::PlainEnd | State::Variation) => {
                self.place = start;
                Some(self.end_tree())
            }
            _ => None,
        }
    }

    /// The `;` at offset `start` of a plain node.
    #[inline]
    pub(super) const fn begin_plain_node(&mut self, start: usize) -> Event {
        self.place = start + NODE_LENGTH;
        self.state = State::PlainIdentifier;
        Event::new(EventKind::NodeBegin, Span::new(start, start + 1))
    }

    /// Begins a game with a `(` of `length` bytes, 0 if it is missing.
    pub(crate) fn begin_game(&mut self, length: usize, begins_with_stones: bool) -> Event {
        self.recovery.game(begins_with_stones);
        self.begin_tree(length)
    }

    /// Begins a tree with a `(` of `length` bytes, 0 if it is missing.
    pub(crate) fn begin_tree(&mut self, length: usize) -> Event {
        let span = Span::new(self.place, self.place + length);
        self.place += length;
        self.last = span;
        self.depth += 1;
        self.state = State::TreeStart;
        self.seen_tree = true;
        Event::new(EventKind::TreeBegin, span)
    }

    /// Begins a node with a `;` of `length` bytes, 0 if it is missing.
    pub(crate) fn begin_node(&mut self, length: usize) -> Event {
        let span = Span::new(self.place, self.place + length);
        self.place += length;
        self.state = State::Node;
        Event::new(EventKind::NodeBegin, span)
    }

    /// The identifier `name`.
    #[inline]
    pub(crate) fn identifier(&mut self, name: &[u8]) -> Event {
        let span = Span::new(self.place, self.place + name.len());
        self.place += name.len();
        self.last = span;
        self.recovery.property(name, self.depth);
        self.state = State::Identifier;
        Event::new(EventKind::Identifier, span)
    }

    /// A `)`.
    #[inline]
    pub(crate) fn end_tree(&mut self) -> Event {
        let span = Span::new(self.place, self.place + 1);
        self.place += 1;
        self.leave_tree();
        Event::new(EventKind::TreeEnd, span)
    }

    #[inline]
    pub(crate) fn leave_tree(&mut self) {
        self.recovery.tree_end(self.depth);
        self.depth -= 1;
        self.state = if self.depth == 0 {
            State::Outside
        } else {
            State::Variation
        };
    }
}
