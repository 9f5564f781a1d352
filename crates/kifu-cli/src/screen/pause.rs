//! Job control: the program stops at Ctrl-Z or `SIGTSTP`, and goes on at `SIGCONT`.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program went on since the screen was opened: another program may have drawn on the terminal and changed
/// its modes.
static HAS_GONE_ON: AtomicBool = AtomicBool::new(false);

/// Whether the screen must be opened again; false when called the next time.
pub(super) fn has_gone_on() -> bool {
    HAS_GONE_ON.swap(false, Ordering::AcqRel)
}

#[cfg(unix)]
pub(super) use self::unix::{stop, watch};

/// Windows has no job control.
#[cfg(not(unix))]
pub(super) fn stop() -> anyhow::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn watch() -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;

    use rustix::process::{getpgrp, getsid};
    use signal_hook::consts::{SIGCONT, SIGSTOP, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::raise;

    use super::HAS_GONE_ON;
    use crate::interrupt;
    use crate::screen::{leave_terminal, wait_for_drawing};

    /// Handles both signals on a thread of its own, from the first call on.
    pub(in crate::screen) fn watch() -> io::Result<()> {
        static IS_WATCHED: OnceLock<()> = OnceLock::new();
        if IS_WATCHED.set(()).is_err() {
            return Ok(());
        }
        let ends = [SIGTSTP, SIGCONT].into_iter();
        let mut signals = Signals::new(ends.filter(|&signal| !interrupt::is_ignored(signal)))?;
        std::thread::Builder::new().spawn(move || {
            let mut is_handled = false;
            for signal in signals.forever() {
                if signal == SIGTSTP {
                    pause();
                    is_handled = true;
                } else if !std::mem::take(&mut is_handled) {
                    go_on();
                }
            }
        })?;
        Ok(())
    }

    /// Sends the program the signal of Ctrl-Z, which the terminal sends only in its usual mode.
    pub(in crate::screen) fn stop() -> anyhow::Result<()> {
        Ok(raise(SIGTSTP)?)
    }

    fn pause() {
        // No shell could continue a program in the group of the first process of a session.
        if getsid(None).is_ok_and(|session| session == getpgrp()) {
            return;
        }
        let drawing = wait_for_drawing();
        leave_terminal();
        let _ = raise(SIGSTOP);
        go_on();
        drop(drawing);
    }

    fn go_on() {
        HAS_GONE_ON.store(true, Ordering::Release);
        // The main thread waits for an event; it treats this one as a window of the same size.
        let _ = raise(SIGWINCH);
    }
}
