//! Long work that a signal such as Ctrl-C interrupts.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python looks for signals.
const PAUSE: Duration = Duration::from_millis(50);

/// Work on fewer bytes is over before anyone interrupts it.
const SHORT: usize = 1 << 20;

/// Does work on `size` bytes without holding the interpreter.
///
/// Long work runs in a thread of its own. A signal whose handler raises an exception ends the waiting at once: the thread
/// cannot be stopped, and its result is dropped. No lock may be held: the handler may use anything.
pub(crate) fn wait<R: Send + 'static>(
    py: Python<'_>,
    size: usize,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    if size < SHORT {
        return Ok(py.detach(work));
    }
    long(py, work)
}

/// Does work that may be long, as [`wait`] does long work.
pub(crate) fn long<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (done, mut result) = mpsc::sync_channel(1);
    let worker = thread::Builder::new().spawn(move || {
        // Nobody receives the result of work that was interrupted.
        let _ = done.send(work());
    })?;
    loop {
        let receiver = &mut result;
        match py.detach(move || receiver.recv_timeout(PAUSE)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let panic = worker.join().err();
    std::panic::resume_unwind(panic.unwrap_or_else(|| Box::new("the thread sent no result")))
}
