use kifu::value::Color as Side;
use kifu_diagram::text::Ink;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::harmless;
use crate::view::look::Look;
use crate::view::skin::indexed;
use crate::view::words::Tone;

/// The screen, and what may be put on it.
pub(super) struct Paint<'b> {
    buffer: &'b mut Buffer,
    pub(super) look: Look,
}

impl<'b> Paint<'b> {
    pub(super) const fn new(buffer: &'b mut Buffer, look: Look) -> Self {
        Self { buffer, look }
    }

    /// The sign that the terminal can show.
    pub(super) const fn sign(&self, unicode: char, ascii: char) -> char {
        if self.look.is_ascii { ascii } else { unicode }
    }

    /// A stone in a line of text.
    pub(super) fn stone(&self, is_black: bool) -> char {
        match (is_black, self.look.has_light_text()) {
            (true, false) => self.sign('●', 'X'),
            (true, true) => self.sign('○', 'X'),
            (false, false) => self.sign('○', 'O'),
            (false, true) => self.sign('●', 'O'),
        }
    }

    /// How many columns a text takes.
    pub(super) fn width(&self, text: &str) -> u16 {
        let width = if self.look.is_ascii {
            self.shown(text).len()
        } else {
            harmless::line(text).width()
        };
        u16::try_from(width).unwrap_or(u16::MAX)
    }

    /// Text as the terminal can show it.
    fn shown(&self, text: &str) -> String {
        let text = harmless::line(text);
        if !self.look.is_ascii {
            return text.into_owned();
        }
        text.chars()
            .map(|character| match character {
                ' '..='~' => character,
                '–' | '—' => '-',
                '·' => '|',
                '…' => '~',
                '‘' | '’' => '\'',
                '“' | '”' => '"',
                _ => '?',
            })
            .collect()
    }

    /// Puts a sign on a place, if the screen has it.
    pub(super) fn put(&mut self, x: u16, y: u16, sign: char, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(sign).set_style(style);
        }
    }

    /// The sign on a place.
    pub(super) fn at(&self, x: u16, y: u16) -> Option<char> {
        self.buffer.cell((x, y))?.symbol().chars().next()
    }

    pub(super) fn restyle(&mut self, x: u16, y: u16, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_style(style);
        }
    }

    pub(super) fn fill(&mut self, area: Rect, style: Style) {
        let area = area.intersection(*self.buffer.area());
        self.buffer.set_style(area, style);
    }

    /// One line of text at the upper left corner of an area; what is too long is cut, and the cut
    /// marked.
    pub(super) fn line(&mut self, area: Rect, text: &str, style: Style) {
        let area = area.intersection(*self.buffer.area());
        if area.is_empty() {
            return;
        }
        let text = self.shown(text);
        let room = usize::from(area.width);
        if text.width() <= room {
            self.buffer.set_string(area.x, area.y, &text, style);
            return;
        }
        let mut used = 1;
        let fits = |character: &char| {
            used += character.width().unwrap_or(0);
            used <= room
        };
        let mut cut = text.chars().take_while(fits).collect::<String>();
        cut.push(self.sign('…', '~'));
        self.buffer.set_string(area.x, area.y, &cut, style);
    }

    /// Text in a row from `x` on, and where it ends; what goes beyond `end` is left out.
    pub(super) fn text(&mut self, x: u16, y: u16, end: u16, text: &str, style: Style) -> u16 {
        let area = *self.buffer.area();
        let end = end.min(area.right());
        if x >= end || y >= area.bottom() {
            return x;
        }
        let ascii;
        let mut text = text;
        if self.look.is_ascii && !text.is_ascii() {
            // As wide as it was, so that what follows stays in its column.
            let sign = |character: char| match character {
                ' '..='~' => character.to_string(),
                _ => "?".repeat(character.width().unwrap_or(0)),
            };
            ascii = text.chars().map(sign).collect::<String>();
            text = &ascii;
        }
        let (x, _) = self
            .buffer
            .set_stringn(x, y, text, usize::from(end - x), style);
        x
    }

    // -- Styles -----------------------------------------------------------------------------

    const fn colored(&self, style: Style) -> Style {
        if self.look.has_color {
            style
        } else {
            Style::new()
        }
    }

    pub(super) const fn bar(&self) -> Style {
        if self.look.has_color {
            Style::new().fg(Color::Indexed(252)).bg(Color::Indexed(238))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) const fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Heading => Style::new().add_modifier(Modifier::BOLD),
            Tone::Faint => Style::new().add_modifier(Modifier::DIM),
            Tone::Warning => self.colored(Style::new().fg(Color::Red)),
        }
    }

    pub(super) const fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A piece of the board.
    pub(super) fn ink(&self, ink: Ink) -> Style {
        let colors = self.look.colors();
        let pair = match ink {
            Ink::Sign => Some((colors.sign, colors.board)),
            Ink::Stone(Side::Black) => Some((colors.black, colors.board)),
            // A white stone on a white board is a ring.
            Ink::Stone(Side::White) if colors.is_white_ring() => Some((colors.black, colors.board)),
            Ink::Stone(Side::White) => Some((colors.white, colors.board)),
            Ink::On(Side::Black) => Some((colors.white, colors.black)),
            Ink::On(Side::White) => Some((colors.black, colors.white)),
            Ink::Hint => Some((colors.accent, colors.board)),
            Ink::Plain => None,
            _ => Some((colors.line, colors.board)),
        };
        let mut style = match pair {
            Some((front, back)) if self.look.has_color => {
                Style::new().fg(indexed(front)).bg(indexed(back))
            }
            _ => Style::new(),
        };
        if ink.is_bold() {
            style = style.add_modifier(Modifier::BOLD);
        }
        if ink.is_faint() {
            style = style.add_modifier(Modifier::DIM);
        }
        style
    }

    /// The cursor, over what lies under it.
    pub(super) fn cursor(&self) -> Style {
        if self.look.has_color {
            Style::new().bg(indexed(self.look.colors().cursor))
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// The brackets around the current node of the tree.
    pub(super) const fn bracket() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
