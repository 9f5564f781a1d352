use std::io::{self, IsTerminal as _, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::inputs::Inputs;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many bytes were read from the disk, packed as they are.
static READ: AtomicU64 = AtomicU64::new(0);

/// So many bytes were read from the disk.
pub(crate) fn count(bytes: usize) {
    READ.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// A file whose bytes count as they are read.
#[derive(Debug)]
pub(crate) struct Counted<R>(R);

impl<R> Counted<R> {
    pub(crate) const fn new(file: R) -> Self {
        Self(file)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(buffer)?;
        count(length);
        Ok(length)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.0.seek(place)
    }
}

/// What is shown on standard error, if that is a terminal and it takes longer than a second: how much was
/// read, and, where the size of all inputs is known, how long the rest will take.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    files: u64,
    bytes: u64,
    is_wanted: bool,
    inputs: Option<Inputs>,
    /// How many bytes there are on the disk; 0 until they were counted.
    total: Arc<AtomicU64>,
    has_estimate: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of what is read from `inputs`.
    pub(crate) fn of(inputs: &Inputs) -> Self {
        let is_wanted = io::stderr().is_terminal();
        Self {
            start: Instant::now(),
            files: 0,
            bytes: 0,
            is_wanted,
            inputs: (is_wanted && !inputs.is_only_stdin()).then(|| inputs.clone()),
            total: Arc::default(),
            has_estimate: false,
            bar: None,
        }
    }

    /// One more file, or piece of a large one, is done.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.files += 1;
        self.bytes += bytes as u64;
        if !self.is_wanted {
            return;
        }
        let mega = self.bytes / 1_000_000;
        let message = format!("{} files, {mega} MB", self.files);
        if let Some(bar) = &self.bar {
            let total = self.total.load(Ordering::Relaxed);
            if total > 0 && !self.has_estimate {
                self.has_estimate = true;
                bar.set_length(total);
                bar.reset_eta();
                set_style(
                    bar,
                    "{spinner} {bar:24} {percent}%, {msg} in {elapsed}, {eta} left",
                );
            }
            bar.set_position(READ.load(Ordering::Relaxed));
            bar.set_message(message);
        } else if self.start.elapsed() > PATIENCE {
            let bar = ProgressBar::new_spinner()
                .with_elapsed(self.start.elapsed())
                .with_message(message);
            set_style(&bar, "{spinner} {msg} in {elapsed}");
            bar.enable_steady_tick(Duration::from_millis(100));
            self.bar = Some(bar);
            self.count_all();
        }
    }

    /// Counts, beside the work, how much there is to read.
    fn count_all(&mut self) {
        if let Some(inputs) = self.inputs.take() {
            let total = Arc::clone(&self.total);
            let work = move || total.store(inputs.size(), Ordering::Relaxed);
            // Without a thread there is no estimate.
            let _ = std::thread::Builder::new().spawn(work);
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

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
