//! Boards, points and rectangles.

pub use kifu_board::Point;

use super::{Backgammon, Octi};

/// Kind of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Board {
    /// Pieces are on the crossings of lines: Go, Gomoku, Renju.
    #[default]
    Lines,
    /// Pieces are in squares: Othello, chess, Amazons, Lines of Action, Gess.
    Cells {
        /// Whether every other square is dark. The upper left square is light.
        checkered: bool,
    },
    /// Six-sided cells, each row half a cell to the right of the one above:
    /// Hex. Black's edges are top and bottom, White's are left and right.
    Hex,
    /// Holes for pegs; the outermost rows and columns are outside of border lines: `TwixT`.
    Holes,
    /// Twenty-four points, a bar and two trays. The points of the scene are those of the standard: column 0 is `a` …
    /// 23 is `x`, 24 is the bar, 25 the tray, all in row 0. They may have marks and labels; the checkers are in this
    /// variant.
    Backgammon(Box<Backgammon>),
    /// Squares with pods and octi squares, which are in this variant. The points may have marks and labels too.
    Octi(Box<Octi>),
}

/// A rectangle of points; all four sides belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The first column.
    pub left: u16,
    /// The first row.
    pub top: u16,
    /// The last column.
    pub right: u16,
    /// The last row.
    pub bottom: u16,
}

impl Rect {
    /// Creates the rectangle with these corners, in any order.
    pub fn new(a: Point, b: Point) -> Self {
        Self {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            right: a.x.max(b.x),
            bottom: a.y.max(b.y),
        }
    }

    /// All points of a board. A board without columns or rows counts as 1x1.
    pub(crate) fn board(columns: u16, rows: u16) -> Self {
        Self {
            left: 0,
            top: 0,
            right: columns.saturating_sub(1),
            bottom: rows.saturating_sub(1),
        }
    }

    /// Returns the smallest rectangle around points; `None` if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |rect, p| {
            let Some(rect) = rect else {
                return Some(Self::new(p, p));
            };
            Some(Self {
                left: rect.left.min(p.x),
                top: rect.top.min(p.y),
                right: rect.right.max(p.x),
                bottom: rect.bottom.max(p.y),
            })
        })
    }

    pub(crate) fn normal(self) -> Self {
        Self::new(
            Point::new(self.left, self.top),
            Point::new(self.right, self.bottom),
        )
    }

    pub(crate) fn intersect(self, other: Self) -> Option<Self> {
        let both = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (both.left <= both.right && both.top <= both.bottom).then_some(both)
    }

    /// Whether the point is in the rectangle.
    pub fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// Number of columns.
    pub fn columns(self) -> u16 {
        (self.right - self.left).saturating_add(1)
    }

    /// Number of rows.
    pub fn rows(self) -> u16 {
        (self.bottom - self.top).saturating_add(1)
    }
}

/// The star points of a Go board: the corner stars on the third line below 12
/// lines and on the fourth from 12, the center on odd boards, the middles of
/// the sides from 17. Boards under 5 lines have none.
pub fn go_stars(columns: u16, rows: u16) -> Vec<Point> {
    let axis = |size: u16| -> Vec<(u16, bool)> {
        let line = match size {
            0..=4 => return Vec::new(),
            // The two corner stars would fall together or side by side.
            5 | 6 => size,
            7..=11 => 2,
            _ => 3,
        };
        let mut stars = Vec::new();
        if line < size {
            stars.extend([(line, false), (size - 1 - line, false)]);
        }
        if size % 2 == 1 {
            stars.push((size / 2, true));
        }
        stars
    };
    let sides = columns.min(rows) >= 17;
    let mut stars = Vec::new();
    for &(x, mid_x) in &axis(columns) {
        for &(y, mid_y) in &axis(rows) {
            if mid_x == mid_y || sides {
                stars.push(Point::new(x, y));
            }
        }
    }
    stars.sort_unstable();
    stars
}
