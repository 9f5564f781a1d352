//! Signals that end the program.

use std::sync::{Mutex, OnceLock, PoisonError};

use kifu_batch::replace::finish_writing;

/// The action of the first signal, which replaces the end of the program.
static FIRST: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// The action before a signal ends the program: it restores the terminal.
static BEFORE_END: Mutex<Option<fn()>> = Mutex::new(None);

/// Sets the action before a signal ends the program.
pub(crate) fn before_end(act: Option<fn()>) {
    *BEFORE_END.lock().unwrap_or_else(PoisonError::into_inner) = act;
}

/// Sets an action for the first signal, so that only the second one ends the program.
#[cfg(any(feature = "serve", feature = "watch"))]
pub(crate) fn on_first(act: impl Fn() + Send + Sync + 'static) {
    let _ = FIRST.set(Box::new(act));
}

/// Performs the action of the first signal. Returns whether there is one.
fn is_taken(is_first: bool) -> bool {
    let act = FIRST.get().filter(|_| is_first);
    act.is_some_and(|act| {
        act();
        true
    })
}

/// Makes Ctrl-C, and the signals that terminate or hang up, end the program between two files: files being written are
/// completed, and no temporary file is left.
///
/// Signals that were ignored when the program started, as with `nohup`, stay ignored.
///
/// # Errors
/// The system does not support these signals; they then end the program at once, as by default.
#[cfg(unix)]
pub(crate) fn finish_files() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ends = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let mut signals = Signals::new(ends.filter(|&signal| !is_ignored(signal)))?;
    std::thread::Builder::new().spawn(move || {
        let mut is_first = true;
        for signal in signals.forever() {
            if !is_taken(std::mem::replace(&mut is_first, false)) {
                end(signal);
            }
        }
    })?;
    Ok(())
}

/// Makes Ctrl-C end the program between two files.
#[cfg(not(unix))]
pub(crate) fn finish_files() -> Result<(), ctrlc::Error> {
    use std::sync::atomic::{AtomicBool, Ordering};

    let is_first = AtomicBool::new(true);
    ctrlc::set_handler(move || {
        if !is_taken(is_first.swap(false, Ordering::Relaxed)) {
            end(2);
        }
    })
}

/// Ends the program with the status that a shell expects after a signal.
#[expect(clippy::exit, reason = "the signal is to end the program")]
fn end(signal: i32) {
    let act = BEFORE_END
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(act) = act {
        act();
    }
    let _alone = finish_writing();
    std::process::exit(128 + signal);
}

/// Whether a signal was ignored when the program started; false if the system does not say so.
#[cfg(unix)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or_default() >> (signal - 1) & 1 != 0
}
