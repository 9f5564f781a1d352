use kifu_board::{Color, Point, Size};

use crate::NoteKind;
use crate::notation::{PointsError, go_points};

/// What the setup of a node does to the points of a board of Go: each point once, and the last
/// value that names it counts. It keeps its memory from node to node.
#[derive(Clone, Debug)]
pub struct Stones {
    size: Size,
    /// Row by row; all untouched between nodes.
    marks: Vec<Mark>,
    /// The places of points that are not untouched.
    touched: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    Untouched,
    Empty,
    Stone(Color),
}

impl Stones {
    /// No setup on a board of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            marks: vec![Mark::Untouched; size.area()],
            touched: Vec::new(),
        }
    }

    /// No setup, on a board of another size.
    pub fn clear(&mut self, size: Size) {
        self.take().for_each(drop);
        self.size = size;
        self.marks.resize(size.area(), Mark::Untouched);
    }

    /// Reads a value of `AB`, `AW` or `AE`, with rectangles, cut at the edge of the board.
    ///
    /// # Errors
    /// The value is not a list of points, or one of them is off the board; the others are taken.
    #[inline]
    pub fn set_up(&mut self, stone: Option<Color>, raw: &str) -> Result<(), NoteKind> {
        self.read(stone, raw).map_err(|error| error.kind("AB"))
    }

    #[inline]
    pub(super) fn read(&mut self, stone: Option<Color>, raw: &str) -> Result<(), PointsError> {
        let (size, marks, touched) = (self.size, &mut self.marks, &mut self.touched);
        go_points(raw, size, |point| {
            let place = size.index(point);
            if marks[place] == Mark::Untouched {
                touched.push(place as u32);
            }
            marks[place] = stone.map_or(Mark::Empty, Mark::Stone);
        })
    }

    /// Takes the points out, row by row.
    pub fn take(&mut self) -> impl Iterator<Item = (Point, Option<Color>)> + '_ {
        self.touched.sort_unstable();
        let (size, marks) = (self.size, &mut self.marks);
        self.touched.drain(..).filter_map(move |place| {
            let mark = core::mem::take(&mut marks[place as usize]);
            let point = size.point_at(place as usize)?;
            match mark {
                Mark::Stone(color) => Some((point, Some(color))),
                Mark::Empty | Mark::Untouched => Some((point, None)),
            }
        })
    }
}
