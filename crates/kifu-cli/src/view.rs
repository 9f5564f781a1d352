//! The viewer on the whole screen.
//!
//! What is seen is a [`Model`]; a key changes it ([`Model::press`]); [`draw::draw`] shows it. None
//! of the three knows of a terminal, so that all can be tested without one.

mod draw;
mod keys;
mod look;
mod memory;
mod model;
mod search;
#[cfg(test)]
mod tests;
mod travel;
mod words;

#[cfg(feature = "database")]
pub(crate) use self::draw::{put_board, put_line};
pub(crate) use self::keys::name as key_name;
pub(crate) use self::{
    look::{Look, speaks_ascii_only},
    memory::Memory,
    model::Model,
};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screen::Screen;

impl Screen for Model<'_> {
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        draw::draw(self, area, buffer);
    }

    fn press(&mut self, key: &str) {
        self.press(key);
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Whether a path is an index of games.
pub(crate) fn is_index(path: &std::path::Path) -> bool {
    #[cfg(feature = "database")]
    return crate::database::is_index(path);
    #[cfg(not(feature = "database"))]
    return {
        let _ = path;
        false
    };
}
