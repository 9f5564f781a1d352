//! Skins: the colors of boards of text, and the themes of boards of pixels.

use clap::ValueEnum;
use kifu_diagram::Theme;
use ratatui::style::Color;

/// Red, green and blue.
pub(crate) type Rgb = (u8, u8, u8);

/// The appearance of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Skin {
    /// Dark on a dark terminal, otherwise wood
    #[default]
    Auto,
    /// A wooden board
    Wood,
    /// Ink on paper
    Light,
    /// A dark board
    Dark,
    /// High contrast
    Contrast,
}

/// The colors of a board of text.
#[derive(Debug)]
pub(crate) struct Colors {
    pub(crate) board: Rgb,
    pub(crate) line: Rgb,
    pub(crate) black: Rgb,
    pub(crate) white: Rgb,
    /// Labels and marks on the board.
    pub(crate) sign: Rgb,
    /// Variations.
    pub(crate) accent: Rgb,
    /// The last move, on its stone.
    pub(crate) last: Rgb,
    /// The ground under the cursor.
    pub(crate) cursor: Rgb,
    /// The rim of stones that differ little from the board.
    pub(crate) rim: Option<Rim>,
}

/// The rim of the stones of one side.
#[derive(Debug)]
pub(crate) struct Rim {
    pub(crate) is_black: bool,
    pub(crate) color: Rgb,
}

impl Colors {
    /// Whether white stones need a rim: the board is nearly white.
    pub(crate) fn is_white_ring(&self) -> bool {
        self.rim.as_ref().is_some_and(|rim| !rim.is_black)
    }

    /// The color of a stone.
    pub(crate) const fn stone(&self, is_black: bool) -> Rgb {
        if is_black { self.black } else { self.white }
    }
}

const BLACK: Rgb = (0, 0, 0);
const WHITE: Rgb = (255, 255, 255);

const WOOD: Colors = Colors {
    board: (215, 175, 95),
    line: (135, 95, 0),
    black: BLACK,
    white: WHITE,
    sign: BLACK,
    accent: (175, 0, 0),
    last: (215, 0, 0),
    cursor: (0, 135, 215),
    rim: None,
};

const LIGHT: Colors = Colors {
    board: (238, 238, 238),
    line: (138, 138, 138),
    black: BLACK,
    white: WHITE,
    sign: BLACK,
    accent: (175, 0, 0),
    last: (215, 0, 0),
    cursor: (0, 135, 215),
    rim: Some(Rim {
        is_black: false,
        color: (88, 88, 88),
    }),
};

const DARK: Colors = Colors {
    board: (88, 88, 88),
    line: (158, 158, 158),
    black: BLACK,
    white: WHITE,
    sign: WHITE,
    accent: (255, 175, 95),
    last: (215, 0, 0),
    cursor: (0, 135, 215),
    rim: Some(Rim {
        is_black: true,
        color: (188, 188, 188),
    }),
};

/// The ground is as far from black as from white.
const CONTRAST: Colors = Colors {
    board: (0, 135, 175),
    line: BLACK,
    black: BLACK,
    white: WHITE,
    sign: WHITE,
    accent: (255, 255, 0),
    last: (255, 0, 0),
    cursor: (255, 95, 0),
    rim: None,
};

const CONTRAST_THEME: &str = r##"
extends = "book"
[page]
background = "#fff"
muted = "#fff"
accent = "#f80"
ink = "#fff"
[board]
fill = "#0087af"
dark = "#005f87"
line = "#000"
line-width = 0.05
edge-width = 0.1
[stone]
rim-width = 0.02
[white]
rim = "#fff"
"##;

impl Skin {
    const ALL: [Self; 5] = [
        Self::Auto,
        Self::Wood,
        Self::Light,
        Self::Dark,
        Self::Contrast,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Wood => "wood",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|skin| skin.name() == name)
    }

    /// The next skin; after the last one follows the first.
    pub(crate) fn next(self) -> Self {
        let at = Self::ALL.iter().position(|skin| *skin == self);
        Self::ALL[(at.unwrap_or(0) + 1) % Self::ALL.len()]
    }

    /// The skin that `auto` stands for on a terminal.
    const fn on(self, is_dark: bool) -> Self {
        match (self, is_dark) {
            (Self::Auto, true) => Self::Dark,
            (Self::Auto, false) => Self::Wood,
            (skin, _) => skin,
        }
    }

    pub(crate) const fn colors(self, is_dark: bool) -> &'static Colors {
        match self.on(is_dark) {
            Self::Auto | Self::Wood => &WOOD,
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Contrast => &CONTRAST,
        }
    }

    /// The theme of a board of pixels.
    pub(crate) fn theme(self, is_dark: bool) -> Theme {
        let name = match self.on(is_dark) {
            Self::Auto | Self::Wood => "wood",
            Self::Light => "paper",
            Self::Dark => "dark",
            Self::Contrast => return Theme::read(CONTRAST_THEME).0,
        };
        Theme::named(name).unwrap_or_default()
    }
}

/// The nearest of the 256 colors, which all terminals with colors have.
pub(crate) fn indexed((r, g, b): Rgb) -> Color {
    let step = |value: u8| {
        u8::try_from((u16::from(value).saturating_sub(35)) / 40)
            .unwrap_or(5)
            .min(5)
    };
    let (cr, cg, cb) = (step(r), step(g), step(b));
    let is_gray = r.abs_diff(g) < 10 && g.abs_diff(b) < 10;
    if is_gray {
        let level = (u16::from(r) + 2) / 10;
        return match level {
            0 => Color::Indexed(16),
            1..=24 => Color::Indexed(231 + u8::try_from(level).unwrap_or(24)),
            _ => Color::Indexed(231),
        };
    }
    Color::Indexed(16 + 36 * cr + 6 * cg + cb)
}

#[cfg(test)]
mod tests {
    use super::{Rgb, Skin};
    use clap::ValueEnum as _;
    use kifu_diagram::{Theme, picture::Fill};

    /// The contrast of two colors by the Web Content Accessibility Guidelines, 1 to 21.
    fn contrast(a: Rgb, b: Rgb) -> f32 {
        let light = |(r, g, b): Rgb| {
            let linear = |part: u8| {
                let part = f32::from(part) / 255.0;
                if part <= 0.04045 {
                    part / 12.92
                } else {
                    ((part + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
        };
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        (a / b).max(b / a)
    }

    #[test]
    fn stones_and_signs_differ_from_the_board() {
        for skin in Skin::ALL {
            for is_dark in [false, true] {
                let colors = skin.colors(is_dark);
                let name = skin.name();
                let least = if skin == Skin::Contrast { 4.0 } else { 2.0 };
                for (is_black, stone) in [(true, colors.black), (false, colors.white)] {
                    let rim = colors.rim.as_ref().filter(|rim| rim.is_black == is_black);
                    let edge = rim.map_or(stone, |rim| rim.color);
                    let own = contrast(edge, colors.board);
                    assert!(own >= least, "{name}: {own}");
                    let last = contrast(stone, colors.last);
                    assert!(last >= 2.5, "{name}: last move {last}");
                }
                for sign in [colors.sign, colors.accent] {
                    let own = contrast(sign, colors.board);
                    assert!(own >= 2.5, "{name}: {own}");
                }
                for stone in [colors.black, colors.white] {
                    let own = contrast(stone, colors.cursor);
                    assert!(own >= 2.5, "{name}: cursor {own}");
                }
                let line = contrast(colors.line, colors.board);
                assert!(line >= 2.0, "{name}: lines {line}");
            }
        }
    }

    #[test]
    fn names_and_themes() {
        for skin in Skin::ALL {
            assert_eq!(Skin::named(skin.name()), Some(skin));
            let option = skin.to_possible_value().expect("an option");
            assert_eq!(option.get_name(), skin.name());
        }
        assert_eq!(Skin::value_variants(), Skin::ALL);
        assert_eq!(Skin::named("other"), None);
        let (theme, problems) = Theme::read(super::CONTRAST_THEME);
        assert!(problems.is_empty(), "{problems:?}");
        let board = Skin::Contrast.colors(false).board;
        assert_eq!(
            theme.board.fill,
            Fill::Solid(kifu_diagram::picture::Rgb::new(board.0, board.1, board.2))
        );
        assert_eq!(Skin::Auto.theme(true), Skin::Dark.theme(false));
        assert_eq!(Skin::Contrast.next(), Skin::Auto);
    }
}
