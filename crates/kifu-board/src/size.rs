use core::{fmt, str::FromStr};

use crate::{ParseError, Point};

/// The size of a board: at least one column and one row.
///
/// The points of boards up to 52×52 have two-letter names in SGF ([`Size::has_letters`]). Some games
/// (Hex, for one) number their rows and have no such limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    columns: u16,
    rows: u16,
}

impl Size {
    /// The longest side whose lines all have a letter in SGF: `a` to `z`, then `A` to `Z`.
    pub const LETTERS: u16 = 52;
    /// The usual board of Go, 19×19.
    pub const GO: Self = Self::both(19);
    /// The 13×13 board.
    pub const THIRTEEN: Self = Self::both(13);
    /// The 9×9 board.
    pub const NINE: Self = Self::both(9);
    /// The largest board whose points have two-letter names, 52×52.
    pub const LARGEST: Self = Self::both(Self::LETTERS);

    const fn both(side: u16) -> Self {
        Self {
            columns: side,
            rows: side,
        }
    }

    /// The size of a board with `columns` and `rows`.
    ///
    /// # Errors
    ///
    /// When a side is 0.
    pub const fn new(columns: u16, rows: u16) -> Result<Self, SizeError> {
        if columns == 0 || rows == 0 {
            return Err(SizeError { columns, rows });
        }
        Ok(Self { columns, rows })
    }

    /// The size of a board with as many columns as rows.
    ///
    /// # Errors
    ///
    /// When `side` is 0.
    pub const fn square(side: u16) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// The size of a board with `COLUMNS` and `ROWS`, which the compiler checks.
    ///
    /// ```
    /// use kifu_board::Size;
    ///
    /// const OTHELLO: Size = Size::of::<8, 8>();
    /// assert_eq!(Size::square(8), Ok(OTHELLO));
    /// ```
    #[must_use]
    pub const fn of<const COLUMNS: u16, const ROWS: u16>() -> Self {
        const { assert!(COLUMNS > 0 && ROWS > 0, "each side must be 1 or longer") };
        Self {
            columns: COLUMNS,
            rows: ROWS,
        }
    }

    /// The number of columns.
    #[must_use]
    #[inline]
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    #[inline]
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// The number of points.
    #[must_use]
    #[inline]
    pub const fn area(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    #[inline]
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Whether all points have two-letter names in SGF: neither side is longer than 52.
    #[must_use]
    #[inline]
    pub const fn has_letters(self) -> bool {
        self.columns <= Self::LETTERS && self.rows <= Self::LETTERS
    }

    /// Whether `tt` is a pass: true on boards up to 19×19, which lack that point.
    #[must_use]
    #[inline]
    pub const fn has_tt_pass(self) -> bool {
        self.columns <= 19 && self.rows <= 19
    }

    /// Whether `point` is on a board of this size.
    #[must_use]
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.columns && point.y < self.rows
    }

    /// All points, row by row from the upper left corner.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.rows).flat_map(move |y| (0..self.columns).map(move |x| Point { x, y }))
    }

    /// The index of `point` among [`Size::points`]: its place in an array of the board. Only
    /// meaningful for points of the board.
    #[must_use]
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        point.y as usize * self.columns as usize + point.x as usize
    }

    /// The point at `index` of [`Size::points`]; `None` if there are fewer.
    #[must_use]
    #[inline]
    pub const fn point_at(self, index: usize) -> Option<Point> {
        if index >= self.area() {
            return None;
        }
        let columns = self.columns as usize;
        Some(Point {
            x: (index % columns) as u16,
            y: (index / columns) as u16,
        })
    }

    /// The size with columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            columns: self.rows,
            rows: self.columns,
        }
    }

    /// The size with each side cut to `longest`, or to 1 if that is 0.
    #[must_use]
    pub const fn at_most(self, longest: u16) -> Self {
        const fn cut(side: u16, longest: u16) -> u16 {
            match longest {
                0 => 1,
                _ if side > longest => longest,
                _ => side,
            }
        }
        Self {
            columns: cut(self.columns, longest),
            rows: cut(self.rows, longest),
        }
    }

    /// The size in SGF notation: `19`, or `19:13` if the sides differ.
    #[must_use]
    pub const fn sgf(self) -> impl fmt::Display {
        SgfSize(self)
    }
}

impl Default for Size {
    /// 19×19.
    fn default() -> Self {
        Self::GO
    }
}

impl fmt::Display for Size {
    /// `19×19`: columns, then rows. The form of SGF is [`Size::sgf`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.columns, self.rows)
    }
}

struct SgfSize(Size);

impl fmt::Display for SgfSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { columns, rows } = self.0;
        if columns == rows {
            write!(f, "{columns}")
        } else {
            write!(f, "{columns}:{rows}")
        }
    }
}

impl FromStr for Size {
    type Err = ParseError;

    /// Reads one number (`19`), or columns and rows with `:`, `x` or `×` between them (`19:13`).
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let side = |text: &str| -> Option<u16> {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let (columns, rows) = match text.split_once([':', 'x', '×']) {
            Some((columns, rows)) => (side(columns), side(rows)),
            None => (side(text), side(text)),
        };
        match (columns, rows) {
            (Some(columns), Some(rows)) => Self::new(columns, rows).map_err(|_| ParseError::Size),
            _ => Err(ParseError::Size),
        }
    }
}

/// Error: a board needs at least one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeError {
    /// The number of columns requested.
    pub columns: u16,
    /// The number of rows requested.
    pub rows: u16,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "board of {}×{}: each side must be 1 or longer",
            self.columns, self.rows
        )
    }
}

impl core::error::Error for SizeError {}

/// Error: a point is not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OffBoard {
    /// The point.
    pub point: Point,
    /// The size of the board.
    pub size: Size,
}

impl fmt::Display for OffBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not on the {} board", self.point, self.size)
    }
}

impl core::error::Error for OffBoard {}
