use core::fmt;

use crate::Point;

/// The size of a board: 1 to 52 columns, 1 to 52 rows (FF\[4\], property `SZ` in Go).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The longest side of a board: the letters `a` to `z` and `A` to `Z`.
    pub const MAX: u8 = 52;
    /// The usual board, 19×19.
    pub const NINETEEN: Self = Self {
        width: 19,
        height: 19,
    };
    /// The 13×13 board.
    pub const THIRTEEN: Self = Self {
        width: 13,
        height: 13,
    };
    /// The 9×9 board.
    pub const NINE: Self = Self {
        width: 9,
        height: 9,
    };

    /// The size of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// When a side is 0 or longer than [`Size::MAX`].
    pub const fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        if width == 0 || height == 0 || width > Self::MAX as u32 || height > Self::MAX as u32 {
            return Err(SizeError { width, height });
        }
        Ok(Self {
            width: width as u8,
            height: height as u8,
        })
    }

    /// The size of a board with as many columns as rows.
    ///
    /// # Errors
    ///
    /// When `side` is 0 or longer than [`Size::MAX`].
    pub const fn square(side: u32) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// The number of columns.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    #[must_use]
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `point` lies on a board of this size.
    #[must_use]
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// All points, row by row from the upper left corner.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// Columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }

    /// The place of `point` among [`Size::points`].
    pub(crate) const fn ordinal(self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }
}

impl Default for Size {
    /// 19×19.
    fn default() -> Self {
        Self::NINETEEN
    }
}

impl fmt::Display for Size {
    /// `19×19`: columns, then rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// A size that no board of Go has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeError {
    /// The columns asked for.
    pub width: u32,
    /// The rows asked for.
    pub height: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a board of {}×{} cannot be made: each side has 1 to {} points",
            self.width,
            self.height,
            Size::MAX
        )
    }
}

impl core::error::Error for SizeError {}

/// A point that does not lie on the board.
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
