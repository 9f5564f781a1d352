use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is shown on standard error, if that is a terminal and it takes longer than a second.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    files: u64,
    bytes: u64,
    is_wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            files: 0,
            bytes: 0,
            is_wanted: io::stderr().is_terminal(),
            bar: None,
        }
    }

    /// One more file is done.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.files += 1;
        self.bytes += bytes as u64;
        if !self.is_wanted {
            return;
        }
        let mega = self.bytes / 1_000_000;
        if let Some(bar) = &self.bar {
            bar.set_position(self.files);
            bar.set_message(format!("{mega} MB"));
        } else if self.start.elapsed() > PATIENCE {
            let style = "{spinner} {human_pos} files, {msg} in {elapsed}";
            let bar = ProgressBar::new_spinner()
                .with_elapsed(self.start.elapsed())
                .with_position(self.files)
                .with_message(format!("{mega} MB"));
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
            self.bar = Some(bar);
        }
    }

    /// Writes something while the bar is out of the way.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
