//! Lines of Action.
//!
//! A point is a letter and a number, `a5`. A move is two points joined by `-`, or by `:` for a capture; `+` and `!`
//! after it are annotations. There are also the words `Pass`, `Resign`, `Forfeit`, and `Escape` in the variant Gemma.
//! Case is ignored.

use std::fmt;

use kifu_board::Axis;
use kifu_syntax::Span;

use super::grid;
use crate::value::{Lenient, Size, ValueError, ValueErrorKind};

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, from 0 for `a`.
    pub column: u8,
    /// Row, from 0 for row 1, which is at the bottom unless `IY` turns the board.
    pub row: u8,
}

impl Point {
    /// Reads a point of a board of `size`.
    ///
    /// # Errors
    /// [`NotAPoint`](ValueErrorKind::NotAPoint) for anything except a letter and a number,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let point = grid::labeled_point(raw, size)?;
        match (u8::try_from(point.x), u8::try_from(point.y)) {
            (Ok(column @ 0..26), Ok(row)) => Ok(Self { column, row }),
            _ => Err(ValueError::whole(ValueErrorKind::NotAPoint, raw)),
        }
    }

    /// Reads a point with white space in it.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        grid::without_white_space(raw, |raw| Self::parse(raw, size))
    }
}

/// The raw value, in lower case.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (self.column.into(), self.row.into());
        let column = Axis::LowerLetters.name(column);
        write!(f, "{column}{}", Axis::Numbers.name(row))
    }
}

/// A move of Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A piece moves.
    Step {
        /// From here.
        from: Point,
        /// To here.
        to: Point,
        /// Whether it captures there: `:` instead of `-`.
        captures: bool,
    },
    /// `Pass`.
    Pass,
    /// `Resign`.
    Resign,
    /// `Forfeit`.
    Forfeit,
    /// `Escape`, in the variant Gemma.
    Escape,
}

const WORDS: [(&str, Move); 4] = [
    ("Pass", Move::Pass),
    ("Resign", Move::Resign),
    ("Forfeit", Move::Forfeit),
    ("Escape", Move::Escape),
];

impl Move {
    /// Reads a move on a board of `size`. Annotations after it are ignored.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything except a word or two points,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        if let Some(word) = grid::word(raw, &WORDS) {
            return Ok(word);
        }
        let step = raw.trim_end_matches(['+', '!']);
        let Some((from, to)) = step.split_once(['-', ':']) else {
            return Err(ValueError::whole(ValueErrorKind::NotAMove, raw));
        };
        let captures = step.as_bytes()[from.len()] == b':';
        let behind = from.len() + 1;
        Ok(Self::Step {
            from: Point::parse(from, size).map_err(|error| as_move(error, 0, from))?,
            to: Point::parse(to, size).map_err(|error| as_move(error, behind, to))?,
            captures,
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

/// The error of a point that begins at `start` of a move.
fn as_move(error: ValueError, start: usize, point: &str) -> ValueError {
    match error.kind {
        ValueErrorKind::OffBoard => error.offset_by(start),
        _ => ValueError::new(
            ValueErrorKind::NotAMove,
            Span::new(start, start + point.len()),
        ),
    }
}

/// The raw value: points in lower case, words with a capital.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Step { from, to, captures } = self {
            let sign = if *captures { ':' } else { '-' };
            return write!(f, "{from}{sign}{to}");
        }
        grid::write_word(f, self, &WORDS)
    }
}
