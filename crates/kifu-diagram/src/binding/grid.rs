//! Pieces on the points of a grid.

use kifu_sgf::Node;
use kifu_sgf::value::Size;

use super::note::Note;
use super::reader::Reader;
use crate::scene::{Piece, Point, Scene, Side};

/// What is on each point of a board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) size: Size,
    cells: Vec<Option<Piece>>,
}

impl Grid {
    pub(super) fn new(size: Size) -> Self {
        let area = usize::from(size.columns) * usize::from(size.rows);
        Self {
            size,
            cells: vec![None; area],
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        (point.x < self.size.columns && point.y < self.size.rows)
            .then(|| usize::from(point.y) * usize::from(self.size.columns) + usize::from(point.x))
    }

    pub(super) fn get(&self, point: Point) -> Option<Piece> {
        self.cells[self.index(point)?]
    }

    /// Puts a piece on a point, or takes it away; nothing off the board.
    pub(super) fn set(&mut self, point: Point, piece: Option<Piece>) {
        if let Some(index) = self.index(point) {
            self.cells[index] = piece;
        }
    }

    /// All pieces, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        let columns = usize::from(self.size.columns.max(1));
        self.cells
            .iter()
            .enumerate()
            .filter_map(move |(index, cell)| {
                // A board has at most 65,535 columns and rows.
                let point = Point::new((index % columns) as u16, (index / columns) as u16);
                cell.map(|piece| (point, piece))
            })
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
            for point in reader.list(node, identifier, notes) {
                self.set(point, what);
            }
        }
    }

    pub(super) fn show(&self, scene: &mut Scene) {
        for (point, piece) in self.iter() {
            scene.spot(point).piece = Some(piece);
        }
    }
}
