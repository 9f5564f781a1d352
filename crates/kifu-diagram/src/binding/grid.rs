//! What is on the points of a grid, and what it was before.

use kifu_sgf::Node;
use kifu_sgf::value::Size;

use super::note::Note;
use super::reader::{self, Reader};
use crate::scene::{Piece, Point, Scene, Side};

/// The most changes that are kept. Setup of a few letters changes every point of a
/// board, so that a file of a megabyte could ask for gigabytes of them.
const MOST: usize = 1 << 22;

/// What is on each point of a board: a piece or none, unless said otherwise.
///
/// Every change is noted, so that nodes can be taken back one by one.
#[derive(Clone, Debug)]
pub(super) struct Grid<T = Option<Piece>> {
    pub(super) size: Size,
    cells: Vec<T>,
    /// The cells that changed, with what was there, oldest first.
    changes: Vec<(usize, T)>,
    /// How many changes came before each node of the way from the root. Nodes whose
    /// changes are forgotten are not counted.
    nodes: Vec<usize>,
    /// The points that large rectangles of setup may still name.
    pub(super) left: usize,
}

impl<T: Copy + Default + PartialEq> Grid<T> {
    /// A grid of empty points.
    pub(super) fn new(size: Size) -> Self {
        let area = usize::from(size.columns) * usize::from(size.rows);
        Self {
            size,
            cells: vec![T::default(); area],
            changes: Vec::new(),
            nodes: Vec::new(),
            left: reader::MOST,
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        (point.x < self.size.columns && point.y < self.size.rows)
            .then(|| usize::from(point.y) * usize::from(self.size.columns) + usize::from(point.x))
    }

    /// What is on a point; as on an empty one off the board.
    pub(super) fn get(&self, point: Point) -> T {
        self.index(point)
            .map_or_else(T::default, |index| self.cells[index])
    }

    /// Puts something on a point; nothing off the board.
    pub(super) fn set(&mut self, point: Point, cell: T) {
        let Some(index) = self.index(point) else {
            return;
        };
        let before = core::mem::replace(&mut self.cells[index], cell);
        // What is there before the first node is never taken back.
        if before != cell && !self.nodes.is_empty() {
            self.changes.push((index, before));
        }
        if self.changes.len() > MOST {
            self.changes = Vec::new();
            self.nodes.clear();
        }
    }

    /// Enters a node.
    pub(super) fn begin(&mut self) {
        self.nodes.push(self.changes.len());
    }

    /// Takes back the node entered last; false, and without use from then on, if its
    /// changes are forgotten.
    pub(super) fn leave(&mut self) -> bool {
        let Some(from) = self.nodes.pop() else {
            return false;
        };
        for (index, before) in self.changes.drain(from..).rev() {
            self.cells[index] = before;
        }
        true
    }

    /// All points, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Point, T)> + '_ {
        let columns = usize::from(self.size.columns.max(1));
        self.cells.iter().enumerate().map(move |(index, &cell)| {
            // A board has at most 65,535 columns and rows.
            let point = Point::new((index % columns) as u16, (index / columns) as u16);
            (point, cell)
        })
    }
}

impl Grid {
    /// All pieces, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        self.cells()
            .filter_map(|(point, cell)| cell.map(|piece| (point, piece)))
    }

    /// Does what `AB`, `AW` and `AE` of a node say.
    pub(super) fn setup(
        &mut self,
        node: Node<'_>,
        reader: Reader,
        piece: fn(Side) -> Piece,
        notes: &mut Vec<Note>,
    ) {
        for (identifier, what) in [
            ("AE", None),
            ("AB", Some(piece(Side::Black))),
            ("AW", Some(piece(Side::White))),
        ] {
            for point in reader.list_within(node, identifier, notes, &mut self.left) {
                self.set(point, what);
            }
        }
    }

    /// Puts all pieces into a scene.
    pub(super) fn show(&self, scene: &mut Scene) {
        for (point, piece) in self.iter() {
            scene.spot(point).piece = Some(piece);
        }
    }
}
