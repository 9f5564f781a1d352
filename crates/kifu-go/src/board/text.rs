//! Boards as text diagrams.

use core::fmt;

use super::Board;
use crate::{
    Color, Point, Size,
    bare::{EMPTY, ink},
};

impl Board {
    /// The position of a drawing: a row of points a line, `X` or `#` black, `O` white, `.`, `,` or
    /// `+` empty; blanks between points and empty lines are ignored.
    ///
    /// # Errors
    ///
    /// When a line is longer or shorter than the first, another character is found, or the board
    /// is too small or too large.
    pub fn from_text(text: &str) -> Result<Self, BoardTextError> {
        let rows = || text.lines().map(str::trim).filter(|row| !row.is_empty());
        let points = |row: &str| row.chars().filter(|c| !c.is_whitespace()).count();
        let width = rows().next().map_or(0, points);
        let (columns, height) = (count(width), count(rows().count()));
        let size = Size::new(columns, height)
            .ok()
            .filter(|size| size.has_letters())
            .ok_or(BoardTextError::Size {
                columns,
                rows: height,
            })?;
        let mut board = Self::new(size);
        for (y, row) in (0..).zip(rows()) {
            if points(row) != width {
                return Err(BoardTextError::Row {
                    row: y,
                    points: count(points(row)),
                });
            }
            for (x, c) in (0..).zip(row.chars().filter(|c| !c.is_whitespace())) {
                let color = match c {
                    'X' | '#' => Some(Color::Black),
                    'O' => Some(Color::White),
                    '.' | ',' | '+' => None,
                    found => return Err(BoardTextError::Character { row: y, found }),
                };
                board.paint(board.bare.index(Point { x, y }), color.map_or(EMPTY, ink));
            }
        }
        Ok(board)
    }
}

fn count(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

impl fmt::Display for Board {
    /// A drawing that [`Board::from_text`] reads: `X` black, `O` white, `.` empty, with blanks
    /// between, a line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.size().points() {
            let stone = match self.get(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            let end = if point.x + 1 == self.size().columns() {
                '\n'
            } else {
                ' '
            };
            write!(f, "{stone}{end}")?;
        }
        Ok(())
    }
}

/// Error in a drawing of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardTextError {
    /// The drawing has no point, or too many columns or rows.
    Size {
        /// The number of points in the first row.
        columns: u16,
        /// The number of rows.
        rows: u16,
    },
    /// A row is longer or shorter than the first.
    Row {
        /// The row, from 0 at the top.
        row: u16,
        /// Number of points in it.
        points: u16,
    },
    /// A character is neither a stone nor an empty point.
    Character {
        /// The row, from 0 at the top.
        row: u16,
        /// The character.
        found: char,
    },
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { columns, rows } => write!(
                f,
                "board of {columns}×{rows}: each side must have 1 to {} points",
                Size::LETTERS
            ),
            Self::Row { row, points } => {
                write!(f, "row {row} has {points} points, unlike the first row")
            }
            Self::Character { row, found } => {
                write!(f, "row {row} has {found:?}; write `X`, `O` or `.`")
            }
        }
    }
}

impl core::error::Error for BoardTextError {}
