use core::fmt;

use crate::{Axis, OffBoard, ParseError, Point, Size};

/// A notation of the points of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coordinates {
    /// Two letters, counted from the upper left corner: `pd`. Boards up to 52×52.
    #[default]
    Sgf,
    /// A letter without `I` for the column, a number for the row, counted from the lower left
    /// corner, as boards in the West and GTP have it: `Q16`. Columns after `Z` are `AA`, `AB`, …
    Board,
    /// A number for the column, a kanji for the row, counted from the upper left corner, as
    /// Japanese books have it: `16の四`.
    Japanese,
}

impl Coordinates {
    /// The name of a point of a board of `size`.
    #[must_use]
    pub const fn name(self, point: Point, size: Size) -> PointName {
        PointName {
            coordinates: self,
            point,
            size,
        }
    }

    /// Reads the name of a point on a board of `size`.
    ///
    /// Letters are read in any case, except those of SGF, which are case-sensitive. The two parts of Japanese
    /// coordinates are separated by `の`, `-`, `,` or nothing; both parts may be digits if there is a separator.
    ///
    /// # Errors
    ///
    /// [`ParseError::Point`] if the text is not the name of a point, [`ParseError::OffBoard`],
    /// [`ParseError::Column`] or [`ParseError::Row`] if the point is not on the board.
    pub fn parse(self, text: &str, size: Size) -> Result<Point, ParseError> {
        let point = match self {
            Self::Sgf => text.parse().ok(),
            Self::Board => Some(board_point(text, size)?),
            Self::Japanese => japanese_point(text),
        };
        let point = point.ok_or(ParseError::Point)?;
        if size.contains(point) {
            Ok(point)
        } else {
            Err(self.off_board(point, size))
        }
    }

    /// Returns the error that names the column or row of the text; the point may have no letters in SGF.
    fn off_board(self, point: Point, size: Size) -> ParseError {
        let axis = match self {
            Self::Sgf => return ParseError::OffBoard(OffBoard { point, size }),
            Self::Board => Axis::Letters,
            Self::Japanese => Axis::Numbers,
        };
        if point.x < size.columns() {
            let row = u32::from(point.y) + 1;
            return ParseError::Row { row, size };
        }
        let column = axis.name(point.x);
        ParseError::Column { column, size }
    }
}

fn board_point(text: &str, size: Size) -> Result<Point, ParseError> {
    let column = Axis::Letters.parse_prefix(text);
    let (x, rest) = column.ok_or(ParseError::Point)?;
    match Axis::Numbers.parse_prefix(rest) {
        // Rows are counted from below.
        Some((row, "")) => match (size.rows() - 1).checked_sub(row) {
            Some(y) => Ok(Point::new(x, y)),
            None => Err(ParseError::Row {
                row: u32::from(row) + 1,
                size,
            }),
        },
        _ => Err(ParseError::Point),
    }
}

fn japanese_point(text: &str) -> Option<Point> {
    let (x, rest) = Axis::Numbers.parse_prefix(text)?;
    let row = rest.strip_prefix(['の', '-', ',']);
    let y = match (Axis::Kanji.parse_prefix(row.unwrap_or(rest)), row) {
        (Some((y, "")), _) => y,
        (_, Some(row)) => match Axis::Numbers.parse_prefix(row)? {
            (y, "") => y,
            _ => return None,
        },
        _ => return None,
    };
    Some(Point::new(x, y))
}

/// The name of a point, from [`Coordinates::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointName {
    coordinates: Coordinates,
    point: Point,
    size: Size,
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Point { x, y } = self.point;
        if !self.size.contains(self.point) {
            return self.point.fmt(f);
        }
        match self.coordinates {
            Coordinates::Sgf => self.point.fmt(f),
            Coordinates::Board => {
                let row = self.size.rows() - 1 - y;
                write!(f, "{}{}", Axis::Letters.name(x), Axis::Numbers.name(row))
            }
            Coordinates::Japanese => {
                write!(f, "{}の{}", Axis::Numbers.name(x), Axis::Kanji.name(y))
            }
        }
    }
}
