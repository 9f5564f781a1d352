use crate::fast::rows::{self, Feed};
use crate::machine::{Machine, Step, Window};
use crate::recovery::markers;
use crate::{Event, EventKind, EventSink, ProblemSink};

/// Scope of a [`Part`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Tree,
    Sequence,
    Node,
    Property,
}

/// A parser that starts inside of a collection and stops at the end of one tree, sequence, node or property.
///
/// In a valid game its events equal those of a [`Parser`](crate::Parser) of the whole collection. In a broken game
/// they do so if the [end](Part::within) of the game is given, because the end of an unclosed value depends on the
/// game around the part.
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
    /// Creates a parser of the game tree or variation at `offset`: its `(`, or its first node if the `(` is missing.
    ///
    /// It is read as a game tree: if it is not closed or breaks the grammar, the next game may begin in it. For a
    /// variation that depends on the nodes before it, which a part does not see; its [end](Self::within) replaces
    /// them. A tree counts as not closed if more than 32 trees below it that look like games are open at once, so that
    /// reading many unclosed games one by one takes time linear in their length.
    #[must_use]
    pub fn tree(bytes: &'a [u8], offset: usize) -> Self {
        let length = usize::from(bytes.get(offset) == Some(&b'('));
        let behind = offset.saturating_add(length).min(bytes.len());
        let begins_with_stones = markers::begins_with_stones(bytes, behind, true) == Ok(true);
        let mut machine = Machine::at_tree(offset, length, begins_with_stones);
        machine.recovery.begin_part();
        Self::start(bytes, offset, Scope::Tree, machine)
    }

    /// Creates a parser of the nodes from the one at `offset` up to the next `(` or `)`.
    #[must_use]
    pub fn sequence(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(bytes, offset, Scope::Sequence, node_at(bytes, offset))
    }

    /// Creates a parser of the node at `offset`: its `;`, or its first property if the `;` is missing.
    #[must_use]
    #[inline]
    pub fn node(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(bytes, offset, Scope::Node, node_at(bytes, offset))
    }

    /// The properties from `offset` on, up to the end of the node.
    pub(crate) fn rest_of_node(bytes: &'a [u8], offset: usize) -> Self {
        let machine = Machine::inside(offset);
        let mut part = Self::start(bytes, offset, Scope::Node, machine);
        part.begun = true;
        part
    }

    /// The property whose identifier begins at `offset`.
    #[must_use]
    pub fn property(bytes: &'a [u8], offset: usize) -> Self {
        Self::start(bytes, offset, Scope::Property, Machine::inside(offset))
    }

    #[inline]
    fn start(bytes: &'a [u8], offset: usize, scope: Scope, machine: Machine) -> Self {
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

    /// Sets an offset at which the last value of this part must have ended, such as the offset of the next node or,
    /// for a tree, its end.
    ///
    /// A longer value has swallowed the beginning of a game, and ends before it. A broken text makes the parser look
    /// for its last `]`, up to 64 KiB after the part. Text after `end` is not searched, so reading all parts of a text
    /// one by one takes time linear in its length.
    ///
    /// ```
    /// use kifu_syntax::Part;
    ///
    /// let sgf = b"(;C[rank [3d] = (;C[b]))";
    /// assert!(Part::node(sgf, 1).within(17).eq(Part::node(sgf, 1)));
    /// ```
    #[must_use]
    pub const fn within(mut self, end: usize) -> Self {
        self.machine.recovery.limit(end);
        self
    }

    /// This part, with problems reported to `sink`.
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

impl<'a, S: ProblemSink> Part<'a, S> {
    /// The input.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset after the last event, including the closing `]` of a value.
    ///
    /// After the last event it is the end of the part.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Passes the rest of the events to `sink`: the fastest way to read a tree. Other parts, and one that is
    /// [limited](Self::within), are read event by event.
    ///
    /// ```
    /// use kifu_syntax::{Event, EventKind, EventSink, Part};
    ///
    /// struct Nodes(usize);
    ///
    /// impl EventSink for Nodes {
    ///     fn event(&mut self, event: Event) {
    ///         self.0 += usize::from(event.kind == EventKind::NodeBegin);
    ///     }
    /// }
    ///
    /// let mut nodes = Nodes(0);
    /// let mut tree = Part::tree(b"(;SZ[9];B[ee];W[ge])(;SZ[9])", 0);
    /// tree.feed(&mut nodes);
    /// assert_eq!((nodes.0, tree.end()), (3, 20));
    /// ```
    pub fn feed(&mut self, sink: &mut impl EventSink) {
        let is_whole = self.scope == Scope::Tree && self.machine.recovery.known_end() == usize::MAX;
        while let Some(event) = self.next() {
            sink.event(event);
            if is_whole && !self.done && self.machine.is_ready_for_rows() {
                rows::read(self.bytes, &mut self.machine, 0, (), &mut Feed(sink));
                self.end = self.machine.offset();
                self.done = self.machine.depth() == 0;
            }
        }
    }

    /// Number of open trees after the last event; 1 around a part that is not a tree.
    pub(crate) const fn depth(&self) -> usize {
        self.machine.depth()
    }

    /// Whether it is one property.
    pub(crate) const fn is_property(&self) -> bool {
        matches!(self.scope, Scope::Property)
    }

    /// Whether `event` belongs to the part.
    #[inline]
    fn covers(&self, event: Event) -> bool {
        match event.kind {
            EventKind::Value => self.begun,
            EventKind::Identifier => match self.scope {
                Scope::Tree | Scope::Sequence => true,
                // Text after the end, searched no further, might look like a property.
                Scope::Node => event.span.start < self.machine.recovery.known_end(),
                Scope::Property => !self.begun,
            },
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
        let Step::Event(event) = self.machine.step(Window::whole(self.bytes), &mut self.sink)
        else {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recovery::PART_NESTING;
    use crate::{Parser, Properties};
    use alloc::vec::Vec;

    /// Text in which every value is in doubt, so that each is searched for its `]`.
    const DOUBTFUL: [&str; 4] = [
        "ult [B+R] = resign (;c",
        ";abc[[a] b",
        "(;abc[a]x\\](;abc[b]y",
        ";abc[[a] b[c] d",
    ];

    #[test]
    fn a_tree_is_fed_as_it_is_iterated() {
        struct Fed(Vec<Event>);
        impl EventSink for Fed {
            fn event(&mut self, event: Event) {
                self.0.push(event);
            }
        }
        for text in [
            "(;SZ[9];B[ee];W[ge];B[gd](;W[aa])(;W[bb]TR[cc][dd]))(;SZ[9];B[aa])",
            "(;B[aa];W[bb]\n;B[cc](;W[dd]))) (;B[ee])",
            "(;B[aa];W[bb](;W[dd]\n(;FF[4]SZ[9];B[ee])",
            "(;C[rank [3d\\]]](;W[dd]b[aa])x) (",
            "(;B[aa]",
            "(",
            "",
        ] {
            for start in 0..=text.len() {
                let mut part = Part::tree(text.as_bytes(), start);
                let mut fed = Fed(Vec::new());
                part.feed(&mut fed);
                let mut other = Part::tree(text.as_bytes(), start);
                let events: Vec<Event> = other.by_ref().collect();
                assert_eq!(fed.0, events, "{text} from {start}");
                assert_eq!(part.end(), other.end(), "{text} from {start}");
            }
        }
    }

    /// Reads the trees of `text` one by one; returns how many there are, and how many bytes were searched for ends.
    fn trees_one_by_one(text: &str) -> (usize, usize) {
        let (mut at, mut count, mut searched) = (0, 0, 0);
        while let Some(next) = text[at..].find('(') {
            at += next;
            let mut tree = Part::tree(text.as_bytes(), at);
            tree.by_ref().for_each(drop);
            searched += tree.machine.recovery.searched_for_game(at, text.len());
            at = tree.end();
            count += 1;
        }
        (count, searched)
    }

    #[test]
    fn the_end_of_an_unclosed_game_is_not_searched_in_all_others() {
        for unit in [
            "(;GM[1]SZ[9];B[aa]\n",
            "(;AB[aa]\n",
            "(;GM[1]SZ[9]\n(;B[aa])(;B[bb])\n(;FF[4]C[",
            "(;GM[1]SZ[9];B\n(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9];B[aa])\n",
        ] {
            let text = unit.repeat(2_000);
            let (count, searched) = trees_one_by_one(&text);
            assert!(count >= 2_000, "{unit}: {count}");
            assert!(searched < 50 * 3 * text.len(), "{unit}: {searched}");
        }
    }

    #[test]
    fn a_closed_game_is_one_tree_whatever_it_nests() {
        let nested = "(;GM[1]SZ[9]\n".repeat(PART_NESTING) + &")".repeat(PART_NESTING);
        let closed = "(;GM[1]SZ[9]\n(;GM[1]SZ[9]\n(;PB[a]))\n(;AB[aa]))".repeat(100);
        assert_eq!(trees_one_by_one(&nested).0, 1);
        assert_eq!(trees_one_by_one(&closed).0, 100);
    }

    #[test]
    fn nothing_behind_a_node_is_searched() {
        for unit in DOUBTFUL {
            let text = unit.repeat(1_000);
            let input = text.as_bytes();
            let mut starts = Parser::new(input)
                .filter(|event| event.kind == EventKind::NodeBegin)
                .map(|event| event.span.start)
                .collect::<Vec<_>>();
            starts.push(input.len());
            let (mut searched, mut further) = (0, 0);
            for bounds in starts.windows(2) {
                let [start, end] = *bounds else { continue };
                let mut part = Part::node(input, start).within(end);
                part.by_ref().for_each(drop);
                searched += part.machine.recovery.searched().saturating_sub(start);
                let mut part = Part::node(input, start);
                part.by_ref().for_each(drop);
                further += part.machine.recovery.searched().saturating_sub(start);
                let count = |properties: Properties<'_>| {
                    properties
                        .map(|property| property.value_spans().count())
                        .sum::<usize>()
                };
                let properties = Properties::of_node(input, start);
                assert_eq!(count(properties.clone()), count(properties.within(end)));
            }
            assert!(searched <= input.len(), "{unit}: {searched}");
            assert!(
                further > 10 * input.len(),
                "{unit} is not in doubt: {further}"
            );
        }
    }
}
