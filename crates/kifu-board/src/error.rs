use core::fmt;

use crate::{LineName, OffBoard, Size};

/// Error for text that is not a point, color or size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not a point in the expected coordinates.
    Point,
    /// The text names a point outside the board, in the letters of SGF.
    OffBoard(OffBoard),
    /// The text names a column beyond the board.
    Column {
        /// The column, named as in the text.
        column: LineName,
        /// The size of the board.
        size: Size,
    },
    /// The text names a row beyond the board, counted from 1 from the side that the notation counts from.
    Row {
        /// The row.
        row: u32,
        /// The size of the board.
        size: Size,
    },
    /// The text is not a color.
    Color,
    /// The text is not a board size.
    Size,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point => f.write_str("not a point"),
            Self::OffBoard(error) => error.fmt(f),
            Self::Column { column, size } => {
                write!(f, "column {column} is not on the {size} board")
            }
            Self::Row { row, size } => write!(f, "row {row} is not on the {size} board"),
            Self::Color => f.write_str("not a color: expected `B`, `W`, `black` or `white`"),
            Self::Size => f.write_str("not a board size: expected `19` or `19:13`"),
        }
    }
}

impl core::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::OffBoard(error) => Some(error),
            _ => None,
        }
    }
}
