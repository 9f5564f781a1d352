//! The tree as an index over its text.
//!
//! A node is known by its number in the file; what is stored of it is the offset of its `;`, and
//! nothing else: its parent is the node before, its child the node behind, unless a *sequence*
//! begins or ends there. A sequence is a run of nodes without a branch, and only sequences have
//! links. Properties are read from the text when they are asked for. So a file of bare moves costs
//! less than a byte a node beside the text, and a file that branches at every node 30.

use kifu_syntax::{EventKind, Parser, Problem};

use super::offsets::{Offsets, OffsetsBuilder};

/// No node, no sequence.
pub(crate) const NONE: u32 = u32::MAX;

/// A run of nodes without a branch. Links are numbers of sequences within the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    /// Its first node, as number in the game. The last one is before the next sequence's first.
    pub(crate) first: u32,
    /// The sequence at whose end it branches off; [`NONE`] for that of the root.
    pub(crate) parent: u32,
    pub(crate) previous_sibling: u32,
    pub(crate) next_sibling: u32,
    /// The last of its variations; the first one is the sequence behind it.
    pub(crate) last_child: u32,
    /// How many siblings come before it.
    pub(crate) index: u32,
    /// How many nodes lie above its first one; the upper bit says that it is on the main line.
    depth_and_main: u32,
}

const MAIN: u32 = 1 << 31;

impl Sequence {
    /// That of a root, before anything follows it.
    const ROOT: Self = Self {
        first: 0,
        parent: NONE,
        previous_sibling: NONE,
        next_sibling: NONE,
        last_child: NONE,
        index: 0,
        depth_and_main: MAIN,
    };

    pub(crate) const fn depth(&self) -> u32 {
        self.depth_and_main & !MAIN
    }

    pub(crate) const fn is_main(&self) -> bool {
        self.depth_and_main & MAIN != 0
    }
}

/// A game of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameEntry {
    /// Offset of the `(` in the text.
    pub(crate) start: usize,
    /// Offset behind the `)`.
    pub(crate) end: usize,
    /// Its first node, among the nodes of the collection.
    pub(crate) first_node: usize,
    /// Its first sequence, among the sequences of the collection.
    pub(crate) first_sequence: usize,
}

/// All games, nodes and sequences of a text.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) games: Vec<GameEntry>,
    pub(crate) offsets: Offsets,
    pub(crate) sequences: Vec<Sequence>,
}

/// Where there are more sequences, it is worth finding out how many.
const FEW: usize = 4;

/// How many sequences `text` has, by the `(` in its first bytes: counting all would read it once more.
fn expected_sequences(text: &[u8]) -> usize {
    const SAMPLE: usize = 1 << 16;
    let sample = &text[..text.len().min(SAMPLE)];
    let found = memchr::memchr_iter(b'(', sample).count();
    if sample.len() == text.len() {
        return found;
    }
    // A little more than that, so that the memory need not grow where the text goes on as it began.
    let expected = found as u128 * text.len() as u128 / sample.len() as u128;
    (expected + expected / 16).min(text.len() as u128 / 4) as usize
}

impl Index {
    /// Reads `text`; what breaks the grammar goes to `problems`.
    pub(crate) fn read(text: &str, problems: &mut Vec<Problem>) -> Self {
        let bytes = text.as_bytes();
        let mut builder = Builder {
            games: Vec::new(),
            offsets: OffsetsBuilder::new(),
            sequences: Vec::new(),
            bytes,
            open: Vec::new(),
            starts: Vec::new(),
            extends: false,
            root_seen: false,
        };
        // `for_each` has a closure of its own around this one, which is called and not inlined.
        Parser::with_sink(bytes, problems).fold(
            (),
            #[inline(always)]
            |(), event| match event.kind {
                EventKind::Identifier | EventKind::Value => {}
                EventKind::NodeBegin if builder.extends => {
                    builder.offsets.push(event.span.start);
                }
                EventKind::NodeBegin => builder.begin_sequence(event.span.start),
                EventKind::TreeBegin => builder.open_tree(event.span.start),
                EventKind::TreeEnd => builder.close_tree(event.span.end),
            },
        );
        let mut index = Self {
            games: builder.games,
            offsets: builder.offsets.finish(),
            sequences: builder.sequences,
        };
        index.games.shrink_to_fit();
        index.sequences.shrink_to_fit();
        index
    }

    /// Reads the roots of `text` alone: each game has one node. `None` where a tree without a node of its
    /// own holds others, so that the roots are not where they are looked for.
    pub(crate) fn read_roots(text: &str) -> Option<Self> {
        let (mut games, mut sequences) = (Vec::new(), Vec::new());
        let mut offsets = OffsetsBuilder::new();
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
                        first_sequence: sequences.len(),
                    });
                    offsets.push(event.span.start);
                    sequences.push(Sequence::ROOT);
                }
                EventKind::Identifier | EventKind::Value => {}
            }
        }
        Some(Self {
            games,
            offsets: offsets.finish(),
            sequences,
        })
    }

    /// Where node `number` of the collection begins, and where the next one does: it ends there or
    /// before.
    #[inline]
    pub(crate) fn bounds(&self, number: usize) -> (usize, usize) {
        let (start, end) = self.offsets.get_with_next(number);
        (start, end.unwrap_or(usize::MAX))
    }

    /// The nodes and sequences of game `number`: first and end of either.
    pub(crate) fn extent(&self, number: usize) -> (usize, usize, &[Sequence]) {
        let game = &self.games[number];
        let (nodes, sequences) = self
            .games
            .get(number + 1)
            .map_or((self.offsets.len(), self.sequences.len()), |next| {
                (next.first_node, next.first_sequence)
            });
        (
            game.first_node,
            nodes,
            &self.sequences[game.first_sequence..sequences],
        )
    }
}

struct Builder<'a> {
    games: Vec<GameEntry>,
    offsets: OffsetsBuilder,
    sequences: Vec<Sequence>,
    bytes: &'a [u8],
    /// Of each open tree the sequence at whose end its next node stands: one of its own or, before its first
    /// node, that at whose end it branches off itself; [`NONE`] before the root.
    open: Vec<u32>,
    /// Offsets of the `(` of the outermost open trees: those that began before a root.
    starts: Vec<usize>,
    /// Whether the next node goes on with the sequence at hand.
    extends: bool,
    /// Whether the open game has a root.
    root_seen: bool,
}

impl Builder<'_> {
    /// A `(` at `start`.
    #[inline]
    fn open_tree(&mut self, start: usize) {
        self.extends = false;
        let parent = self.open.last().copied().unwrap_or_else(|| {
            self.root_seen = false;
            NONE
        });
        if parent == NONE {
            self.starts.push(start);
        }
        self.open.push(parent);
    }

    /// A `)` that ends at `end`.
    #[inline]
    fn close_tree(&mut self, end: usize) {
        self.extends = false;
        self.open.pop();
        self.starts.truncate(self.open.len());
        if self.open.is_empty()
            && self.root_seen
            && let Some(game) = self.games.last_mut()
        {
            game.end = end;
        }
    }

    /// A node that does not follow the one before: the first of a tree, or one behind a variation,
    /// which is read as a variation of its own.
    #[inline(never)]
    fn begin_sequence(&mut self, offset: usize) {
        let Some(&parent) = self.open.last() else {
            return;
        };
        if parent == NONE {
            self.begin_game(offset);
        }
        let game = self.games.last().expect("a root begins a game");
        let sequences = &mut self.sequences;
        let number = (sequences.len() - game.first_sequence) as u32;
        let first = (self.offsets.len() - game.first_node) as u32;
        let mut sequence = Sequence {
            first,
            parent,
            ..Sequence::ROOT
        };
        if parent != NONE {
            let at = game.first_sequence + parent as usize;
            // The sequence behind the parent is its first variation: where that begins, it ends.
            let end = sequences.get(at + 1).map_or(first, |next| next.first);
            let above = sequences[at];
            sequence.previous_sibling = above.last_child;
            let is_main = above.is_main() && above.last_child == NONE;
            let depth = above.depth() + (end - above.first);
            sequence.depth_and_main = depth | if is_main { MAIN } else { 0 };
            if above.last_child != NONE {
                let sibling = &mut sequences[game.first_sequence + above.last_child as usize];
                sibling.next_sibling = number;
                sequence.index = sibling.index + 1;
            }
            sequences[at].last_child = number;
        }
        if sequences.len() == FEW {
            sequences.reserve(expected_sequences(self.bytes));
        }
        sequences.push(sequence);
        self.offsets.push(offset);
        self.extends = true;
        if let Some(tip) = self.open.last_mut() {
            *tip = number;
        }
    }

    /// A root at `offset`. Where a tree has several roots, each is a game of its own.
    fn begin_game(&mut self, offset: usize) {
        let start = if self.root_seen {
            // A root behind another one in the same tree has no `(` of its own.
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
        self.games.push(GameEntry {
            start,
            end: start,
            first_node: self.offsets.len(),
            first_sequence: self.sequences.len(),
        });
        self.root_seen = true;
    }
}
