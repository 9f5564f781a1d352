//! Runs of nodes without a branch, and the links between them.
//!
//! Parentheses alone make no branch: a node with one child is followed by it, however it is written. So a sequence may
//! end only at the second child of a node, long after the first one was read. While a game is read, only such children
//! are noted, and its sequences are built from them when it ends; a game without variations needs none.

/// No node, no sequence.
pub(crate) const NONE: u32 = u32::MAX;

/// A run of nodes without a branch. Links are numbers of sequences within the game, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    /// Its first node, as number in the game. The last one is before the next sequence's first.
    pub(crate) first: u32,
    /// The sequence at whose end it branches off; [`NONE`] for the root sequence.
    parent: u32,
    /// The sibling before it; of the first sibling the last one.
    previous: u32,
    next_sibling: u32,
    /// Number of siblings before it.
    pub(crate) index: u32,
    /// Number of ancestors of its first node; the upper bit is set on the main line.
    depth_and_main: u32,
}

const MAIN: u32 = 1 << 31;

impl Sequence {
    /// The sequence of a root.
    const ROOT: Self = Self {
        first: 0,
        parent: NONE,
        previous: 0,
        next_sibling: NONE,
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

/// The sequences of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequences<'a> {
    all: &'a [Sequence],
    /// Number of nodes of the game.
    nodes: u32,
}

impl<'a> Sequences<'a> {
    /// All sequences of a game: `several`, or one.
    pub(crate) const fn new(several: &'a [Sequence], nodes: u32) -> Self {
        const ONE: &[Sequence] = &[Sequence::ROOT];
        let all = if several.is_empty() { ONE } else { several };
        Self { all, nodes }
    }

    /// Number of nodes of the game.
    #[inline]
    pub(crate) const fn nodes(self) -> u32 {
        self.nodes
    }

    #[inline]
    pub(crate) const fn get(self, number: u32) -> &'a Sequence {
        &self.all[number as usize]
    }

    /// The sequence that `node` belongs to.
    pub(crate) fn of_node(self, node: u32) -> u32 {
        (self.all.partition_point(|sequence| sequence.first <= node) - 1) as u32
    }

    /// The node after the last one of a sequence.
    #[inline]
    pub(crate) fn end(self, number: u32) -> u32 {
        let next = self.all.get(number as usize + 1);
        next.map_or(self.nodes, |next| next.first)
    }

    /// The sequence at whose end it branches off.
    #[inline]
    pub(crate) fn parent(self, number: u32) -> Option<u32> {
        let parent = self.get(number).parent;
        (parent != NONE).then_some(parent)
    }

    /// The first of the variations at its end.
    #[inline]
    pub(crate) fn first_child(self, number: u32) -> Option<u32> {
        let next = self.all.get(number as usize + 1)?;
        (next.parent == number).then_some(number + 1)
    }

    /// The last of the variations at its end.
    #[inline]
    pub(crate) fn last_child(self, number: u32) -> Option<u32> {
        let next = self.all.get(number as usize + 1)?;
        (next.parent == number).then_some(next.previous)
    }

    #[inline]
    pub(crate) fn next_sibling(self, number: u32) -> Option<u32> {
        let next = self.get(number).next_sibling;
        (next != NONE).then_some(next)
    }

    #[inline]
    pub(crate) fn previous_sibling(self, number: u32) -> Option<u32> {
        let here = self.get(number);
        (here.index > 0).then_some(here.previous)
    }
}

/// A node with siblings, by number, and its parent.
#[derive(Clone, Copy, Debug)]
struct Child {
    node: u32,
    parent: u32,
}

/// Makes the sequences of games, one game after the other.
#[derive(Debug, Default)]
pub(crate) struct SequencesBuilder {
    sequences: Vec<Sequence>,
    /// Children of the current game, in order, except those that directly follow their parent.
    later: Vec<Child>,
    /// The branch points around a child, the innermost last, and the sequences of their first children where
    /// those are known.
    around: Vec<(u32, u32)>,
}

impl SequencesBuilder {
    /// Adds the child `node` of `parent`, after all earlier ones.
    #[inline]
    pub(crate) fn child(&mut self, node: u32, parent: u32) {
        // A first child follows its parent, and an only child continues its sequence.
        if node != parent + 1 {
            self.later.push(Child { node, parent });
        }
    }

    /// Number of sequences of the games that have several.
    pub(crate) const fn len(&self) -> usize {
        self.sequences.len()
    }

    /// Ends a game.
    #[inline]
    pub(crate) fn end_game(&mut self) {
        if !self.later.is_empty() {
            let start = self.sequences.len();
            self.sequences.push(Sequence::ROOT);
            self.begin_all();
            self.link(start);
        }
    }

    /// Begins a sequence at each child that has siblings. Its parent is a node for now.
    fn begin_all(&mut self) {
        self.around.clear();
        let start = self.sequences.len();
        // No more than that: each parent of a later child has one first child.
        self.sequences.reserve(2 * self.later.len());
        let mut begin = |Child { node, parent }| {
            self.sequences.push(Sequence {
                first: node,
                parent,
                ..Sequence::ROOT
            });
        };
        // From the end on it is known who has siblings. First children come where the nodes before their
        // parents are met.
        let later = self.later.drain(..).rev().map(Some).chain([None]);
        for child in later {
            while let Some(&(parent, _)) = self.around.last()
                && child.is_none_or(|child| child.node <= parent)
            {
                let node = parent + 1;
                begin(Child { node, parent });
                self.around.pop();
            }
            if let Some(child) = child {
                if self.around.last() != Some(&(child.parent, NONE)) {
                    self.around.push((child.parent, NONE));
                }
                begin(child);
            }
        }
        self.sequences[start..].reverse();
    }

    /// Links the sequences of the game that begin at `start`.
    fn link(&mut self, start: usize) {
        let game = &mut self.sequences[start..];
        for number in 1..game.len() {
            let Sequence {
                first: node,
                parent,
                ..
            } = game[number];
            let here = number as u32;
            game[number] = if node == parent + 1 {
                self.around.push((parent, here));
                let above = game[number - 1];
                Sequence {
                    first: node,
                    parent: here - 1,
                    previous: here,
                    next_sibling: NONE,
                    index: 0,
                    depth_and_main: above.depth_and_main + (node - above.first),
                }
            } else {
                while self.around.last().is_some_and(|around| around.0 != parent) {
                    self.around.pop();
                }
                let (_, first) = *self.around.last().expect("it has a first sibling");
                let first = &mut game[first as usize];
                let previous = std::mem::replace(&mut first.previous, here);
                let (parent, depth) = (first.parent, first.depth());
                let previous_sibling = &mut game[previous as usize];
                previous_sibling.next_sibling = here;
                Sequence {
                    first: node,
                    parent,
                    previous,
                    next_sibling: NONE,
                    index: previous_sibling.index + 1,
                    depth_and_main: depth,
                }
            };
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Sequence> {
        self.end_game();
        self.sequences.shrink_to_fit();
        self.sequences
    }
}
