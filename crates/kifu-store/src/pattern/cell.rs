use kifu_go::Color;

use crate::event::{BLACK, EMPTY, WHITE, state};

/// The allowed contents of a point of a pattern: any set of black, white and empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// Empty: `.`.
    pub const EMPTY: Self = Self(EMPTY);
    /// A black stone: `X`.
    pub const BLACK: Self = Self(BLACK);
    /// A white stone: `O`.
    pub const WHITE: Self = Self(WHITE);
    /// Anything: `*`.
    pub const ANY: Self = Self(EMPTY | BLACK | WHITE);
    /// A black stone or nothing: `x`.
    pub const NOT_WHITE: Self = Self(EMPTY | BLACK);
    /// A white stone or nothing: `o`.
    pub const NOT_BLACK: Self = Self(EMPTY | WHITE);
    /// A stone of either color: `@`.
    pub const STONE: Self = Self(BLACK | WHITE);

    /// The cell for a letter of a drawing.
    #[must_use]
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter {
            '.' | '+' | ',' => Self::EMPTY,
            'X' | 'B' | '#' => Self::BLACK,
            'O' | 'W' => Self::WHITE,
            '*' | '?' => Self::ANY,
            'x' => Self::NOT_WHITE,
            'o' => Self::NOT_BLACK,
            '@' => Self::STONE,
            _ => return None,
        })
    }

    /// The letter of a drawing.
    #[must_use]
    pub const fn to_char(self) -> char {
        match self.0 {
            EMPTY => '.',
            BLACK => 'X',
            WHITE => 'O',
            3 => 'x',
            5 => 'o',
            6 => '@',
            _ => '*',
        }
    }

    /// The color of the stone, if only a stone of one color is allowed.
    #[must_use]
    pub const fn stone(self) -> Option<Color> {
        match self.0 {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) const fn mask(self) -> u8 {
        self.0
    }

    /// This cell with the colors swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self(self.0 & EMPTY | (self.0 & BLACK) << 1 | (self.0 & WHITE) >> 1)
    }

    pub(super) const fn allows(self, state: u8) -> bool {
        self.0 & state != 0
    }
}

impl From<Option<Color>> for Cell {
    fn from(stone: Option<Color>) -> Self {
        Self(state(stone))
    }
}
