use crate::inputs::Inputs;
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kifu_batch::FormatNotes;

/// Delay before the bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Interval at which the bar is updated.
const BEAT: Duration = Duration::from_millis(100);

/// The visible bar, for code that writes to the terminal in the meantime.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

const WITHOUT_ESTIMATE: &str = "{spinner} {msg} in {elapsed}";
const WITH_ESTIMATE: &str = "{spinner} {bar:24} {percent}%, {msg} in {elapsed}, {eta} left";

/// A bar on standard error, if that is a terminal and the work takes longer than a second: the amount read, and an
/// estimate of the remaining time if the size of all inputs is known.
#[derive(Debug)]
pub(crate) struct Progress {
    counters: kifu_batch::Progress,
    shown: Option<Shown>,
}

/// The thread that updates a bar.
#[derive(Debug)]
struct Shown {
    /// Dropped at the end.
    goes_on: Sender<()>,
    keeper: JoinHandle<()>,
}

impl Progress {
    /// A bar for the reading of `inputs`.
    pub(crate) fn of(inputs: &Inputs) -> Self {
        let shown = io::stderr().is_terminal().then(|| Shown::new(inputs));
        // Without a thread there is no bar.
        Self {
            counters: inputs.progress().clone(),
            shown: shown.and_then(Result::ok),
        }
    }

    /// Takes the notes on files of other formats that were read so far.
    pub(crate) fn notes(&self) -> FormatNotes {
        self.counters.take_notes()
    }

    /// Counts finished bytes.
    pub(crate) fn finish(&self, bytes: usize) {
        self.counters.add_finished(bytes);
    }
}

/// Calls `write` while the bar, if any, is hidden.
pub(crate) fn aside<R>(write: impl FnOnce() -> R) -> R {
    // Taken out, so that nested calls do not hide it again.
    let bar = bar().take();
    let Some(shown) = bar else {
        return write();
    };
    let made = shown.suspend(write);
    *self::bar() = Some(shown);
    made
}

fn bar() -> MutexGuard<'static, Option<ProgressBar>> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Shown {
            goes_on, keeper, ..
        }) = self.shown.take()
        {
            bar().take();
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
        let counters = inputs.progress().clone();
        let inputs = (!inputs.is_only_stdin()).then(|| inputs.clone());
        let keeper = thread::Builder::new().spawn({
            let bar = bar.clone();
            move || keep(&bar, &end, inputs, &counters)
        })?;
        *self::bar() = Some(bar);
        Ok(Self { goes_on, keeper })
    }
}

/// Shows `bar` after a while, and updates it until the `end`.
fn keep(
    bar: &ProgressBar,
    end: &Receiver<()>,
    inputs: Option<Inputs>,
    counters: &kifu_batch::Progress,
) {
    if end.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    bar.set_message(so_far(counters));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(BEAT);
    let total = count_all(inputs);
    let mut has_estimate = false;
    while end.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        let (total, read) = (total.load(Ordering::Relaxed), counters.bytes_read());
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
        bar.set_message(so_far(counters));
    }
    bar.finish_and_clear();
}

/// The amount read so far.
fn so_far(counters: &kifu_batch::Progress) -> String {
    let read = counters.bytes_read();
    let mega = read.max(counters.bytes_finished()) / 1_000_000;
    match counters.files() {
        0 => format!("{mega} MB"),
        1 => format!("1 file, {mega} MB"),
        files => format!("{files} files, {mega} MB"),
    }
}

/// Computes the amount to read in another thread; 0 until it is known.
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
