use crate::{Point, Size};

/// One of the eight symmetries of a board: rotations and reflections.
///
/// Those that exchange columns and rows turn a board of 9×13 into one of 13×9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// No change.
    #[default]
    Identity,
    /// A quarter turn clockwise.
    Rotate90,
    /// Half a turn.
    Rotate180,
    /// A quarter turn counter-clockwise.
    Rotate270,
    /// Left and right exchanged.
    MirrorColumns,
    /// Top and bottom exchanged.
    MirrorRows,
    /// Columns and rows exchanged: mirrored at the diagonal from the upper left.
    Transpose,
    /// Mirrored at the diagonal from the upper right.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate90,
        Self::Rotate180,
        Self::Rotate270,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// The three steps that make up each symmetry: exchange columns and rows, then mirror the
    /// columns, then the rows.
    const fn steps(self) -> (bool, bool, bool) {
        match self {
            Self::Identity => (false, false, false),
            Self::Rotate90 => (true, true, false),
            Self::Rotate180 => (false, true, true),
            Self::Rotate270 => (true, false, true),
            Self::MirrorColumns => (false, true, false),
            Self::MirrorRows => (false, false, true),
            Self::Transpose => (true, false, false),
            Self::AntiTranspose => (true, true, true),
        }
    }

    const fn from_steps(steps: (bool, bool, bool)) -> Self {
        match steps {
            (false, false, false) => Self::Identity,
            (true, true, false) => Self::Rotate90,
            (false, true, true) => Self::Rotate180,
            (true, false, true) => Self::Rotate270,
            (false, true, false) => Self::MirrorColumns,
            (false, false, true) => Self::MirrorRows,
            (true, false, false) => Self::Transpose,
            (true, true, true) => Self::AntiTranspose,
        }
    }

    /// Whether columns and rows are exchanged.
    #[must_use]
    pub const fn transposes(self) -> bool {
        self.steps().0
    }

    /// The size of a board of `size` after the symmetry.
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        if self.transposes() {
            size.transposed()
        } else {
            size
        }
    }

    /// Returns the image of `point` of a board of `size`. A point off the board is returned unchanged.
    #[must_use]
    pub const fn apply(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let (transpose, columns, rows) = self.steps();
        let Point { x, y } = point;
        let (x, y) = if transpose { (y, x) } else { (x, y) };
        let size = self.size(size);
        Point {
            x: if columns { size.columns() - 1 - x } else { x },
            y: if rows { size.rows() - 1 - y } else { y },
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }

    /// Combines this symmetry with `next`, which is applied after it.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        THEN[self as usize][next as usize]
    }

    const fn composed(self, next: Self) -> Self {
        let (transpose, columns, rows) = self.steps();
        let (other, more_columns, more_rows) = next.steps();
        let (columns, rows) = if other {
            (rows, columns)
        } else {
            (columns, rows)
        };
        Self::from_steps((
            transpose != other,
            columns != more_columns,
            rows != more_rows,
        ))
    }
}

/// The composition of every pair: a search needs one for each hit.
const THEN: [[Symmetry; 8]; 8] = {
    let mut then = [[Symmetry::Identity; 8]; 8];
    let mut first = 0;
    while first < 8 {
        let mut second = 0;
        while second < 8 {
            then[first][second] = Symmetry::ALL[first].composed(Symmetry::ALL[second]);
            second += 1;
        }
        first += 1;
    }
    then
};
