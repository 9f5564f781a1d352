//! Size: the value of `SZ`, `number | number:number`.

use std::fmt;

use super::{Lenient, Point, Repair, ValueError, ValueErrorKind, number, scan};
use crate::schema::Game;

/// The size of a board: at least one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    /// Number of columns.
    pub columns: u16,
    /// Number of rows.
    pub rows: u16,
}

impl Size {
    /// 19 columns, 19 rows: what Go is played on where `SZ` is missing.
    pub const GO: Self = Self::square(19);

    /// A board of `columns` and `rows`.
    #[must_use]
    pub const fn new(columns: u16, rows: u16) -> Self {
        Self { columns, rows }
    }

    /// A board with as many columns as rows.
    #[must_use]
    pub const fn square(side: u16) -> Self {
        Self::new(side, side)
    }

    /// The board of `game` where `SZ` is missing; `None` if the standard does not say.
    #[must_use]
    pub fn default_of(game: Game) -> Option<Self> {
        game.default_size().map(Self::square)
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Whether `point` lies on the board.
    #[must_use]
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        (point.column as u16) < self.columns && (point.row as u16) < self.rows
    }

    /// Whether points can be named on the whole board in `game`: for Go up to 52.
    #[must_use]
    pub fn fits(self, game: Game) -> bool {
        game.max_size()
            .is_none_or(|max| self.columns <= max && self.rows <= max)
    }

    /// Whether `tt` is a pass: on boards up to 19×19, where it is no point.
    #[must_use]
    #[inline]
    pub const fn has_tt_pass(self) -> bool {
        self.columns <= 19 && self.rows <= 19
    }

    /// Reads a size: one number, or two different ones.
    ///
    /// # Errors
    /// [`NotASize`](ValueErrorKind::NotASize) if something else stands there,
    /// [`OutOfRange`](ValueErrorKind::OutOfRange) for a side of 0 or above 65535,
    /// [`SquareSize`](ValueErrorKind::SquareSize) for two equal numbers.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        let size = Self::parse_two(raw)?;
        if raw.contains(':') && size.is_square() {
            return Err(ValueError::whole(ValueErrorKind::SquareSize, raw));
        }
        Ok(size)
    }

    /// Reads a size with two equal numbers, another sign between them (`19x19`, `13*9`), or with
    /// white space.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), for anything else.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        if let Ok(value) = Self::parse_two(raw) {
            return Ok(Lenient::repaired(value, Repair::SquareSize));
        }
        let trimmed = scan::trim(raw);
        if let Ok(value) = Self::parse_two(trimmed) {
            return Ok(Lenient::repaired(value, Repair::WhiteSpace));
        }
        let (columns, rest) = scan::split_digits(trimmed);
        let rows = rest.trim_start_matches(|char: char| {
            char.is_whitespace() || matches!(char, 'x' | 'X' | '*' | '×' | ',' | '/' | '-' | ':')
        });
        match (side(columns), side(rows)) {
            (Ok(columns), Ok(rows)) => Ok(Lenient::repaired(
                Self { columns, rows },
                Repair::SizeSeparator,
            )),
            _ => Err(strict),
        }
    }

    /// One or two numbers, equal or not.
    fn parse_two(raw: &str) -> Result<Self, ValueError> {
        match raw.split_once(':') {
            None => side(raw).map(Self::square),
            Some((columns, rows)) => Ok(Self {
                columns: side(columns)?,
                rows: side(rows).map_err(|error| error.offset_by(columns.len() + 1))?,
            }),
        }
    }
}

/// Reads the number of columns or rows.
fn side(raw: &str) -> Result<u16, ValueError> {
    let number = number::parse(raw).map_err(|error| match error.kind {
        ValueErrorKind::NotANumber => ValueError::whole(ValueErrorKind::NotASize, raw),
        _ => error,
    })?;
    u16::try_from(number)
        .ok()
        .filter(|&side| side > 0)
        .ok_or(ValueError::whole(ValueErrorKind::OutOfRange, raw))
}

/// The raw value: one number for a square board, else two.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_square() {
            write!(f, "{}", self.columns)
        } else {
            write!(f, "{}:{}", self.columns, self.rows)
        }
    }
}
