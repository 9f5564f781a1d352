use std::fmt;

use kifu_go::{Board, Color, Point, Size, Symmetry};

use crate::event::EMPTY;
use crate::ingest::{place_of, point_at};

mod anchor;
mod cell;
mod drawing;

pub use self::anchor::Anchor;
pub use self::cell::Cell;
pub use self::drawing::{Drawing, PatternError};

/// A rectangle of points with the allowed contents of each, and its anchor on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    columns: u16,
    rows: u16,
    cells: Vec<Cell>,
    anchor: Anchor,
}

/// A transform of a pattern: a symmetry, with or without an exchange of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// Whether colors are exchanged.
    pub is_swapped: bool,
}

impl Orientation {
    /// The color from the point of view of the pattern.
    #[must_use]
    pub const fn color(self, color: Color) -> Color {
        if self.is_swapped {
            color.opponent()
        } else {
            color
        }
    }

    /// This transform followed by `next`.
    pub(crate) const fn then(self, next: Self) -> Self {
        Self {
            symmetry: self.symmetry.then(next.symmetry),
            is_swapped: self.is_swapped != next.is_swapped,
        }
    }

    /// The inverse transform.
    pub(crate) const fn inverse(self) -> Self {
        Self {
            symmetry: self.symmetry.inverse(),
            is_swapped: self.is_swapped,
        }
    }

    /// The cell under this transform.
    pub(crate) const fn cell(self, cell: Cell) -> Cell {
        if self.is_swapped {
            cell.swapped()
        } else {
            cell
        }
    }
}

impl Pattern {
    /// Maximum number of cells of a pattern: those of the largest board.
    pub(crate) const MOST_CELLS: usize = 52 * 52;

    /// A pattern of `columns` columns, row by row.
    ///
    /// # Errors
    /// The pattern has no points, rows of different lengths, more points than a board of 52×52, or a group without a
    /// liberty, which no move can leave.
    pub fn new(columns: usize, cells: Vec<Cell>, anchor: Anchor) -> Result<Self, PatternError> {
        if columns == 0 || cells.is_empty() {
            return Err(PatternError::Empty);
        }
        if !cells.len().is_multiple_of(columns) {
            return Err(PatternError::Ragged {
                row: cells.len() / columns + 1,
            });
        }
        let rows = cells.len() / columns;
        let most = usize::from(Size::LETTERS);
        if columns > most || rows > most {
            return Err(PatternError::TooLarge { columns, rows });
        }
        let pattern = Self {
            columns: columns as u16,
            rows: rows as u16,
            cells,
            anchor,
        };
        match pattern.without_liberty() {
            Some(point) => Err(PatternError::NoLiberty(point)),
            None => Ok(pattern),
        }
    }

    /// The pattern of a whole board.
    #[must_use]
    pub fn of_board(board: &Board) -> Self {
        let size = board.size();
        Self {
            columns: size.columns(),
            rows: size.rows(),
            cells: size.points().map(|point| board.get(point).into()).collect(),
            anchor: Anchor::FULL,
        }
    }

    /// The pattern of a part of a board: `columns` by `rows` points starting at `from`. It is anchored to the edges it
    /// touches. `None` if the part is not entirely on the board.
    #[must_use]
    pub fn of_area(board: &Board, from: Point, columns: u16, rows: u16) -> Option<Self> {
        let size = board.size();
        let (right, bottom) = (from.x.checked_add(columns)?, from.y.checked_add(rows)?);
        if columns == 0 || rows == 0 || right > size.columns() || bottom > size.rows() {
            return None;
        }
        let points = (from.y..bottom).flat_map(|y| (from.x..right).map(move |x| Point::new(x, y)));
        Some(Self {
            columns,
            rows,
            cells: points.map(|point| board.get(point).into()).collect(),
            anchor: Anchor {
                left: from.x == 0,
                right: right == size.columns(),
                top: from.y == 0,
                bottom: bottom == size.rows(),
            },
        })
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// The allowed contents of its points, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The edges of the board to which it is anchored.
    #[must_use]
    pub const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// This pattern with another anchor.
    ///
    /// # Errors
    /// A group has no liberty there.
    pub fn anchored(self, anchor: Anchor) -> Result<Self, PatternError> {
        Self::new(self.columns.into(), self.cells, anchor)
    }

    pub(crate) fn size(&self) -> Size {
        // Both dimensions were validated when the pattern was created.
        Size::new(self.columns, self.rows).unwrap_or_default()
    }

    /// The pattern after a transform.
    #[must_use]
    pub fn transformed(&self, transform: Orientation) -> Self {
        let symmetry = transform.symmetry;
        let (own, turned) = (self.size(), symmetry.size(self.size()));
        let mut cells = vec![Cell::ANY; self.cells.len()];
        for (point, cell) in own.points().zip(&self.cells) {
            let to = symmetry.apply(point, own);
            let place = turned.index(to);
            cells[place] = transform.cell(*cell);
        }
        Self {
            columns: turned.columns(),
            rows: turned.rows(),
            cells,
            anchor: self.anchor.turned(symmetry),
        }
    }

    /// The board point of each cell, if the pattern is transformed and its rectangle begins at `corner`.
    pub(crate) fn points(
        &self,
        board: Size,
        way: Orientation,
        corner: Point,
    ) -> impl Iterator<Item = u16> + Clone + use<> {
        let own = self.size();
        let at = |point: Point| {
            let Point { x, y } = way.symmetry.apply(point, own);
            place_of(Point::new(corner.x + x, corner.y + y), board)
        };
        // A row or column of the pattern is a line of the board: consecutive points have a constant offset.
        let start = at(Point::new(0, 0));
        let step = |x, y| at(Point::new(x, y)).wrapping_sub(start);
        let (right, down) = (step(1, 0), step(0, 1));
        let (columns, rows) = (own.columns(), own.rows());
        (0..rows).flat_map(move |y| {
            let row = start.wrapping_add(down.wrapping_mul(y));
            (0..columns).map(move |x| row.wrapping_add(right.wrapping_mul(x)))
        })
    }

    /// Whether it is a whole board whose points are all determined.
    pub(crate) fn is_whole_board(&self) -> bool {
        let mut cells = self.cells.iter();
        self.anchor == Anchor::FULL && cells.all(|cell| cell.mask().is_power_of_two())
    }

    /// The cells that are not `EMPTY`, row by row, with their points.
    pub(crate) fn required(&self) -> Vec<(Point, Cell)> {
        const STEP: usize = 16;
        let size = self.size();
        let mut required = Vec::new();
        let mut take = |start: usize, cells: &[Cell]| {
            for (place, cell) in (start as u16..).zip(cells) {
                if *cell != Cell::EMPTY {
                    required.push((point_at(place, size), *cell));
                }
            }
        };
        // Most of a whole board is empty and is skipped many points at a time.
        let (steps, rest) = self.cells.as_chunks::<STEP>();
        for (number, cells) in steps.iter().enumerate() {
            let others = cells
                .iter()
                .fold(0, |others, cell| others | cell.mask() ^ EMPTY);
            if others != 0 {
                take(number * STEP, cells);
            }
        }
        take(self.cells.len() - rest.len(), rest);
        required
    }

    /// The transforms that leave the pattern unchanged.
    pub(crate) fn same(&self, transforms: &[Orientation]) -> Vec<Orientation> {
        let own = self.size();
        // If these are equal, the empty cells are equal too, because their number is the same.
        let required = self.required();
        let is_same = |way: &&Orientation| {
            way.symmetry.size(own) == own
                && self.anchor.turned(way.symmetry) == self.anchor
                && required.iter().all(|&(point, cell)| {
                    let there = place_of(way.symmetry.apply(point, own), own);
                    self.cells[usize::from(there)] == way.cell(cell)
                })
        };
        transforms.iter().filter(is_same).copied().collect()
    }

    /// A point of a group that has no liberty, whatever the undetermined points contain.
    fn without_liberty(&self) -> Option<Point> {
        let size = self.size();
        let at = |point: Point| {
            self.cells[usize::from(point.y) * usize::from(self.columns) + usize::from(point.x)]
        };
        let mut seen = vec![false; self.cells.len()];
        for (start, cell) in size.points().zip(&self.cells) {
            let place = usize::from(start.y) * usize::from(self.columns) + usize::from(start.x);
            if seen[place] || !matches!(*cell, Cell::BLACK | Cell::WHITE) {
                continue;
            }
            let mut group = vec![start];
            seen[place] = true;
            let mut may_live = false;
            while let Some(point) = group.pop() {
                let Point { x, y } = point;
                let open = x == 0 && !self.anchor.left
                    || y == 0 && !self.anchor.top
                    || x + 1 == self.columns && !self.anchor.right
                    || y + 1 == self.rows && !self.anchor.bottom;
                may_live |= open;
                let around = [
                    (x.wrapping_sub(1), y),
                    (x + 1, y),
                    (x, y.wrapping_sub(1)),
                    (x, y + 1),
                ];
                for near in around.map(|(x, y)| Point::new(x, y)) {
                    if !size.contains(near) {
                        continue;
                    }
                    let beside = at(near);
                    // A liberty, or possibly more stones of the group.
                    may_live |= beside.allows(EMPTY) || beside == Cell::STONE;
                    let place =
                        usize::from(near.y) * usize::from(self.columns) + usize::from(near.x);
                    if beside == *cell && !std::mem::replace(&mut seen[place], true) {
                        group.push(near);
                    }
                }
            }
            if !may_live {
                return Some(start);
            }
        }
        None
    }
}

/// Row by row, without the anchor.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.columns.into()) {
            let row: String = row.iter().map(|cell| cell.to_char()).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
