//! The steps of a sequence: which of them may be the next, a bit for each and one for the end.

use kifu_go::{Color, Point, Symmetry};

use crate::bits::{has, set};
use crate::pattern::{Pattern, Transform};
use crate::query::Step;

/// In how many words the bits stand.
pub(super) const fn words(sequence: &[Step]) -> usize {
    sequence.len() / 64 + 1
}

/// Nothing was played: the first step is the next, or one after gaps.
pub(super) fn begin(own: &mut [u64], sequence: &[Step]) {
    own.fill(0);
    set(own, 0, true);
    go_on(own, sequence, &[]);
}

/// Takes the steps that a stone allows. `stone`: what it is and its cell, if it is within the rectangle;
/// `taken`: the cells there of those that it takes off the board. One outside the rectangle is no step, but
/// what it takes within is taken.
pub(super) fn take(own: &mut [u64], sequence: &[Step], stone: Option<(Color, u16)>, taken: &[u16]) {
    if let Some(stone) = stone {
        // From the end on: a stone is one step, not two.
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

/// Whether the end is reached. It then stays so.
pub(super) fn are_taken(own: &[u64], sequence: &[Step]) -> bool {
    has(own, sequence.len())
}

/// Whether no step can be the next any more.
pub(super) fn are_over(own: &[u64]) -> bool {
    own.iter().all(|word| *word == 0)
}

/// Passes the gaps, and the captures that happened.
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

/// Which cell of a pattern lies where in its rectangle, for each way to turn it.
#[derive(Debug)]
pub(super) struct Turned([Cells; 8]);

#[derive(Debug)]
struct Cells {
    /// For each cell its place in the turned rectangle, row by row.
    places: Vec<u16>,
    /// For each place its cell.
    cells: Vec<u16>,
}

impl Turned {
    pub(super) fn new(pattern: &Pattern) -> Self {
        Self(Symmetry::ALL.map(|symmetry| {
            let way = Transform {
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

    /// The cell that lies in one way where `cell` lies in another, `from`; of ways with the same rectangle.
    #[inline]
    pub(super) fn cell(&self, cell: u16, from: Transform, way: Transform) -> u16 {
        let place = self.0[from.symmetry as usize].places[usize::from(cell)];
        self.0[way.symmetry as usize].cells[usize::from(place)]
    }
}
