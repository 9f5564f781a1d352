//! The look of a diagram: colors, line widths, font.
//!
//! A theme is a TOML file. Four are built in ([`Theme::NAMES`]). A custom file lists only its differences from the
//! theme it `extends`, or from `book`:
//!
//! ```
//! use kifu_diagram::Theme;
//!
//! let (theme, problems) = Theme::read("
//!     extends = 'wood'
//!     [black]
//!     fill = '#223'
//! ");
//! assert!(problems.is_empty());
//! assert_eq!(theme.board, Theme::named("wood").unwrap().board);
//! ```

mod read;

pub use read::ThemeProblem;

use crate::picture::{Fill, Rgb};
use crate::scene::Color;

/// The look of a diagram. Lengths are in cells of the board. The default is
/// `book`: black and white.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Area around the board.
    pub page: Page,
    /// Requested font families, best first, as in CSS.
    pub font: String,
    /// The board.
    pub board: BoardLook,
    /// The size of stones.
    pub stone: StoneLook,
    /// Black's stones.
    pub black: SideLook,
    /// White's stones.
    pub white: SideLook,
    /// The width of the lines of marks.
    pub mark_width: f32,
    /// Opacity of the cover on a dimmed point, 0 to 1.
    pub dim: f32,
}

/// Area around the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Background; `None` is transparent.
    pub background: Option<Rgb>,
    /// Words, and marks on empty points.
    pub ink: Rgb,
    /// Coordinates.
    pub muted: Rgb,
    /// The last move, variations.
    pub accent: Rgb,
}

/// The board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardLook {
    /// The ground.
    pub fill: Fill,
    /// Color of the lines of its grain. Default: `None`, a smooth ground.
    pub grain: Option<Rgb>,
    /// Opacity of the grain, 0 to 1.
    pub grain_strength: f32,
    /// The dark squares of a checkered board.
    pub dark: Rgb,
    /// Lines and star points.
    pub line: Rgb,
    /// The width of lines.
    pub line_width: f32,
    /// The width of the lines at the edge.
    pub edge_width: f32,
    /// The distance of two rows of a board of lines, in columns: 1 by default, some 1.07 on real
    /// boards.
    pub aspect: f32,
    /// The radius of star points.
    pub star: f32,
}

/// The size of stones.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneLook {
    /// The radius, 0.3 to 0.5.
    pub radius: f32,
    /// The width of the rim.
    pub rim_width: f32,
    /// Darkness of the shadow, 0 to 1. Default: 0, no shadow.
    pub shadow: f32,
    /// Distance of the shadow from the stone, to the right and down. Default: 0.05 and 0.07.
    pub shadow_offset: (f32, f32),
    /// The width over which the shadow fades out. Default: 0, a sharp border.
    pub shadow_blur: f32,
}

/// The stones of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLook {
    /// The ground.
    pub fill: Fill,
    /// Color of the fine lines of shell. Default: `None`, a smooth stone.
    pub shell: Option<Rgb>,
    /// The rim.
    pub rim: Rgb,
    /// Numbers, labels and marks on it.
    pub text: Rgb,
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            page: Page {
                background: Some(Rgb::WHITE),
                ink: Rgb::BLACK,
                muted: Rgb::gray(0x44),
                accent: Rgb::BLACK,
            },
            font: "Noto Sans, Helvetica, Arial, Noto Sans CJK JP, Noto Sans CJK SC, sans-serif"
                .into(),
            board: BoardLook {
                fill: Fill::Solid(Rgb::WHITE),
                grain: None,
                grain_strength: 0.3,
                dark: Rgb::gray(0xd9),
                line: Rgb::BLACK,
                line_width: 0.035,
                edge_width: 0.08,
                star: 0.11,
                aspect: 1.0,
            },
            stone: StoneLook {
                radius: 0.475,
                rim_width: 0.045,
                shadow: 0.0,
                shadow_offset: (0.05, 0.07),
                shadow_blur: 0.0,
            },
            black: SideLook {
                fill: Fill::Solid(Rgb::BLACK),
                shell: None,
                rim: Rgb::BLACK,
                text: Rgb::WHITE,
            },
            white: SideLook {
                fill: Fill::Solid(Rgb::WHITE),
                shell: None,
                rim: Rgb::BLACK,
                text: Rgb::BLACK,
            },
            mark_width: 0.09,
            dim: 0.6,
        }
    }
}

impl Theme {
    /// The names of the built-in themes.
    pub const NAMES: [&str; 6] = ["book", "paper", "wood", "kaya", "slate", "dark"];

    /// The built-in theme of this name.
    pub fn named(name: &str) -> Option<Self> {
        // A test asserts that the built-in files have no problems.
        Self::source(name).map(|text| Self::read(text).0)
    }

    /// The file of a built-in theme, as a starting point for another one.
    pub fn source(name: &str) -> Option<&'static str> {
        Some(match name {
            "book" => include_str!("../../themes/book.toml"),
            "paper" => include_str!("../../themes/paper.toml"),
            "wood" => include_str!("../../themes/wood.toml"),
            "kaya" => include_str!("../../themes/kaya.toml"),
            "slate" => include_str!("../../themes/slate.toml"),
            "dark" => include_str!("../../themes/dark.toml"),
            _ => return None,
        })
    }

    /// The look of a side's stones.
    pub fn side(&self, side: Color) -> &SideLook {
        match side {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
