//! Names of points.

use super::{Board, Point, Scene};

pub use kifu_board::Axis;

/// Names of points, and the edges that show them.
///
/// The default shows no names, and uses SGF letters if a note needs the name of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four edges are shown or not, each by itself"
)]
pub struct CoordinateLabels {
    /// The names of columns.
    pub columns: Axis,
    /// The names of rows.
    pub rows: Axis,
    /// Whether columns are counted from the right.
    pub from_right: bool,
    /// Whether rows are counted from the bottom.
    pub from_bottom: bool,
    /// Show the columns' names above the board.
    pub top: bool,
    /// Show the columns' names below the board.
    pub bottom: bool,
    /// Show the rows' names left of the board.
    pub left: bool,
    /// Show the rows' names right of the board.
    pub right: bool,
}

impl Default for CoordinateLabels {
    fn default() -> Self {
        Self::none()
    }
}

impl CoordinateLabels {
    const fn all(columns: Axis, rows: Axis) -> Self {
        Self {
            columns,
            rows,
            from_right: false,
            from_bottom: false,
            top: true,
            bottom: true,
            left: true,
            right: true,
        }
    }

    /// Whether an edge shows names.
    #[cfg(feature = "sgf")]
    pub(crate) const fn has_names(self) -> bool {
        self.top || self.bottom || self.left || self.right
    }

    /// No names shown; SGF letters in notes.
    pub const fn none() -> Self {
        Self {
            top: false,
            bottom: false,
            left: false,
            right: false,
            ..Self::all(Axis::Sgf, Axis::Sgf)
        }
    }

    /// Go in the West: letters without I, rows counted from below; `D4` is in
    /// the lower left. All four edges.
    pub const fn western() -> Self {
        Self {
            from_bottom: true,
            ..Self::all(Axis::Letters, Axis::Numbers)
        }
    }

    /// The letters of the file: `dd` is in the upper left.
    pub const fn sgf() -> Self {
        Self::all(Axis::Sgf, Axis::Sgf)
    }

    /// Numbers on both axes, counted from the upper left: `4-4`.
    pub const fn numbers() -> Self {
        Self::all(Axis::Numbers, Axis::Numbers)
    }

    /// East Asia: numerals above, kanji at the right, counted from the upper
    /// left: `4-四`.
    pub const fn east_asian() -> Self {
        Self {
            bottom: false,
            left: false,
            ..Self::all(Axis::Numbers, Axis::Kanji)
        }
    }

    /// Lower-case letters and numbers from the top: Hex, `TwixT`, Othello.
    pub const fn letters_down() -> Self {
        Self {
            bottom: false,
            right: false,
            ..Self::all(Axis::LowerLetters, Axis::Numbers)
        }
    }

    /// Lower-case letters and numbers from the bottom: chess, Lines of Action, Amazons, Gess, Renju.
    pub const fn letters_up() -> Self {
        Self {
            from_bottom: true,
            top: false,
            right: false,
            ..Self::all(Axis::LowerLetters, Axis::Numbers)
        }
    }

    /// Numbers on both axes, counted from the lower left: Octi.
    pub const fn numbers_up() -> Self {
        Self {
            from_bottom: true,
            top: false,
            right: false,
            ..Self::numbers()
        }
    }

    /// The preset of this name: `none`, `western`, `sgf`, `numbers`,
    /// `east-asian`, `letters-down`, `letters-up`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::none(),
            "western" => Self::western(),
            "sgf" => Self::sgf(),
            "numbers" => Self::numbers(),
            "east-asian" => Self::east_asian(),
            "letters-down" => Self::letters_down(),
            "letters-up" => Self::letters_up(),
            _ => return None,
        })
    }
}

impl Scene {
    /// The name of a column along the edge.
    pub fn column_name(&self, x: u16) -> String {
        let index = if self.coordinates.from_right {
            self.columns.saturating_sub(1).saturating_sub(x)
        } else {
            x
        };
        self.coordinates.columns.name(index).to_string()
    }

    /// The name of a row along the edge.
    pub fn row_name(&self, y: u16) -> String {
        let index = if self.coordinates.from_bottom {
            self.rows.saturating_sub(1).saturating_sub(y)
        } else {
            y
        };
        self.coordinates.rows.name(index).to_string()
    }

    /// The name of a point in the text of a note: `D4`, `dd`, `4-四`.
    pub fn point_name(&self, point: Point) -> String {
        let between = match self.coordinates.columns {
            // Points of Octi are two digits.
            _ if matches!(self.board, Board::Octi(_)) => "",
            Axis::Numbers | Axis::Kanji => "-",
            _ => "",
        };
        format!(
            "{}{between}{}",
            self.column_name(point.x),
            self.row_name(point.y)
        )
    }
}
