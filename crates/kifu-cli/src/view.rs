//! The viewer on the whole screen.
//!
//! A [`Model`] has all that is seen; a key changes it ([`Model::press`]); [`draw::draw`] shows it. None
//! of the three knows of a terminal, so that all can be tested without one.

mod draw;
mod edit;
mod keys;
mod library;
mod look;
mod memory;
mod model;
mod mouse;
mod search;
mod skin;
mod state;
mod task;
#[cfg(test)]
mod tests;
mod travel;
mod words;

#[cfg(feature = "database")]
pub(crate) use self::draw::{CellGrid, Grid, picture, put_board, put_line};
pub(crate) use self::{
    edit::apply,
    library::{Library, Order, as_sgf},
    look::{BoardStyle, Look, speaks_ascii_only},
    memory::{Memory, Preferences},
    model::Model,
    skin::Skin,
    state::{Listed, State},
};

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screen::{Image, Mouse, Screen, Terminal};

impl Screen for Model<'_> {
    fn learn(&mut self, terminal: Terminal) {
        self.look.terminal = terminal;
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        draw::draw(self, area, buffer);
    }

    fn image(&mut self) -> Option<Image> {
        self.image.take()
    }

    fn press(&mut self, key: &str) {
        self.press(key);
    }

    fn mouse(&mut self, mouse: Mouse) {
        self.mouse(mouse);
    }

    fn wait(&self) -> Option<Duration> {
        self.autoplay
    }

    fn tick(&mut self) {
        self.play_on();
    }

    fn is_over(&self) -> bool {
        self.is_over || self.wish.is_some() || self.next.is_some()
    }
}
