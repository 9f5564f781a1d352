//! The tree as an index over its text.
//!
//! A node is identified by its number in the file. Only the offset of its `;` is stored: its parent is the node
//! before, its child the node after, unless a *sequence* begins or ends there. A sequence is a run of nodes without a
//! branch, and only sequences have links. Properties are read from the text on demand. So a file of bare moves costs
//! less than a byte a node besides the text, and a file that branches at every other node 25.

use kifu_syntax::{Event, EventKind, EventSink, Parser, Problem, plain};
use smallvec::SmallVec;

use super::offsets::{Offsets, OffsetsBuilder};
use super::sequences::{NONE, Sequence, Sequences, SequencesBuilder};

/// A game of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameEntry {
    /// Offset of the `(` in the text.
    pub(crate) start: usize,
    /// Offset after the `)`.
    pub(crate) end: usize,
    /// Its first node, among the nodes of the collection.
    pub(crate) first_node: usize,
    /// Index of its first sequence, among those of the games with several sequences.
    first_sequence: usize,
}

/// A list with an entry for each game. Most files have one game, which needs no allocation.
pub(crate) type PerGame<T> = SmallVec<[T; 1]>;

/// All games, nodes and sequences of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) games: PerGame<GameEntry>,
    pub(crate) offsets: Offsets,
    /// The sequences of the games that have several.
    sequences: Vec<Sequence>,
}

impl Index {
    /// Reads `text`; grammar problems go to `problems`.
    ///
    /// `behind_long` is called with the end of each long value: the text up to there was just read.
    pub(crate) fn read(
        text: &[u8],
        problems: &mut Vec<Problem>,
        behind_long: impl FnMut(usize),
    ) -> Self {
        let mut builder = Builder {
            behind_long,
            games: PerGame::new(),
            offsets: OffsetsBuilder::new(text.len()),
            sequences: SequencesBuilder::default(),
            parent: NONE,
            open: Vec::new(),
            starts: SmallVec::new(),
            extends: false,
            first_node: 0,
            root_seen: false,
        };
        Parser::with_sink(text, problems).feed(&mut builder);
        let mut index = Self {
            games: builder.games,
            offsets: builder.offsets.finish(),
            sequences: builder.sequences.finish(),
        };
        index.games.shrink_to_fit();
        index
    }

    /// Reads only the roots of `text`: each game has one node. `None` if a tree without its own node contains others,
    /// because the roots are then elsewhere.
    pub(crate) fn read_roots(text: &str) -> Option<Self> {
        let mut games = PerGame::new();
        let mut offsets = OffsetsBuilder::new(0);
        let mut parser = Parser::new(text.as_bytes());
        let mut open = None;
        while let Some(event) = parser.next() {
            match event.kind {
                EventKind::TreeBegin if open.is_some() => return None,
                EventKind::TreeBegin => open = Some(event.span.start),
                EventKind::TreeEnd => open = None,
                EventKind::NodeBegin => {
                    let start = open.take()?;
                    parser.skip_game();
                    games.push(GameEntry {
                        start,
                        end: parser.offset(),
                        first_node: offsets.len(),
                        first_sequence: 0,
                    });
                    offsets.push(event.span.start);
                }
                EventKind::Identifier | EventKind::Value => {}
            }
        }
        Some(Self {
            games,
            offsets: offsets.finish(),
            sequences: Vec::new(),
        })
    }

    /// Returns the start of node `number` of the collection, and that of the next node: the node ends there or before.
    #[inline]
    pub(crate) fn bounds(&self, number: usize) -> (usize, usize) {
        let (start, end) = self.offsets.get_with_next(number);
        (start, end.unwrap_or(usize::MAX))
    }

    /// The first node of game `number`, and its sequences.
    pub(crate) fn extent(&self, number: usize) -> (usize, Sequences<'_>) {
        let game = &self.games[number];
        let (nodes, sequences) = self
            .games
            .get(number + 1)
            .map_or((self.offsets.len(), self.sequences.len()), |next| {
                (next.first_node, next.first_sequence)
            });
        let several = &self.sequences[game.first_sequence..sequences];
        let nodes = (nodes - game.first_node) as u32;
        (game.first_node, Sequences::new(several, nodes))
    }
}

struct Builder<F> {
    /// See [`Index::read`].
    behind_long: F,
    games: PerGame<GameEntry>,
    offsets: OffsetsBuilder,
    sequences: SequencesBuilder,
    /// The node that is parent of the next one: the last node of the innermost open tree or, before its first
    /// one, the parent of that; [`NONE`] before the root. It is out of date while nodes follow each other.
    parent: u32,
    /// Values from before each open tree, restored after it.
    open: Vec<u32>,
    /// Offsets of the `(` of the outermost open trees: those that began before a root.
    starts: SmallVec<[usize; 2]>,
    /// Whether the next node follows the one before.
    extends: bool,
    /// The first node of the current game.
    first_node: usize,
    /// Whether the open game has a root.
    root_seen: bool,
}

#[expect(clippy::inline_always, reason = "parts of a hot loop")]
impl<F: FnMut(usize)> EventSink for Builder<F> {
    #[inline(always)]
    fn event(&mut self, event: Event) {
        const LONG: usize = 512;
        match event.kind {
            EventKind::Value if event.span.len() >= LONG => (self.behind_long)(event.span.end),
            EventKind::Identifier | EventKind::Value => {}
            EventKind::NodeBegin if self.extends => self.offsets.push(event.span.start),
            EventKind::NodeBegin => self.begin_line(event.span.start),
            EventKind::TreeBegin => self.open_tree(event.span.start),
            EventKind::TreeEnd => self.close_tree(event.span.end),
        }
    }

    #[inline(always)]
    fn plain_nodes(&mut self, first: usize, count: usize) {
        if self.extends {
            self.offsets.push_row(first, count);
        } else {
            self.begin_line(first);
            for number in 1..count {
                self.offsets.push(first + number * plain::NODE_LENGTH);
            }
        }
    }
}

impl<F> Builder<F> {
    /// A `(` at `start`.
    #[inline]
    fn open_tree(&mut self, start: usize) {
        if self.extends {
            self.parent = (self.offsets.len() - self.first_node - 1) as u32;
            self.extends = false;
        }
        if self.parent == NONE {
            self.starts.push(start);
        }
        self.open.push(self.parent);
    }

    /// A `)` that ends at `end`.
    #[inline]
    fn close_tree(&mut self, end: usize) {
        self.extends = false;
        self.parent = self.open.pop().unwrap_or(NONE);
        if self.parent == NONE {
            self.close_outer_tree(end);
        }
    }

    /// The `)` of a tree that began before a root.
    #[inline(never)]
    fn close_outer_tree(&mut self, end: usize) {
        self.starts.truncate(self.open.len());
        if self.open.is_empty() {
            if self.root_seen
                && let Some(game) = self.games.last_mut()
            {
                game.end = end;
            }
            self.root_seen = false;
        }
    }

    /// Begins a node that does not follow the one before: the first of a tree, or one after a variation, which is read
    /// as another variation.
    #[inline]
    fn begin_line(&mut self, offset: usize) {
        if self.parent == NONE {
            if self.open.is_empty() {
                return;
            }
            self.begin_game(offset);
        } else {
            let number = (self.offsets.len() - self.first_node) as u32;
            self.sequences.child(number, self.parent);
        }
        self.offsets.push(offset);
        self.extends = true;
    }

    /// Begins a game with the root at `offset`. In a tree with several roots, each one is a game.
    #[inline(never)]
    fn begin_game(&mut self, offset: usize) {
        let start = if self.root_seen {
            // A root after another one in the same tree has no `(` of its own.
            let start = match (self.starts.last(), self.offsets.last()) {
                (Some(start), Some(last)) if *start > last => *start,
                _ => offset,
            };
            if let Some(before) = self.games.last_mut() {
                before.end = start;
            }
            start
        } else {
            self.starts.first().copied().unwrap_or(offset)
        };
        self.sequences.end_game();
        self.first_node = self.offsets.len();
        self.games.push(GameEntry {
            start,
            end: start,
            first_node: self.first_node,
            first_sequence: self.sequences.len(),
        });
        self.root_seen = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_branches_take_sequences() {
        let sequences = |text: &str| {
            Index::read(text.as_bytes(), &mut Vec::new(), |_| ())
                .sequences
                .len()
        };
        assert_eq!(sequences("(;C[a];C[b])(;C[c])"), 0);
        assert_eq!(sequences(&"(;B[aa]".repeat(1_000)), 0);
        assert_eq!(sequences("(;C[a](;C[b])(;C[c](;C[d];C[e])))"), 3);
        assert_eq!(sequences("(;C[a]((;C[b]))();C[c](;C[d]);C[e])"), 5);
        assert_eq!(size_of::<Sequence>(), 24);
    }
}
