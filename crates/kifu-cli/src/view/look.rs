use std::env;

use clap::ValueEnum;

use super::skin::{Colors, Skin};
use crate::screen::Terminal;

/// How the board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardStyle {
    /// Pixels if the terminal shows pictures, otherwise text
    #[default]
    Auto,
    /// Characters
    Text,
    /// A picture, by the graphics protocol of kitty or iTerm2, or by sixel
    Pixels,
}

impl BoardStyle {
    const ALL: [Self; 3] = [Self::Auto, Self::Text, Self::Pixels];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Text => "text",
            Self::Pixels => "pixels",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// The abilities of the terminal, and the appearance that the user chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) has_color: bool,
    pub(crate) is_ascii: bool,
    pub(crate) board: BoardStyle,
    pub(crate) skin: Skin,
    /// Answers of the terminal; the default until it was asked.
    pub(crate) terminal: Terminal,
}

impl Look {
    /// Whether boards are drawn as pictures.
    pub(crate) fn has_pixels(&self) -> bool {
        let is_able = self.terminal.protocol.is_some();
        is_able
            && match self.board {
                BoardStyle::Auto => {
                    self.has_color && !self.is_ascii && !self.terminal.is_multiplexed
                }
                BoardStyle::Text => false,
                BoardStyle::Pixels => true,
            }
    }

    /// Draws boards as text instead of pixels, or as pixels. Returns a message if the terminal shows no pictures.
    pub(crate) fn switch_pixels(&mut self) -> Option<&'static str> {
        if self.has_pixels() {
            self.board = BoardStyle::Text;
        } else if self.terminal.protocol.is_some() {
            self.board = BoardStyle::Pixels;
        } else {
            return Some("this terminal shows no pictures");
        }
        None
    }

    /// The colors of the board.
    pub(crate) fn colors(&self) -> &'static Colors {
        self.skin.colors(self.terminal.is_dark())
    }

    /// Whether a filled disc in the color of the text is a white stone: without colors, on a dark terminal.
    pub(crate) fn has_light_text(&self) -> bool {
        !self.has_color && self.terminal.is_dark()
    }
}

/// Whether the locale names a character set that is not Unicode. One that names none, as on other
/// systems than Unix, is taken for Unicode.
pub(crate) fn speaks_ascii_only() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.is_some_and(|locale| !is_unicode(&locale))
}

fn is_unicode(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    match locale.split_once('.') {
        Some((_, charset)) => charset.replace('-', "").starts_with("utf8"),
        None => !matches!(&*locale, "c" | "posix"),
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardStyle, Look, is_unicode};
    use crate::screen::{Protocol, Terminal};

    #[test]
    fn locales() {
        for locale in ["en_US.UTF-8", "C.utf8", "ja_JP.UTF-8@x", "de_DE"] {
            assert!(is_unicode(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(!is_unicode(locale), "{locale}");
        }
    }

    #[test]
    fn pixels_need_a_terminal_that_has_them() {
        let able = Look {
            has_color: true,
            terminal: Terminal {
                protocol: Some(Protocol::Kitty),
                ..Terminal::default()
            },
            ..Look::default()
        };
        let with = |board, look: Look| Look { board, ..look }.has_pixels();
        let multiplexed = Look {
            terminal: Terminal {
                is_multiplexed: true,
                ..able.terminal
            },
            ..able
        };
        let ascii = Look {
            is_ascii: true,
            ..able
        };
        let unable = Look {
            terminal: Terminal::default(),
            ..able
        };
        for (look, is_automatic, is_possible) in [
            (able, true, true),
            (multiplexed, false, true),
            (ascii, false, true),
            (unable, false, false),
        ] {
            assert_eq!(with(BoardStyle::Auto, look), is_automatic, "{look:?}");
            assert_eq!(with(BoardStyle::Pixels, look), is_possible, "{look:?}");
            assert!(!with(BoardStyle::Text, look), "{look:?}");
        }
    }
}
