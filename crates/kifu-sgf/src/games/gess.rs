//! Gess.
//!
//! Points are written as in Go, on a board whose size includes the rim. A move is the center of a piece of 3×3 points
//! and its destination, with a colon between them; the colon is part of the move and makes no Compose value. A center
//! is never on the rim.

use std::fmt;

use super::grid;
use crate::value::{self, Lenient, Size, ValueError, ValueErrorKind};

pub use crate::value::{Point, Stone};

/// A move of Gess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The center of the piece.
    pub from: Point,
    /// Destination of the center.
    pub to: Point,
}

impl Move {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything except two points with a colon between
    /// them, [`OffBoard`](ValueErrorKind::OffBoard) on the rim or outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let Some((from, to)) = raw.split_once(':') else {
            return Err(ValueError::whole(ValueErrorKind::NotAMove, raw));
        };
        Ok(Self {
            from: center(from, size)?,
            to: center(to, size).map_err(|error| error.offset_by(from.len() + 1))?,
        })
    }

    /// Reads a move with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// Reads a point that is not on the rim.
fn center(raw: &str, size: Size) -> Result<Point, ValueError> {
    let point = value::point::parse_on(raw, size).map_err(|error| match error.kind {
        ValueErrorKind::NotAPoint => ValueError::whole(ValueErrorKind::NotAMove, raw),
        _ => error,
    })?;
    let is_inside = |at: u16, side: u16| at > 0 && at + 1 < side;
    if is_inside(point.x, size.columns()) && is_inside(point.y, size.rows()) {
        Ok(point)
    } else {
        Err(ValueError::whole(ValueErrorKind::OffBoard, raw))
    }
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.from, self.to)
    }
}
