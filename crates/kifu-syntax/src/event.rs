use crate::Span;
use crate::plain::NODE_LENGTH;

/// Kind of an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// `(`: a game tree or a variation begins. Empty if the `(` is missing.
    TreeBegin,
    /// `;`: a node begins. Empty if the `;` is missing.
    NodeBegin,
    /// The letters of an identifier. The values that follow belong to it.
    Identifier,
    /// One raw value: the bytes between `[` and `]`, still escaped.
    Value,
    /// `)`: a game tree or a variation ends. Empty if the `)` is missing.
    TreeEnd,
}

/// One event of the input: its kind and its span.
///
/// Events follow the order of the input and never overlap. Between them are *gaps*: white space, the brackets of
/// values, and text skipped with a [`Problem`](crate::Problem). Events and gaps together are the input, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Kind of the item found.
    pub kind: EventKind,
    /// Byte span of the item.
    pub span: Span,
}

impl Event {
    /// The event `kind` at `span`.
    #[must_use]
    #[inline]
    pub const fn new(kind: EventKind, span: Span) -> Self {
        Self { kind, span }
    }
}

/// Receiver of the events that [`Parser::feed`](crate::Parser::feed) pushes.
pub trait EventSink {
    /// Takes one event.
    fn event(&mut self, event: Event);

    /// Takes `count` nodes `;X[yz]`, one right after the other, [`plain::NODE_LENGTH`](crate::plain::NODE_LENGTH) bytes apart, from the offset `first`.
    ///
    /// By default it calls [`event`](Self::event) for the three events of each node. A sink that only counts nodes, or
    /// only needs their offsets, can override it with less work.
    #[inline]
    fn plain_nodes(&mut self, first: usize, count: usize) {
        for number in 0..count {
            for event in plain_node(first + number * NODE_LENGTH) {
                self.event(event);
            }
        }
    }
}

/// The events of the node `;X[yz]` at `at`.
#[inline]
pub(crate) const fn plain_node(at: usize) -> [Event; 3] {
    [
        Event::new(EventKind::NodeBegin, Span::new(at, at + 1)),
        Event::new(EventKind::Identifier, Span::new(at + 1, at + 2)),
        Event::new(EventKind::Value, Span::new(at + 3, at + 5)),
    ]
}
