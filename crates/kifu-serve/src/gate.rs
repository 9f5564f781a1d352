//! Limits CPU-bound work: the number of running and of waiting tasks, and their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::options::Limits;

/// Tables that are sent at the same time, for each search that runs.
pub(crate) const TABLES: usize = 4;

/// Lets so many searches run, and so many wait.
#[derive(Debug)]
pub(crate) struct Gate {
    running: Arc<Semaphore>,
    tables: Arc<Semaphore>,
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
    permit: Option<OwnedSemaphorePermit>,
    running: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    start: Instant,
    pub(crate) cancel: Cancel,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.metrics.work_done(self.start.elapsed());
    }
}

impl Place {
    /// Gives the place to others while the work waits for its client.
    pub(crate) fn pause(&mut self) {
        self.permit = None;
    }

    /// Waits for a place again; blocks, and returns whether there is one in time.
    pub(crate) fn resume(&mut self) -> bool {
        if self.permit.is_none() {
            let left = self.cancel.end.saturating_duration_since(Instant::now());
            let place = self.running.clone().acquire_owned();
            let wait = async { tokio::time::timeout(left, place).await };
            self.permit = match tokio::runtime::Handle::current().block_on(wait) {
                Ok(Ok(permit)) => Some(permit),
                _ => None,
            };
        }
        self.permit.is_some() && !self.cancel.is_over()
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
            tables: Arc::new(Semaphore::new(limits.searches.max(1) * TABLES)),
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
            permit: Some(permit),
            running: self.running.clone(),
            metrics: self.metrics.clone(),
            start,
            cancel,
        })
    }

    /// Waits for a turn to send a table. It is kept while the table gives its place to others.
    pub(crate) async fn table(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let turn = self.tables.clone().acquire_owned();
        if let Ok(Ok(turn)) = tokio::time::timeout(self.limits.patience, turn).await {
            return Ok(turn);
        }
        self.metrics.refuse();
        Err(ApiError::busy())
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
