//! The event loop of full-screen programs.

#[cfg_attr(
    not(any(unix, test)),
    expect(dead_code, reason = "only Unix can ask the terminal")
)]
mod answers;
mod ask;
mod image;
mod key;
mod late;
mod pause;
#[cfg(feature = "pictures")]
mod picture;
mod terminal;
mod typed;

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, LeaveAlternateScreen, disable_raw_mode, window_size,
};
use ratatui::layout::{Position, Rect};

use self::answers::Answers;
pub(crate) use self::image::Image;
use self::late::Late;
pub(crate) use self::terminal::{Protocol, Terminal};
use crate::interrupt;

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

/// A key by its name, or a mouse event.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Input {
    Key(String),
    Mouse(Mouse),
}

/// A full-screen view that responds to keys.
pub(crate) trait Screen {
    /// Takes the answers of the terminal, before the screen is drawn for the first time.
    fn learn(&mut self, _: Terminal) {}

    /// Draws the whole screen.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);

    /// The picture on the screen that was drawn last.
    fn image(&mut self) -> Option<Image> {
        None
    }

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

/// How long a terminal has to answer, so that one without answers costs no time that is felt.
const DEADLINE: Duration = Duration::from_millis(100);

/// How long it has if the user wants pictures: the line may be slow.
const LONG_DEADLINE: Duration = Duration::from_secs(1);

/// The terminal, for all screens of a run.
#[derive(Debug)]
pub(crate) struct Display {
    deadline: Duration,
    /// The answers; `None` until the terminal was asked.
    terminal: Option<Terminal>,
    /// Whether the screen drawn last may be out of place.
    is_doubtful: bool,
    late: Late,
    /// Keys that were typed while the terminal was asked.
    typed: Vec<Input>,
    #[cfg(feature = "pictures")]
    pictures: picture::Pictures,
}

impl Display {
    /// A terminal that is not asked yet. `wants_pictures`: it may take longer to answer.
    pub(crate) fn new(wants_pictures: bool) -> Self {
        Self {
            deadline: if wants_pictures {
                LONG_DEADLINE
            } else {
                DEADLINE
            },
            terminal: None,
            is_doubtful: false,
            late: Late::default(),
            typed: Vec::new(),
            #[cfg(feature = "pictures")]
            pictures: picture::Pictures::default(),
        }
    }

    /// Shows the screen and handles keys until the user quits. The terminal is restored, also after a panic or a signal
    /// that ends the program, and while Ctrl-Z or a signal stops it.
    pub(crate) fn run(&mut self, screen: &mut impl Screen) -> anyhow::Result<()> {
        pause::watch().context("cannot handle signals")?;
        let mut terminal = open()?;
        let outcome = self.ask().and_then(|own| {
            screen.learn(own);
            self.follow(&mut terminal, screen)
        });
        self.forget();
        close();
        outcome
    }

    /// The abilities of the terminal. It is asked once.
    fn ask(&mut self) -> anyhow::Result<Terminal> {
        if let Some(known) = self.terminal {
            return Ok(known);
        }
        let environment = terminal::Environment::read();
        let mut answers = Answers::default();
        if !environment.is_plain {
            ask::ask(environment, &mut answers, self.deadline)?;
            self.late = Late::new(!answers.is_complete, answers.is_inside());
            self.typed = answers.typed();
            // A terminal without these control sequences may have shown them as text.
            execute!(io::stdout(), Clear(ClearType::All))?;
        }
        let window = window_size().ok().and_then(|size| {
            let cell = (
                size.width.checked_div(size.columns)?,
                size.height.checked_div(size.rows)?,
            );
            (cell.0 > 0 && cell.1 > 0).then_some(cell)
        });
        let known = Terminal::of(environment, &answers, window);
        self.terminal = Some(known);
        Ok(known)
    }

    fn follow(
        &mut self,
        terminal: &mut DefaultTerminal,
        screen: &mut impl Screen,
    ) -> anyhow::Result<()> {
        let mut size = None;
        while !screen.is_over() {
            self.draw(terminal, screen, &mut size)?;
            for input in std::mem::take(&mut self.typed) {
                if !screen.is_over() {
                    handle(&input, screen)?;
                }
                self.draw(terminal, screen, &mut size)?;
            }
            if screen.is_over() {
                break;
            }
            if let Some(time) = screen.wait()
                && !event::poll(time)?
            {
                screen.tick();
                continue;
            }
            // A key that is held down sends events faster than the screen can be drawn.
            loop {
                if let Some(input) = self.input(&event::read()?) {
                    handle(&input, screen)?;
                }
                if screen.is_over() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn input(&mut self, event: &Event) -> Option<Input> {
        match *event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_late = self.late.drops(key);
                key::name(key).filter(|_| !is_late).map(Input::Key)
            }
            Event::Mouse(event) => mouse(event).map(Input::Mouse),
            _ => None,
        }
    }

    /// Draws the screen, and its picture if that has changed. `size` is the size of the screen drawn before.
    fn draw(
        &mut self,
        terminal: &mut DefaultTerminal,
        screen: &mut impl Screen,
        size: &mut Option<Rect>,
    ) -> anyhow::Result<()> {
        let _drawing = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
        if pause::has_gone_on() {
            // The modes that the screen needs are set only if they were left before.
            let _ = disable_raw_mode();
            *terminal = open()?;
            *size = None;
        }
        if std::mem::take(&mut self.is_doubtful) {
            // `clear` would ask the terminal for the place of its cursor.
            let area = Rect::from((Position::ORIGIN, terminal.size()?));
            terminal.resize(area)?;
            *size = None;
        }
        let mut image = None;
        let mut sent = Ok(());
        terminal.draw(|frame| {
            screen.draw(frame.area(), frame.buffer_mut());
            self.is_doubtful = has_clusters(frame.buffer_mut());
            image = screen.image();
            // A window of another size is cleared, and sixel pictures with it.
            if size.replace(frame.area()) != Some(frame.area()) {
                self.forget();
            }
            sent = self.before(image.as_ref());
        })?;
        sent?;
        self.after(image)
    }
}

#[cfg(feature = "pictures")]
impl Display {
    fn forget(&mut self) {
        self.pictures.forget();
    }

    fn before(&self, image: Option<&Image>) -> anyhow::Result<()> {
        if let Some(image) = image {
            picture::note(image.protocol);
        }
        send(&self.pictures.before(image))
    }

    fn after(&mut self, image: Option<Image>) -> anyhow::Result<()> {
        send(&self.pictures.after(image))
    }
}

#[cfg(not(feature = "pictures"))]
#[expect(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "there are no pictures"
)]
impl Display {
    fn forget(&self) {}

    fn before(&self, _: Option<&Image>) -> anyhow::Result<()> {
        Ok(())
    }

    fn after(&self, _: Option<Image>) -> anyhow::Result<()> {
        Ok(())
    }
}

fn handle(input: &Input, screen: &mut impl Screen) -> anyhow::Result<()> {
    match input {
        Input::Key(name) if name == "ctrl-z" => pause::stop()?,
        Input::Key(name) => {
            panic_for_tests(name);
            screen.press(name);
        }
        Input::Mouse(mouse) => screen.mouse(*mouse),
    }
    Ok(())
}

/// Panics at the key that a variable names, so that tests see how the screen is restored. Release builds never do.
fn panic_for_tests(key: &str) {
    let is_named = || std::env::var_os("KIFU_TEST_PANIC").is_some_and(|name| name == *key);
    assert!(
        !cfg!(debug_assertions) || !is_named(),
        "the key of the test"
    );
}

/// Held while the screen is drawn, so that a signal does not cut a picture in two.
static DRAWING: Mutex<()> = Mutex::new(());

/// Whether the screen is open: another program may have the terminal otherwise.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// How long a signal waits for a picture that is being sent.
const PATIENCE: Duration = Duration::from_millis(500);

fn send(sequences: &str) -> anyhow::Result<()> {
    if !sequences.is_empty() {
        let mut stdout = io::stdout().lock();
        stdout.write_all(sequences.as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}

fn open() -> anyhow::Result<DefaultTerminal> {
    // Its panic hook leaves the alternate screen, but does not handle the mouse.
    let terminal = ratatui::try_init().context("cannot draw on the terminal")?;
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = remove_pictures(&mut io::stdout());
        let _ = execute!(io::stdout(), DisableMouseCapture, Show);
        hook(panic);
    }));
    interrupt::before_end(Some(close_at_signal));
    IS_OPEN.store(true, Ordering::Release);
    // A terminal without an alternate screen still shows the lines of the shell or of an editor.
    execute!(io::stdout(), EnableMouseCapture, Clear(ClearType::All))?;
    Ok(terminal)
}

/// Waits until the screen is drawn, and lets the main thread draw no more while the result lives.
fn wait_for_drawing() -> Option<MutexGuard<'static, ()>> {
    let end = Instant::now() + PATIENCE;
    loop {
        match DRAWING.try_lock() {
            Ok(guard) => return Some(guard),
            // The main thread may have panicked, or the terminal may read no more.
            Err(TryLockError::Poisoned(_)) => return None,
            Err(_) if Instant::now() > end => return None,
            Err(_) => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Restores the terminal, and lets the main thread draw no more.
fn close_at_signal() {
    std::mem::forget(wait_for_drawing());
    leave_terminal();
}

/// Restores the terminal if the screen is open.
fn leave_terminal() {
    if !IS_OPEN.load(Ordering::Acquire) {
        return;
    }
    // Standard output may be locked by the main thread, and a terminal that was closed is not restored.
    if let Ok(mut terminal) = device() {
        let _ = leave(&mut terminal);
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal for the shell. Errors cannot be reported here.
fn close() {
    interrupt::before_end(None);
    IS_OPEN.store(false, Ordering::Release);
    let _ = match device() {
        Ok(mut terminal) => leave(&mut terminal),
        Err(_) => leave(&mut io::stdout()),
    };
    let _ = disable_raw_mode();
}

/// The terminal itself.
fn device() -> io::Result<File> {
    let path = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };
    File::options().write(true).open(path)
}

fn leave(terminal: &mut impl Write) -> io::Result<()> {
    remove_pictures(terminal)?;
    execute!(terminal, DisableMouseCapture, LeaveAlternateScreen, Show)
}

fn remove_pictures(terminal: &mut impl Write) -> io::Result<()> {
    #[cfg(feature = "pictures")]
    terminal.write_all(picture::removal().as_bytes())?;
    terminal.flush()
}

const fn mouse(event: MouseEvent) -> Option<Mouse> {
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Mouse::Click(event.column, event.row)),
        MouseEventKind::ScrollUp => Some(Mouse::Up),
        MouseEventKind::ScrollDown => Some(Mouse::Down),
        _ => None,
    }
}

/// Whether there is a cell with several characters, such as a letter with vowel signs or a joined emoji: terminals differ in
/// their widths, so that the rest of the line may be elsewhere than expected.
fn has_clusters(buffer: &Buffer) -> bool {
    let mut cells = buffer.content.iter();
    cells.any(|cell| cell.symbol().chars().nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn clusters_are_found() {
        for (text, expected) in [("Müller 王", false), ("हिन्दी", true), ("👩‍👦", true)]
        {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
            buffer.set_string(0, 0, text, Style::default());
            assert_eq!(has_clusters(&buffer), expected, "{text}");
        }
    }
}
