//! Open trees, in few bytes each: a file may consist of `(` only.

use kifu_syntax::Span;

use crate::context::State;

/// The trees that are open, the innermost last.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    levels: Vec<Level>,
    /// States before the trees: each state once, if several trees in a row share it.
    before: Vec<State>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    /// Offset of the `(`, or of the position where it is missing.
    start: u32,
    /// Start of the last variation.
    last_start: u32,
    /// The `)` of the last variation, if it has one.
    last_end: u32,
    /// Whether the last of the states belongs to this tree, and not to the tree around it.
    has_state: bool,
    /// Whether the tree has a node before its variations.
    has_node: bool,
    /// Number of variations so far, up to 2.
    variations: u8,
    /// Whether a variation of it has a node.
    has_content: bool,
}

/// Facts about a tree that was closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    /// The `(` and the `)` of the only variation of a tree without its own node.
    pub(crate) only_variation: Option<(usize, Span)>,
    /// A tree without any node, including inner trees.
    pub(crate) hollow: Option<Span>,
}

/// Placeholder for an unknown offset. Offsets beyond 4 GiB are unknown, and are not repaired.
const UNKNOWN: u32 = u32::MAX;

fn place(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(UNKNOWN)
}

fn offset(place: u32) -> Option<usize> {
    (place != UNKNOWN).then_some(place as usize)
}

impl Levels {
    /// Number of open trees.
    pub(crate) const fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Whether no tree is open.
    pub(crate) const fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Opens a tree at `start`, with the state before it. Returns whether it is the first variation of the tree around
    /// it, or has no tree around it.
    pub(crate) fn open(&mut self, start: usize, before: State) -> bool {
        let mut is_first = true;
        if let Some(around) = self.levels.last_mut() {
            is_first = around.variations == 0;
            around.variations = around.variations.saturating_add(1).min(2);
        }
        let has_state = self.before.last() != Some(&before);
        if has_state {
            self.before.push(before);
        }
        self.levels.push(Level {
            start: place(start),
            last_start: UNKNOWN,
            last_end: UNKNOWN,
            has_state,
            has_node: false,
            variations: 0,
            has_content: false,
        });
        is_first
    }

    /// Begins a node of the innermost tree. Returns whether it follows a variation.
    pub(crate) fn begin_node(&mut self) -> bool {
        self.levels.last_mut().is_some_and(|level| {
            level.has_node = true;
            level.variations > 0
        })
    }

    /// Closes the innermost tree with the `)` at `end`, which is empty if it is missing, and restores the state before
    /// it.
    pub(crate) fn close(&mut self, end: Span, state: &mut State) -> Option<Closed> {
        let level = self.levels.pop()?;
        if let Some(before) = self.before.last() {
            *state = *before;
        }
        if level.has_state {
            self.before.pop();
        }
        let is_hollow = !level.has_node && !level.has_content && !end.is_empty();
        if let Some(around) = self.levels.last_mut() {
            around.last_start = level.start;
            around.last_end = if end.is_empty() {
                UNKNOWN
            } else {
                place(end.start)
            };
            around.has_content |= !is_hollow;
        }
        let is_only = !level.has_node && level.variations == 1;
        let last = offset(level.last_start).zip(offset(level.last_end));
        Some(Closed {
            only_variation: last
                .filter(|_| is_only)
                .map(|(start, end)| (start, Span::new(end, end + 1))),
            hollow: offset(level.start)
                .filter(|_| is_hollow)
                .map(|start| Span::new(start, end.end)),
        })
    }

    /// Marks the end of the main line: no open tree continues it.
    pub(crate) fn leave_main_line(&mut self) {
        for before in &mut self.before {
            before.main = false;
        }
    }
}
