//! The state of a sequence: the possible next steps, with a bit for each and one for the end.

use kifu_go::{Color, Point, Symmetry};

use crate::bits::{has, set};
use crate::pattern::{Orientation, Pattern};
use crate::query::Step;

/// Number of words of the bits.
pub(super) const fn words(sequence: &[Step]) -> usize {
    sequence.len() / 64 + 1
}

/// The initial state: the next step is the first one, or one after gaps.
pub(super) fn begin(own: &mut [u64], sequence: &[Step]) {
    own.fill(0);
    set(own, 0, true);
    go_on(own, sequence, &[]);
}

/// Performs the steps that a stone allows. `stone` is its color and cell, if it is within the rectangle; `taken` are
/// the cells of the stones it captures there. A stone outside the rectangle is not a step, but its captures within are.
pub(super) fn take(own: &mut [u64], sequence: &[Step], stone: Option<(Color, u16)>, taken: &[u16]) {
    if let Some(stone) = stone {
        // In reverse: a stone is one step, not two.
        for at in (0..sequence.len()).rev() {
            if !has(own, at) || sequence[at] == Step::Gap {
                continue;
            }
            set(own, at, false);
            if sequence[at] == Step::Play(stone.0, stone.1) {
                set(own, at + 1, true);
            }
        }
    }
    go_on(own, sequence, taken);
}

/// Whether the end is reached. This stays true.
pub(super) fn are_taken(own: &[u64], sequence: &[Step]) -> bool {
    has(own, sequence.len())
}

/// Whether no next step is possible.
pub(super) fn are_over(own: &[u64]) -> bool {
    own.iter().all(|word| *word == 0)
}

/// Passes gaps, and captures that happened.
fn go_on(own: &mut [u64], sequence: &[Step], taken: &[u16]) {
    for (at, step) in sequence.iter().enumerate() {
        let passes = match step {
            Step::Gap => true,
            Step::Capture(cell) => taken.contains(cell),
            Step::Play(..) => false,
        };
        if passes && has(own, at) {
            set(own, at + 1, true);
        }
    }
}

/// The mapping between cells of a pattern and places in its rectangle, for each symmetry.
#[derive(Debug)]
pub(super) struct Turned([Cells; 8]);

#[derive(Debug)]
struct Cells {
    /// For each cell, its place in the turned rectangle, row by row.
    places: Vec<u16>,
    /// For each place, its cell.
    cells: Vec<u16>,
}

impl Turned {
    pub(super) fn new(pattern: &Pattern) -> Self {
        Self(Symmetry::ALL.map(|symmetry| {
            let way = Orientation {
                symmetry,
                is_swapped: false,
            };
            let size = symmetry.size(pattern.size());
            let places: Vec<u16> = pattern.points(size, way, Point::new(0, 0)).collect();
            let mut cells = vec![0; places.len()];
            for (cell, place) in (0..).zip(&places) {
                cells[usize::from(*place)] = cell;
            }
            Cells { places, cells }
        }))
    }

    /// The cell that has the same place under `way` as `cell` has under `from`; both must have the same rectangle.
    #[inline]
    pub(super) fn cell(&self, cell: u16, from: Orientation, way: Orientation) -> u16 {
        let place = self.0[from.symmetry as usize].places[usize::from(cell)];
        self.0[way.symmetry as usize].cells[usize::from(place)]
    }
}
