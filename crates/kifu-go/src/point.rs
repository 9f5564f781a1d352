use core::fmt;

/// A point of the board: column and row, counted from 0 at the upper left corner.
///
/// A point knows nothing of the size of a board; whether it lies on one is
/// [`Size::contains`](crate::Size::contains).
///
/// Points are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Column, from the left.
    pub x: u8,
    /// Row, from the top.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    #[must_use]
    #[inline]
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The point that two letters name in SGF (FF\[4\], Go, *Point*): column, then row; `a` to `z`
    /// are 0 to 25, `A` to `Z` are 26 to 51.
    ///
    /// `None` where either byte is no letter.
    #[must_use]
    #[inline]
    pub const fn from_letters(column: u8, row: u8) -> Option<Self> {
        let (x, y) = (ORDINALS[column as usize], ORDINALS[row as usize]);
        if x | y == NONE {
            return None;
        }
        Some(Self { x, y })
    }

    /// The two letters that name the point in SGF, column first; `None` beyond column or row 51.
    #[must_use]
    pub const fn letters(self) -> Option<[u8; 2]> {
        match (letter(self.x), letter(self.y)) {
            (Some(x), Some(y)) => Some([x, y]),
            _ => None,
        }
    }
}

/// The ordinal of a byte that is no letter: all bits, so that a pair is one test.
const NONE: u8 = u8::MAX;

/// What each byte counts as a letter.
static ORDINALS: [u8; 256] = {
    let mut ordinals = [NONE; 256];
    let mut ordinal = 0;
    while let Some(letter) = letter(ordinal) {
        ordinals[letter as usize] = ordinal;
        ordinal += 1;
    }
    ordinals
};

const fn letter(ordinal: u8) -> Option<u8> {
    match ordinal {
        0..26 => Some(b'a' + ordinal),
        26..52 => Some(b'A' + ordinal - 26),
        _ => None,
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl fmt::Display for Point {
    /// The letters of SGF (`pd`), or column and row as numbers (`60:3`) where there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letters() {
            Some([x, y]) => write!(f, "{}{}", char::from(x), char::from(y)),
            None => write!(f, "{}:{}", self.x, self.y),
        }
    }
}

/// What a player does in a turn: a stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// No stone is played.
    Pass,
    /// A stone is played on this point.
    At(Point),
}

impl Move {
    /// The point played on; `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::At(point) => Some(point),
        }
    }
}

impl From<Point> for Move {
    #[inline]
    fn from(point: Point) -> Self {
        Self::At(point)
    }
}

impl fmt::Display for Move {
    /// The point as [`Point`] prints it, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::At(point) => point.fmt(f),
        }
    }
}
