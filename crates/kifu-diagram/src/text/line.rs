//! Lines of text in the colors of a terminal.

use core::fmt::{self, Write as _};

use crate::measure;
use crate::scene::Color;

/// Kind of a piece of text, which selects its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ink {
    /// Beside the board.
    Plain,
    /// The lines and points of the board.
    Grid,
    /// Marks, labels and numbers on the board.
    Sign,
    /// The sign of a stone or another piece.
    Stone(Color),
    /// Words on a stone.
    On(Color),
    /// Start of a variation.
    Hint,
    /// A point grayed out.
    Dim,
}

impl Ink {
    /// Foreground and background of the text, as numbers of the 256-color palette; `None` for [`Plain`](Self::Plain),
    /// which uses the colors of the terminal.
    pub fn colors(self) -> Option<[u8; 2]> {
        const WOOD: u8 = 179;
        Some(match self {
            Self::Plain => return None,
            Self::Grid | Self::Dim => [94, WOOD],
            Self::Sign | Self::Stone(Color::Black) => [16, WOOD],
            Self::Stone(Color::White) => [231, WOOD],
            Self::On(Color::Black) => [231, 16],
            Self::On(Color::White) => [16, 231],
            Self::Hint => [124, WOOD],
        })
    }

    /// Whether the text is bold.
    pub fn is_bold(self) -> bool {
        matches!(self, Self::Sign | Self::Hint)
    }

    /// Whether the text is faint.
    pub fn is_faint(self) -> bool {
        self == Self::Dim
    }
}

/// A line of text in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The pieces from left to right. None is empty; neighbors differ in color.
    pub spans: Vec<(Ink, String)>,
}

impl Line {
    pub(super) fn plain(text: impl AsRef<str>) -> Self {
        let mut line = Self::default();
        line.push(Ink::Plain, text);
        line
    }

    pub(super) fn push(&mut self, ink: Ink, text: impl AsRef<str>) {
        let text = text.as_ref();
        match self.spans.last_mut() {
            _ if text.is_empty() => {}
            Some((last, spans)) if *last == ink => spans.push_str(text),
            _ => self.spans.push((ink, text.to_owned())),
        }
    }

    pub(super) fn push_char(&mut self, ink: Ink, sign: char) {
        self.push(ink, sign.encode_utf8(&mut [0; 4]));
    }

    /// The columns it takes on a terminal; blanks at the end count.
    pub fn columns(&self) -> usize {
        self.spans
            .iter()
            .map(|(_, text)| measure::columns(text))
            .sum()
    }

    /// The text with the escape sequences of its colors.
    pub(super) fn colored(&self) -> String {
        let mut out = String::new();
        for (ink, text) in &self.spans {
            // Writing to a string does not fail.
            let _ = match ink.colors() {
                None => write!(out, "{text}"),
                Some([front, back]) => {
                    let weight = match (ink.is_bold(), ink.is_faint()) {
                        (true, _) => "1;",
                        (false, true) => "2;",
                        (false, false) => "",
                    };
                    write!(
                        out,
                        "\u{1b}[{weight}38;5;{front};48;5;{back}m{text}\u{1b}[0m"
                    )
                }
            };
        }
        out
    }
}

/// The text alone.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans
            .iter()
            .try_for_each(|(_, text)| f.write_str(text))
    }
}
