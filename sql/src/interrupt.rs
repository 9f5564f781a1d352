//! Ctrl-C: stops the statement that runs, or ends the program.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;

/// The exit status that a shell expects after Ctrl-C.
pub(crate) const STATUS: u8 = 130;

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Idle,
    /// A statement runs, and this stops it.
    Running(Arc<Notify>),
    /// The statement was asked to stop.
    Stopping,
}

/// Receives interrupts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupts {
    phase: Arc<Mutex<Phase>>,
    /// The runtimes of work that could not be stopped.
    left: Arc<Mutex<Vec<Handle>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Interrupts {
    /// Receives interrupts from now on. While no statement runs, they end the program if `ends_idle` is true or if work
    /// that could not be stopped still runs.
    pub(crate) fn listen(ends_idle: bool) -> io::Result<Self> {
        let interrupts = Self::default();
        // Joins may occupy all threads of another runtime without a pause.
        let own = Builder::new_current_thread().enable_io().build()?;
        let state = interrupts.clone();
        std::thread::Builder::new().spawn(move || {
            own.block_on(async {
                while tokio::signal::ctrl_c().await.is_ok() {
                    state.receive(ends_idle || state.has_left());
                }
            });
        })?;
        Ok(interrupts)
    }

    /// Notes a runtime whose work cannot be stopped.
    pub(crate) fn leave(&self, runtime: Handle) {
        lock(&self.left).push(runtime);
    }

    fn has_left(&self) -> bool {
        let mut left = lock(&self.left);
        left.retain(|own| own.metrics().num_alive_tasks() > 0);
        !left.is_empty()
    }

    fn set(&self, phase: Phase) {
        *lock(&self.phase) = phase;
    }

    /// Notes that a statement begins. The result is notified when it is interrupted; a second interrupt ends the program.
    pub(crate) fn begin(&self) -> Arc<Notify> {
        let notify = Arc::new(Notify::new());
        self.set(Phase::Running(notify.clone()));
        notify
    }

    /// Notes that the statement has ended, or is not waited for any more.
    pub(crate) fn end(&self) {
        self.set(Phase::Idle);
    }

    fn receive(&self, ends_idle: bool) {
        let mut own = lock(&self.phase);
        match std::mem::replace(&mut *own, Phase::Stopping) {
            Phase::Running(notify) => notify.notify_one(),
            Phase::Idle if !ends_idle => *own = Phase::Idle,
            Phase::Idle | Phase::Stopping => std::process::exit(STATUS.into()),
        }
    }
}
