use std::ops::Range;

use kifu_board::{Color, Point, Size};

use crate::NoteKind;
use crate::notation::{PointsError, go_rows};

/// Effect of a node's setup on the points of a Go board: each point once, set by the last value that names it. It
/// reuses its memory from node to node.
#[derive(Clone, Debug)]
pub struct Stones {
    size: Size,
    /// Row by row; all untouched between nodes.
    marks: Vec<Mark>,
    /// For each row the columns between which marks are touched; empty between nodes.
    touched: Vec<Range<u16>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Untouched,
    Empty,
    Stone(Color),
}

impl Stones {
    /// Creates an empty setup on a board of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            marks: vec![Mark::Untouched; size.area()],
            touched: vec![0..0; size.rows().into()],
        }
    }

    /// Clears the setup, for a board of another size.
    pub fn clear(&mut self, size: Size) {
        self.take(|_, _| ());
        self.size = size;
        self.marks.resize(size.area(), Mark::Untouched);
        self.touched.resize(size.rows().into(), 0..0);
    }

    /// Reads a value of `AB`, `AW` or `AE`, with rectangles, clipped to the board.
    ///
    /// # Errors
    /// The value is not a list of points, or one of them is off the board; the others are set.
    #[inline]
    pub fn set_up(&mut self, stone: Option<Color>, raw: &str) -> Result<(), NoteKind> {
        self.read(stone, raw).map_err(|error| error.kind("AB"))
    }

    #[inline]
    pub(super) fn read(&mut self, stone: Option<Color>, raw: &str) -> Result<(), PointsError> {
        let (size, marks, touched) = (self.size, &mut self.marks, &mut self.touched);
        let mark = stone.map_or(Mark::Empty, Mark::Stone);
        go_rows(raw, size, |row, columns| {
            let (first, end) = (*columns.start(), columns.end() + 1);
            let at = size.index(Point::new(first, row));
            marks[at..][..columns.len()].fill(mark);
            let touched = &mut touched[usize::from(row)];
            *touched = if touched.end == 0 {
                first..end
            } else {
                touched.start.min(first)..touched.end.max(end)
            };
        })
    }

    /// Removes the points, and passes them to `take` row by row.
    #[inline]
    pub fn take(&mut self, mut take: impl FnMut(Point, Option<Color>)) {
        let rows = self.marks.chunks_mut(self.size.columns().into());
        for (row, (touched, marks)) in (0..).zip(self.touched.iter_mut().zip(rows)) {
            for column in std::mem::take(touched) {
                let stone = match std::mem::take(&mut marks[usize::from(column)]) {
                    Mark::Stone(color) => Some(color),
                    Mark::Empty => None,
                    Mark::Untouched => continue,
                };
                take(Point::new(column, row), stone);
            }
        }
    }
}
