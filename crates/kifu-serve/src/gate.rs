//! Limits CPU-bound work: the number of running and of waiting tasks, and their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::options::Limits;

/// Lets so many searches run, and so many wait.
#[derive(Debug)]
pub(crate) struct Gate {
    running: Arc<Semaphore>,
    waiting: AtomicUsize,
    limits: Limits,
    stopping: Arc<AtomicBool>,
    metrics: Arc<Metrics>,
}

/// When work is to stop.
#[derive(Clone, Debug)]
pub(crate) struct Cancel {
    is_left: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
    end: Instant,
}

impl Cancel {
    /// Whether the client has left, the time is over, or the server stops.
    pub(crate) fn is_over(&self) -> bool {
        self.is_left.load(Ordering::Relaxed)
            || self.stopping.load(Ordering::Relaxed)
            || Instant::now() >= self.end
    }

    /// Stops the work.
    pub(crate) fn leave(&self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}

/// Stops the work when the future of the request is dropped.
struct Leaves(Cancel);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// A place among the searches that run.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
    metrics: Arc<Metrics>,
    start: Instant,
    pub(crate) cancel: Cancel,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.metrics.work_done(self.start.elapsed());
    }
}

/// One more that waits, as long as it lives.
struct Waits<'a>(&'a AtomicUsize);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Gate {
    pub(crate) fn new(limits: Limits, stopping: Arc<AtomicBool>, metrics: Arc<Metrics>) -> Self {
        Self {
            running: Arc::new(Semaphore::new(limits.searches.max(1))),
            waiting: AtomicUsize::new(0),
            limits,
            stopping,
            metrics,
        }
    }

    /// Number of running and of waiting tasks.
    pub(crate) fn load(&self) -> (usize, usize) {
        let running = self.limits.searches.max(1) - self.running.available_permits();
        (running, self.waiting.load(Ordering::Relaxed))
    }

    /// Waits for a place.
    pub(crate) async fn enter(&self) -> Result<Place, ApiError> {
        let refused = || {
            self.metrics.refuse();
            ApiError::busy()
        };
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waits = Waits(&self.waiting);
        let permit = match self.running.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) if before >= self.limits.waiting => return Err(refused()),
            Err(_) => {
                let place = self.running.clone().acquire_owned();
                match tokio::time::timeout(self.limits.patience, place).await {
                    Ok(Ok(permit)) => permit,
                    _ => return Err(refused()),
                }
            }
        };
        drop(waits);
        let start = Instant::now();
        let cancel = Cancel {
            is_left: Arc::default(),
            stopping: self.stopping.clone(),
            end: start + self.limits.time,
        };
        Ok(Place {
            _permit: permit,
            metrics: self.metrics.clone(),
            start,
            cancel,
        })
    }

    /// Runs work in a separate thread.
    pub(crate) async fn work<R: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> Result<R, ApiError> + Send + 'static,
    ) -> Result<R, ApiError> {
        let place = self.enter().await?;
        let _leaves = Leaves(place.cancel.clone());
        let done = tokio::task::spawn_blocking(move || work(&place.cancel)).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "work");
            Err(ApiError::internal())
        })
    }

    /// The time a request may take as a whole.
    pub(crate) fn longest(limits: &Limits) -> Duration {
        limits.request + limits.patience + limits.time * 2
    }
}
