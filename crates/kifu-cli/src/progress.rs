use std::io::{self, IsTerminal as _, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::inputs::Inputs;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often what is shown is put right.
const BEAT: Duration = Duration::from_millis(100);

const WITHOUT_ESTIMATE: &str = "{spinner} {msg} in {elapsed}";
const WITH_ESTIMATE: &str = "{spinner} {bar:24} {percent}%, {msg} in {elapsed}, {eta} left";

/// How many files were begun.
static FILES: AtomicU64 = AtomicU64::new(0);

/// How many bytes were read from the disk, packed as they are.
static READ: AtomicU64 = AtomicU64::new(0);

/// How many bytes are done, unpacked.
static DONE: AtomicU64 = AtomicU64::new(0);

/// One more file, of the disk or of an archive, is begun.
pub(crate) fn begin_file() {
    FILES.fetch_add(1, Ordering::Relaxed);
}

/// So many bytes were read from the disk.
pub(crate) fn count(bytes: usize) {
    READ.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// So many bytes more are done, unpacked.
pub(crate) fn finish(bytes: usize) {
    DONE.fetch_add(bytes as u64, Ordering::Relaxed);
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
/// read, and, where the size of all inputs is known and there is more to read, how long the rest will take.
#[derive(Debug)]
pub(crate) struct Progress {
    shown: Option<Shown>,
}

/// A bar, and the thread that keeps it right: a large file may take long without a word.
#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    /// Dropped when all is done.
    goes_on: Sender<()>,
    keeper: JoinHandle<()>,
}

impl Progress {
    /// Of what is read from `inputs`.
    pub(crate) fn of(inputs: &Inputs) -> Self {
        let shown = io::stderr().is_terminal().then(|| Shown::new(inputs));
        // Without a thread nothing is shown.
        Self {
            shown: shown.and_then(Result::ok),
        }
    }

    /// Writes something while the bar is out of the way.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.shown {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Shown {
            goes_on, keeper, ..
        }) = self.shown.take()
        {
            drop(goes_on);
            let _ = keeper.join();
        }
    }
}

impl Shown {
    fn new(inputs: &Inputs) -> io::Result<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        set_style(&bar, WITHOUT_ESTIMATE);
        let (goes_on, end) = mpsc::channel();
        let inputs = (!inputs.is_only_stdin()).then(|| inputs.clone());
        let keeper = thread::Builder::new().spawn({
            let bar = bar.clone();
            move || keep(&bar, &end, inputs)
        })?;
        Ok(Self {
            bar,
            goes_on,
            keeper,
        })
    }
}

/// Shows `bar` when it is time, and keeps it right until the `end`.
fn keep(bar: &ProgressBar, end: &Receiver<()>, inputs: Option<Inputs>) {
    if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    bar.set_message(so_far());
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(BEAT);
    let total = count_all(inputs);
    let mut has_estimate = false;
    while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        let (total, read) = (total.load(Ordering::Relaxed), READ.load(Ordering::Relaxed));
        let is_left = read < total;
        if is_left != has_estimate {
            has_estimate = is_left;
            bar.set_length(total);
            bar.reset_eta();
            set_style(
                bar,
                if is_left {
                    WITH_ESTIMATE
                } else {
                    WITHOUT_ESTIMATE
                },
            );
        }
        bar.set_position(read);
        bar.set_message(so_far());
    }
    bar.finish_and_clear();
}

/// How much was read and done.
fn so_far() -> String {
    let read = READ.load(Ordering::Relaxed);
    let mega = read.max(DONE.load(Ordering::Relaxed)) / 1_000_000;
    match FILES.load(Ordering::Relaxed) {
        0 => format!("{mega} MB"),
        1 => format!("1 file, {mega} MB"),
        files => format!("{files} files, {mega} MB"),
    }
}

/// Counts, beside the work, how much there is to read; 0 until it was counted.
fn count_all(inputs: Option<Inputs>) -> Arc<AtomicU64> {
    let total = Arc::new(AtomicU64::new(0));
    if let Some(inputs) = inputs {
        let total = Arc::clone(&total);
        let work = move || total.store(inputs.size(), Ordering::Relaxed);
        // Without a thread there is no estimate.
        let _ = thread::Builder::new().spawn(work);
    }
    total
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
