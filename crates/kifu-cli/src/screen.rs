//! The event loop of full-screen programs.

use std::fs::File;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};
use ratatui::layout::Rect;

use crate::interrupt;
use crate::view::key_name;

/// A mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mouse {
    /// A click at a column and row.
    Click(u16, u16),
    /// The wheel, away from the user.
    Up,
    /// The wheel, toward the user.
    Down,
}

/// A full-screen view that responds to keys.
pub(crate) trait Screen {
    /// Draws the whole screen.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);

    /// Handles a key.
    fn press(&mut self, key: &str);

    /// Handles a mouse event.
    fn mouse(&mut self, _: Mouse) {}

    /// How long to wait for a key before [`tick`](Self::tick) is called; `None` is forever.
    fn wait(&self) -> Option<Duration> {
        None
    }

    /// Called when no key arrived in that time.
    fn tick(&mut self) {}

    /// Whether the user wants to quit.
    fn is_over(&self) -> bool;
}

/// Shows the screen and handles keys until the user quits. The terminal is restored, also after a panic or a signal
/// that ends the program, and while Ctrl-Z stops it.
pub(crate) fn run(screen: &mut impl Screen) -> anyhow::Result<()> {
    let mut terminal = open()?;
    let outcome = follow(&mut terminal, screen);
    close();
    outcome
}

fn open() -> anyhow::Result<DefaultTerminal> {
    // Its panic hook leaves the alternate screen, but does not handle the mouse.
    let terminal = ratatui::try_init().context("cannot draw on the terminal")?;
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(io::stdout(), DisableMouseCapture, Show);
        hook(panic);
    }));
    interrupt::before_end(Some(close));
    execute!(io::stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

/// Restores the terminal for the shell. Errors cannot be reported here.
fn close() {
    interrupt::before_end(None);
    // The signal thread would wait forever for standard output, which the main thread holds.
    let _ = match File::options().write(true).open("/dev/tty") {
        Ok(mut terminal) => leave(&mut terminal),
        Err(_) => leave(&mut io::stdout()),
    };
    let _ = disable_raw_mode();
}

fn leave(terminal: &mut impl Write) -> io::Result<()> {
    execute!(terminal, DisableMouseCapture, LeaveAlternateScreen, Show)
}

fn follow(terminal: &mut DefaultTerminal, screen: &mut impl Screen) -> anyhow::Result<()> {
    while !screen.is_over() {
        terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut()))?;
        if let Some(time) = screen.wait()
            && !event::poll(time)?
        {
            screen.tick();
            continue;
        }
        // A key that is held down sends events faster than the screen can be drawn.
        loop {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => match key_name(key) {
                    Some(name) if name == "ctrl-z" => {
                        stop()?;
                        *terminal = open()?;
                        terminal.clear()?;
                    }
                    Some(name) => screen.press(&name),
                    None => {}
                },
                Event::Mouse(event) => {
                    if let Some(mouse) = mouse(event) {
                        screen.mouse(mouse);
                    }
                }
                _ => {}
            }
            if screen.is_over() || !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
    Ok(())
}

const fn mouse(event: MouseEvent) -> Option<Mouse> {
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Mouse::Click(event.column, event.row)),
        MouseEventKind::ScrollUp => Some(Mouse::Up),
        MouseEventKind::ScrollDown => Some(Mouse::Down),
        _ => None,
    }
}

/// Stops the program until the shell continues it.
#[cfg(unix)]
fn stop() -> anyhow::Result<()> {
    close();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")]
fn stop() -> anyhow::Result<()> {
    close();
    Ok(())
}
