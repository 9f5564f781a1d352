use crate::fast::rows::{self, Each, Feed, Fold};
use crate::machine::{Machine, State, Step, Window};
use crate::{Event, EventKind, EventSink, ProblemSink, Span};

/// A pull parser over a slice: an iterator of [`Event`]s.
///
/// Parsing never fails. Each text that the grammar does not allow goes to the sink `S` as a
/// [`Problem`](crate::Problem); the default sink drops them. In the encoding of the text no byte of a longer character
/// may look like ASCII, as in UTF-8 or Latin-1. (`kifu-sgf` converts other encodings to UTF-8 first.)
///
/// The parser allocates nothing, holds a few words, and takes time linear in the length of the input, for any bytes.
///
/// ```
/// use kifu_syntax::{EventKind, Parser};
///
/// let sgf = b"(;FF[4];B[dd];W[pp])";
/// let moves = Parser::new(sgf)
///     .filter(|event| event.kind == EventKind::Identifier)
///     .filter(|event| matches!(event.span.of(sgf), b"B" | b"W"))
///     .count();
/// assert_eq!(moves, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Parser<'a, S: ProblemSink = ()> {
    bytes: &'a [u8],
    machine: Machine,
    pub(crate) sink: S,
}

impl<'a> Parser<'a> {
    /// A parser of a whole collection that ignores problems.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::with_sink(bytes, ())
    }
}

impl<'a, S: ProblemSink> Parser<'a, S> {
    /// A parser of a whole collection that reports problems to `sink`.
    #[must_use]
    pub const fn with_sink(bytes: &'a [u8], sink: S) -> Self {
        Self {
            bytes,
            machine: Machine::new(0, 0, State::Outside),
            sink,
        }
    }

    /// The input.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Number of open trees after the last event.
    #[must_use]
    #[inline]
    pub const fn depth(&self) -> usize {
        self.machine.depth()
    }

    /// Offset of the first byte that no event or skip has covered yet.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.machine.offset()
    }

    /// Whether the input ended inside of a game that is not closed, so that more input might change the events already
    /// read.
    #[must_use]
    pub fn depends_on_end(&self) -> bool {
        self.machine.recovery.depends_on_end()
    }

    /// The sink.
    #[must_use]
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Skips the identifiers and values in the rest of the node.
    pub fn skip_node(&mut self) {
        while let Some(event) = self.next() {
            if !matches!(event.kind, EventKind::Identifier | EventKind::Value) {
                self.hold(event);
                return;
            }
        }
    }

    /// Skips the rest of the innermost open tree, including its `)`. No effect outside of trees.
    pub fn skip_tree(&mut self) {
        self.skip_below(self.depth());
    }

    /// Skips the rest of the game, including its last `)`. No effect outside of trees.
    pub fn skip_game(&mut self) {
        self.skip_below(1);
    }

    /// Passes the rest of the events to `sink`. This is the fastest way to read, because nodes with only a move are
    /// passed in rows.
    ///
    /// ```
    /// use kifu_syntax::{Event, EventKind, EventSink, Parser};
    ///
    /// struct Nodes(usize);
    ///
    /// impl EventSink for Nodes {
    ///     fn event(&mut self, event: Event) {
    ///         self.0 += usize::from(event.kind == EventKind::NodeBegin);
    ///     }
    ///
    ///     fn plain_nodes(&mut self, _first: usize, count: usize) {
    ///         self.0 += count;
    ///     }
    /// }
    ///
    /// let mut nodes = Nodes(0);
    /// Parser::new(b"(;SZ[9];B[ee];W[ge];B[gd])").feed(&mut nodes);
    /// assert_eq!(nodes.0, 4);
    /// ```
    #[inline]
    pub fn feed(self, sink: &mut impl EventSink) {
        self.fold_into((), &mut Feed(sink));
    }

    /// Folds the rest of the events with `f`; plain nodes are read in a separate loop.
    #[inline]
    fn fold_into<B>(mut self, init: B, f: &mut impl Fold<B>) -> B {
        let mut folded = init;
        loop {
            if self.machine.is_ready_for_rows() {
                folded = rows::read(self.bytes, &mut self.machine, 0, folded, f);
            }
            match self.next() {
                Some(event) => folded = f.event(folded, event),
                None => return folded,
            }
        }
    }

    /// Puts back the event that was read last.
    pub(crate) const fn hold(&mut self, event: Event) {
        self.machine.hold(event);
    }

    /// Reads on until fewer than `depth` trees are open; returns the span of the last `)`.
    pub(crate) fn skip_below(&mut self, depth: usize) -> Span {
        let mut end = Span::default();
        let Some(floor) = depth.checked_sub(1) else {
            return end;
        };
        let last_end = |end, event: Event| match event.kind {
            EventKind::TreeEnd => event.span,
            _ => end,
        };
        while self.depth() > floor {
            if self.machine.is_ready_for_rows() {
                let last_end = &mut Each(last_end);
                end = rows::read(self.bytes, &mut self.machine, floor, end, last_end);
                if self.depth() == floor {
                    break;
                }
            }
            let Some(event) = self.next() else { break };
            end = last_end(end, event);
        }
        end
    }
}

impl<S: ProblemSink> Iterator for Parser<'_, S> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        match self.machine.step(Window::whole(self.bytes), &mut self.sink) {
            Step::Event(event) => Some(event),
            Step::End | Step::More => None,
        }
    }

    /// Gives all remaining events to `fold`, faster than one by one.
    #[inline]
    fn fold<B, F>(self, init: B, f: F) -> B
    where
        F: FnMut(B, Event) -> B,
    {
        self.fold_into(init, &mut Each(f))
    }
}

impl<S: ProblemSink> core::iter::FusedIterator for Parser<'_, S> {}
