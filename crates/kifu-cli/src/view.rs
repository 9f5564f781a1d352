//! The viewer on the whole screen.
//!
//! What is seen is a [`Model`]; a key changes it ([`Model::press`]); [`draw::draw`] shows it. None
//! of the three knows of a terminal but the loop here, so that all can be tested without one.

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

use std::time::Duration;

use anyhow::Context as _;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

#[cfg(feature = "database")]
pub(crate) use self::keys::name as key_name;
pub(crate) use self::{
    look::{Look, speaks_ascii_only},
    memory::Memory,
    model::Model,
};

/// Shows the model and follows the keys until the user leaves.
pub(crate) fn run(model: &mut Model<'_>) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init().context("the terminal cannot be drawn on")?;
    let outcome = follow(&mut terminal, model);
    let restored = ratatui::try_restore();
    outcome?;
    Ok(restored?)
}

fn follow(terminal: &mut ratatui::DefaultTerminal, model: &mut Model<'_>) -> anyhow::Result<()> {
    while !model.is_over {
        terminal.draw(|frame| draw::draw(model, frame.area(), frame.buffer_mut()))?;
        // A key that is held down sends more than can be drawn.
        loop {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(key) = keys::name(key)
            {
                model.press(&key);
            }
            if model.is_over || !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
    Ok(())
}
