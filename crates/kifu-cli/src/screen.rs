//! The loop of what takes the whole screen.

use std::time::Duration;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Rect;

use crate::view::key_name;

/// What is seen on the whole screen, and changed by keys.
pub(crate) trait Screen {
    /// Draws all of it.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);

    /// Does what a key asks for.
    fn press(&mut self, key: &str);

    /// Whether the user wants to leave.
    fn is_over(&self) -> bool;
}

/// Shows it and follows the keys until the user leaves.
pub(crate) fn run(screen: &mut impl Screen) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init().context("the terminal cannot be drawn on")?;
    let outcome = follow(&mut terminal, screen);
    let restored = ratatui::try_restore();
    outcome?;
    Ok(restored?)
}

fn follow(terminal: &mut DefaultTerminal, screen: &mut impl Screen) -> anyhow::Result<()> {
    while !screen.is_over() {
        terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut()))?;
        // A key that is held down sends more than can be drawn.
        loop {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(key) = key_name(key)
            {
                screen.press(&key);
            }
            if screen.is_over() || !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
    Ok(())
}
