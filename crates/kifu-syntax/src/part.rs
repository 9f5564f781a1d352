use crate::machine::{Machine, Searched, State, Step};
use crate::{Event, EventKind, ProblemSink};

/// What a [`Part`] covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Tree,
    Sequence,
    Node,
    Property,
}

/// A parser that starts inside of a collection and stops at the end of one tree, sequence, node or
/// property.
///
/// Its events are those that a [`Parser`](crate::Parser) of the whole makes there.
///
/// ```
/// use kifu_syntax::Part;
///
/// let sgf = b"(;AB[aa][bb]C[x];B[cc])";
/// let mut property = Part::property(sgf, 2);
/// assert_eq!(property.by_ref().count(), 3);
/// assert_eq!(property.end(), 12);
/// ```
#[derive(Clone, Debug)]
pub struct Part<'a, S: ProblemSink = ()> {
    bytes: &'a [u8],
    machine: Machine,
    scope: Scope,
    begun: bool,
    done: bool,
    end: usize,
    sink: S,
}

impl<'a> Part<'a> {
    /// The game tree or variation at `offset`: its `(`, or its first node where the `(` is missing.
    #[must_use]
    pub fn tree(bytes: &'a [u8], offset: usize) -> Self {
        let length = usize::from(bytes.get(offset) == Some(&b'('));
        Self::start(bytes, offset, Scope::Tree, Machine::at_tree(offset, length))
    }

    /// The nodes from the one at `offset` up to the next `(` or `)`.
    #[must_use]
    pub fn sequence(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(bytes, offset, Scope::Sequence, node_at(bytes, offset))
    }

    /// The node at `offset`: its `;`, or its first property where the `;` is missing.
    #[must_use]
    #[inline]
    pub fn node(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(bytes, offset, Scope::Node, node_at(bytes, offset))
    }

    /// The properties from `offset` on, up to the end of the node.
    pub(crate) fn rest_of_node(bytes: &'a [u8], offset: usize) -> Self {
        let machine = Machine::new(offset, 1, State::Node);
        let mut part = Self::start(bytes, offset, Scope::Node, machine);
        part.begun = true;
        part
    }

    /// The property whose identifier begins at `offset`.
    #[must_use]
    pub fn property(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(
            bytes,
            offset,
            Scope::Property,
            Machine::new(offset, 1, State::Node),
        )
    }

    /// The property whose identifier begins at `offset`, read for the second time: what was
    /// searched in vain before it is not searched again.
    pub(crate) const fn property_again(bytes: &'a [u8], offset: usize, searched: Searched) -> Self {
        let machine = Machine::new(offset, 1, State::Node).knowing(searched);
        Self::start(bytes, offset, Scope::Property, machine)
    }

    #[inline]
    const fn start(bytes: &'a [u8], offset: usize, scope: Scope, machine: Machine) -> Self {
        let done = offset > bytes.len();
        Self {
            bytes,
            machine,
            scope,
            begun: false,
            done,
            end: offset,
            sink: (),
        }
    }

    /// The same part, with problems reported to `sink`.
    #[must_use]
    pub fn with_sink<S: ProblemSink>(self, sink: S) -> Part<'a, S> {
        let Self {
            bytes,
            machine,
            scope,
            begun,
            done,
            end,
            ..
        } = self;
        Part {
            bytes,
            machine,
            scope,
            begun,
            done,
            end,
            sink,
        }
    }
}

#[inline]
fn node_at(bytes: &[u8], offset: usize) -> Machine {
    Machine::at_node(offset, usize::from(bytes.get(offset) == Some(&b';')))
}

impl<S: ProblemSink> Part<'_, S> {
    /// The offset behind the last event, the closing `]` of a value included.
    ///
    /// When the iterator is exhausted this is where the part ends.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.end
    }

    /// What the searches so far came to.
    #[inline]
    pub(crate) const fn searched(&self) -> Searched {
        self.machine.searched()
    }

    /// Whether `event` belongs to the part.
    #[inline]
    fn covers(&self, event: Event) -> bool {
        match event.kind {
            EventKind::Value => self.begun,
            EventKind::Identifier => self.scope != Scope::Property || !self.begun,
            EventKind::NodeBegin => match self.scope {
                Scope::Tree | Scope::Sequence => true,
                Scope::Node => !self.begun,
                Scope::Property => false,
            },
            EventKind::TreeBegin | EventKind::TreeEnd => self.scope == Scope::Tree,
        }
    }
}

impl<S: ProblemSink> Iterator for Part<'_, S> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        if self.done {
            return None;
        }
        let Step::Event(event) = self.machine.step(self.bytes, 0, true, &mut self.sink) else {
            self.done = true;
            return None;
        };
        if !self.covers(event) {
            self.done = true;
            return None;
        }
        self.begun = true;
        self.end = self.machine.offset();
        self.done = self.scope == Scope::Tree && self.machine.depth() == 0;
        Some(event)
    }
}

impl<S: ProblemSink> core::iter::FusedIterator for Part<'_, S> {}
