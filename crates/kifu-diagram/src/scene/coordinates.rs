//! The names of points.

use super::{Point, Scene};

/// How the columns or the rows are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// `A` to `Z` without `I`, then `AA`, `AB`, …
    Letters,
    /// `a` to `z` with `i`, then `aa`, `ab`, …
    #[default]
    LowerLetters,
    /// `A` to `Z` with `I`, then `AA`, `AB`, …
    AllLetters,
    /// The letters of SGF: `a` to `z`, `A` to `Z`; nothing beyond 52.
    Sgf,
    /// 1, 2, 3, …
    Numbers,
    /// 一, 二, 三, …
    Kanji,
}

impl Axis {
    /// The name of the `index`-th line, counted from 0.
    pub fn name(self, index: u16) -> String {
        const NO_I: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        const LOWER: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
        const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        match self {
            Self::Letters => letters(index, NO_I),
            Self::LowerLetters => letters(index, LOWER),
            Self::AllLetters => letters(index, UPPER),
            Self::Sgf => match index {
                0..26 => char::from(LOWER[usize::from(index)]).to_string(),
                26..52 => char::from(UPPER[usize::from(index) - 26]).to_string(),
                _ => String::new(),
            },
            Self::Numbers => (u32::from(index) + 1).to_string(),
            Self::Kanji => kanji(u32::from(index) + 1),
        }
    }
}

/// Counts in letters as spreadsheets do: no zero, so `z` is followed by `aa`.
fn letters(index: u16, alphabet: &[u8]) -> String {
    let mut left = usize::from(index) + 1;
    let mut name = Vec::new();
    while left > 0 {
        left -= 1;
        name.push(char::from(alphabet[left % alphabet.len()]));
        left /= alphabet.len();
    }
    name.iter().rev().collect()
}

/// A number in East Asian numerals: 十九 for 19. From 100 on, digit by digit.
pub fn kanji(number: u32) -> String {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let digit = |n: u32| DIGITS[(n % 10) as usize];
    let mut text = String::new();
    if number >= 100 || number == 0 {
        text.extend(
            number
                .to_string()
                .chars()
                .filter_map(|c| c.to_digit(10))
                .map(digit),
        );
        return text;
    }
    if number >= 20 {
        text.push(digit(number / 10));
    }
    if number >= 10 {
        text.push('十');
    }
    if !number.is_multiple_of(10) {
        text.push(digit(number));
    }
    text
}

/// How points are named, and on which edges the names stand.
///
/// The default shows nothing and calls points by their SGF letters where a name
/// is needed in a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four edges are shown or not, each by itself"
)]
pub struct Coordinates {
    /// The names of columns.
    pub columns: Axis,
    /// The names of rows.
    pub rows: Axis,
    /// Whether columns are counted from the right.
    pub from_right: bool,
    /// Whether rows are counted from the bottom.
    pub from_bottom: bool,
    /// Show the columns' names above the board.
    pub top: bool,
    /// Show the columns' names below the board.
    pub bottom: bool,
    /// Show the rows' names left of the board.
    pub left: bool,
    /// Show the rows' names right of the board.
    pub right: bool,
}

impl Default for Coordinates {
    fn default() -> Self {
        Self::none()
    }
}

impl Coordinates {
    const fn all(columns: Axis, rows: Axis) -> Self {
        Self {
            columns,
            rows,
            from_right: false,
            from_bottom: false,
            top: true,
            bottom: true,
            left: true,
            right: true,
        }
    }

    /// None shown; SGF letters where a name is needed.
    pub const fn none() -> Self {
        Self {
            top: false,
            bottom: false,
            left: false,
            right: false,
            ..Self::all(Axis::Sgf, Axis::Sgf)
        }
    }

    /// Go in the West: letters without I, rows counted from below; `D4` is in
    /// the lower left. All four edges.
    pub const fn western() -> Self {
        Self {
            from_bottom: true,
            ..Self::all(Axis::Letters, Axis::Numbers)
        }
    }

    /// The letters of the file: `dd` is in the upper left.
    pub const fn sgf() -> Self {
        Self::all(Axis::Sgf, Axis::Sgf)
    }

    /// Numbers on both axes, counted from the upper left: `4-4`.
    pub const fn numbers() -> Self {
        Self::all(Axis::Numbers, Axis::Numbers)
    }

    /// East Asia: numerals above, kanji at the right, counted from the upper
    /// left: `4-四`.
    pub const fn east_asian() -> Self {
        Self {
            bottom: false,
            left: false,
            ..Self::all(Axis::Numbers, Axis::Kanji)
        }
    }

    /// Lower-case letters and numbers from the top: Hex, `TwixT`, Othello.
    pub const fn letters_down() -> Self {
        Self {
            bottom: false,
            right: false,
            ..Self::all(Axis::LowerLetters, Axis::Numbers)
        }
    }

    /// Lower-case letters and numbers from the bottom, as in chess: Lines of
    /// Action, Amazons, Gess, Renju.
    pub const fn letters_up() -> Self {
        Self {
            from_bottom: true,
            top: false,
            right: false,
            ..Self::all(Axis::LowerLetters, Axis::Numbers)
        }
    }

    /// The preset of this name: `none`, `western`, `sgf`, `numbers`,
    /// `east-asian`, `letters-down`, `letters-up`.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::none(),
            "western" => Self::western(),
            "sgf" => Self::sgf(),
            "numbers" => Self::numbers(),
            "east-asian" => Self::east_asian(),
            "letters-down" => Self::letters_down(),
            "letters-up" => Self::letters_up(),
            _ => return None,
        })
    }
}

impl Scene {
    /// The name of a column along the edge.
    pub fn column_name(&self, x: u16) -> String {
        let index = if self.coordinates.from_right {
            self.columns.saturating_sub(1).saturating_sub(x)
        } else {
            x
        };
        self.coordinates.columns.name(index)
    }

    /// The name of a row along the edge.
    pub fn row_name(&self, y: u16) -> String {
        let index = if self.coordinates.from_bottom {
            self.rows.saturating_sub(1).saturating_sub(y)
        } else {
            y
        };
        self.coordinates.rows.name(index)
    }

    /// The name of a point in the text of a note: `D4`, `dd`, `4-四`.
    pub fn point_name(&self, point: Point) -> String {
        let between = match self.coordinates.columns {
            Axis::Numbers | Axis::Kanji => "-",
            _ => "",
        };
        format!(
            "{}{between}{}",
            self.column_name(point.x),
            self.row_name(point.y)
        )
    }
}
