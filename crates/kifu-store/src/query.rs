use std::ops::RangeInclusive;

use kifu_go::{Color, Size, Symmetry};
use kifu_select::Selection;

use crate::instance::{instances, transforms};
use crate::pattern::Pattern;

/// What is looked for.
///
/// A pattern is found at the first node of a line where it is there, once for each place of the board
/// and each way to look at it; ways that look the same count once. The *continuation* is the next stone
/// that is played within the rectangle.
#[derive(Clone, Debug)]
pub struct Query {
    /// The pattern.
    pub pattern: Pattern,
    /// How it may be turned and mirrored. The default is all eight ways.
    ///
    /// Any of them may be chosen, in any order. Continuations are one where they look the same in two of these ways
    /// (with the colours exchanged too, if that is allowed), or where each is one with a third.
    pub symmetries: Vec<Symmetry>,
    /// Whether the colours may be exchanged. The default is that they may.
    pub swaps_colors: bool,
    /// Whether a pattern may slide onto edges of the board that it does not lie at. The default is that
    /// it may not, as in Kombilo.
    pub slides_onto_edges: bool,
    /// The colour of the continuation: who is to move, as the pattern sees it; of a pattern that looks the
    /// same with the colours exchanged, as it sees it from either side. The default is either, or none at all.
    pub next: Option<Color>,
    /// The number of the move with which the pattern is there, from 0 for the root. The default is any.
    pub moves: RangeInclusive<u32>,
    /// What must be played within the rectangle afterwards. The default is nothing.
    ///
    /// It is looked for along the main line; with `in_variations` along every line after the hit, and a hit
    /// counts for the variations if it, or all of what comes after it, is not on the main line.
    pub sequence: Vec<Step>,
    /// Patterns that must come later, one after the other, along the same line and looked at in the same
    /// way as the pattern and the sequence. The default is none.
    pub later: Vec<Pattern>,
    /// Whether variations are searched too; they are counted apart. The default is that they are not.
    pub in_variations: bool,
    /// Which games are searched. The default is all.
    pub selection: Selection,
}

/// What happens within the rectangle of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next stone is this one, on the cell of this number (row by row, from 0).
    Play(Color, u16),
    /// The one on this cell is taken off the board: by the stone before, or by one that is played outside the
    /// rectangle before another is played within.
    Capture(u16),
    /// Any stones, or none.
    Gap,
}

impl Query {
    /// A query for a pattern, as by default.
    #[must_use]
    pub fn new(pattern: Pattern) -> Self {
        Self {
            pattern,
            symmetries: Symmetry::ALL.to_vec(),
            swaps_colors: true,
            slides_onto_edges: false,
            next: None,
            moves: 0..=u32::MAX,
            sequence: Vec::new(),
            later: Vec::new(),
            in_variations: false,
            selection: Selection::default(),
        }
    }

    /// Whether the pattern, and every later one, has a place on boards of a size.
    #[must_use]
    pub fn fits(&self, size: Size) -> bool {
        let transforms = transforms(&self.symmetries, self.swaps_colors);
        let has_place = |pattern: &Pattern| {
            !instances(pattern, size, &transforms, self.slides_onto_edges).is_empty()
        };
        has_place(&self.pattern) && self.later.iter().all(has_place)
    }
}
