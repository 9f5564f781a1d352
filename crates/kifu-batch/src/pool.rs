//! Ordered parallel work.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use crate::cancel::Cancel;

/// Initial number of items in a batch: enough to make the cost of passing them negligible.
const BATCH: usize = 16;

/// Maximum number of items in a batch, so that the last batches are still spread over all threads.
const LARGEST: usize = 128;

/// Number of items passed on before a batch grows by one.
const GROWTH: usize = 64;

/// Maximum number of batches per thread that are unfinished or wait for an earlier one.
const AHEAD: usize = 4;

/// Maximum total size of the items in progress, in bytes, unless one item is larger.
const MOST: usize = 64 << 20;

/// Size in bytes at which a batch is complete.
const HEAVY: usize = 1 << 20;

/// Items that replace one item.
pub type Many<T> = Box<dyn Iterator<Item = T> + Send>;

/// Result of work on an item.
pub enum Step<T, R> {
    /// The item is finished.
    Done(R),
    /// The item is too large: work on these instead.
    Many(Many<T>),
}

impl<T, R: fmt::Debug> fmt::Debug for Step<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(result) => f.debug_tuple("Done").field(result).finish(),
            Self::Many(_) => f.write_str("Many(..)"),
        }
    }
}

type Outcome<T, R> = Result<Vec<Step<T, R>>, Box<dyn Any + Send>>;

/// Works on items in parallel and returns the results in the order of the items.
///
/// The default uses rayon's global threads and never stops early.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pool: Option<Arc<rayon::ThreadPool>>,
    cancel: Cancel,
}

impl Pool {
    /// Maximum number of threads: a larger number is a mistake, and would exhaust the system.
    pub const MOST_THREADS: usize = 512;

    /// A pool with this number of threads, at most [`MOST_THREADS`](Self::MOST_THREADS); 0 is one for each core.
    ///
    /// # Errors
    /// The system cannot start more threads.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.min(Self::MOST_THREADS))
            .build()
            .map_err(std::io::Error::other)?;
        Ok(Self {
            pool: Some(Arc::new(pool)),
            cancel: Cancel::default(),
        })
    }

    /// Stops between two items when `cancel` asks for it.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// The flag that stops this pool.
    #[must_use]
    pub const fn cancel_token(&self) -> &Cancel {
        &self.cancel
    }

    /// Calls `work` on each item, on several threads, and `take` with each result in the order of the items.
    ///
    /// Items are taken from the iterator as they are needed. At most a few batches are under way; fewer if items
    /// hold memory, `weight` bytes each. When the pool is canceled it returns `Ok` early.
    ///
    /// # Errors
    /// The first error of `take`, which stops the work.
    pub fn in_order<T, R, E>(
        &self,
        items: impl IntoIterator<Item = T>,
        weight: impl Fn(&T) -> usize,
        work: impl Fn(T) -> R + Sync,
        take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Send,
        R: Send,
    {
        let work = |(): &mut (), item| Step::Done(work(item));
        self.in_order_with(items, weight, || (), work, take)
    }

    /// Like [`in_order`](Self::in_order), for work that keeps memory from one item to the next, or replaces an item by
    /// many. `memory` makes the memory of each batch.
    ///
    /// # Errors
    /// The first error of `take`, which stops the work.
    pub fn in_order_with<T, M, R, E>(
        &self,
        items: impl IntoIterator<Item = T>,
        weight: impl Fn(&T) -> usize,
        memory: impl Fn() -> M + Sync,
        work: impl Fn(&mut M, T) -> Step<T, R> + Sync,
        mut take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Send,
        R: Send,
    {
        let job = Job {
            pool: self,
            weight: &weight,
            memory: &memory,
            work: &work,
        };
        job.run(&mut items.into_iter(), &mut take)
    }

    fn threads(&self) -> usize {
        self.pool
            .as_ref()
            .map_or_else(rayon::current_num_threads, |pool| {
                pool.current_num_threads()
            })
    }

    fn scope<'s, R>(&self, run: impl FnOnce(&rayon::Scope<'s>) -> R) -> R {
        match &self.pool {
            Some(pool) => pool.in_place_scope(run),
            None => rayon::in_place_scope(run),
        }
    }
}

/// How items are worked on.
struct Job<'w, T, M, R> {
    pool: &'w Pool,
    weight: &'w dyn Fn(&T) -> usize,
    memory: &'w (dyn Fn() -> M + Sync),
    work: &'w (dyn Fn(&mut M, T) -> Step<T, R> + Sync),
}

impl<T: Send, M, R: Send> Job<'_, T, M, R> {
    fn run<E>(
        &self,
        items: &mut dyn Iterator<Item = T>,
        take: &mut dyn FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let limit = self.pool.threads() * AHEAD;
        let cancel = &self.pool.cancel;
        let is_stopped = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel::<(usize, Outcome<T, R>)>();
        let mut items = items.fuse();
        // Results that wait for an earlier one; the first is that of batch `taken`.
        let mut waiting: VecDeque<Option<Outcome<T, R>>> = VecDeque::new();
        // The bytes of each batch of `waiting`, and of all.
        let mut weights: VecDeque<usize> = VecDeque::new();
        let mut under_way = 0;
        let mut taken = 0;
        let mut given = 0;
        self.pool.scope(|scope| {
            loop {
                while waiting.len() < limit && (under_way < MOST || waiting.is_empty()) {
                    let (mut batch, mut bytes) = (Vec::new(), 0);
                    let size = (BATCH + given / GROWTH).min(LARGEST);
                    while batch.len() < size && bytes < HEAVY {
                        let Some(item) = items.next() else { break };
                        bytes += (self.weight)(&item);
                        batch.push(item);
                    }
                    if batch.is_empty() {
                        break;
                    }
                    given += batch.len();
                    weights.push_back(bytes);
                    under_way += bytes;
                    let number = taken + waiting.len();
                    waiting.push_back(None);
                    let (memory, work, is_stopped) = (self.memory, self.work, &is_stopped);
                    let sender = sender.clone();
                    scope.spawn(move |_| {
                        let outcome = catch_unwind(AssertUnwindSafe(|| {
                            let mut memory = memory();
                            batch
                                .into_iter()
                                .take_while(|_| {
                                    !is_stopped.load(Ordering::Relaxed) && !cancel.is_canceled()
                                })
                                .map(|item| work(&mut memory, item))
                                .collect()
                        }));
                        // Sending fails only after the work was stopped.
                        let _ = sender.send((number, outcome));
                    });
                }
                if waiting.is_empty() || cancel.is_canceled() {
                    return Ok(());
                }
                if let Ok((number, outcome)) = receiver.recv() {
                    waiting[number - taken] = Some(outcome);
                }
                while let Some(Some(_)) = waiting.front() {
                    taken += 1;
                    under_way -= weights.pop_front().unwrap_or(0);
                    let outcome = waiting.pop_front().flatten();
                    let results = match outcome {
                        Some(Ok(results)) => results,
                        Some(Err(panic)) => resume_unwind(panic),
                        None => continue,
                    };
                    for result in results {
                        let taken = match result {
                            Step::Done(result) => take(result),
                            Step::Many(mut many) => self.run(&mut many, take),
                        };
                        if let Err(error) = taken {
                            is_stopped.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::{AHEAD, LARGEST, MOST, Pool, Step};
    use crate::Cancel;

    #[test]
    fn results_come_in_order() {
        let mut results = Vec::new();
        let work = |item: u64| {
            // The first items of a batch take longest.
            std::thread::sleep(Duration::from_micros(50 - item % 50));
            item * 2
        };
        Pool::default()
            .in_order(
                0..1000,
                |_| 0,
                work,
                |result| {
                    results.push(result);
                    Ok::<_, Infallible>(())
                },
            )
            .unwrap();
        assert!(results.into_iter().eq((0..1000).map(|item| item * 2)));
    }

    #[test]
    fn no_item_is_no_work() {
        Pool::default()
            .in_order(0..0, |_| 0, |item| item, |_| Err("work"))
            .unwrap();
    }

    #[test]
    fn items_are_asked_for_as_they_are_needed() {
        let asked = AtomicUsize::new(0);
        let items = (0..100_000).inspect(|_| {
            asked.fetch_add(1, Ordering::Relaxed);
        });
        let most = rayon::current_num_threads() * (AHEAD + 1) * LARGEST;
        let stopped = Pool::default().in_order(
            items,
            |_| 0,
            |item| item,
            |item| if item < 100 { Ok(()) } else { Err(item) },
        );
        assert_eq!(stopped, Err(100));
        assert!(asked.into_inner() <= 100 + most);
    }

    #[test]
    fn heavy_items_are_fewer() {
        let asked = AtomicUsize::new(0);
        let items = (0..100_000).inspect(|_| {
            asked.fetch_add(1, Ordering::Relaxed);
        });
        let stopped = Pool::default().in_order(items, |_| MOST / 2, |item| item, Err);
        assert_eq!(stopped, Err(0));
        assert!(asked.into_inner() <= 2);
    }

    #[test]
    fn an_item_may_be_many() {
        let mut results = Vec::new();
        let work = |(): &mut (), item: u64| {
            if item % 10 == 7 && item < 1000 {
                Step::Many(Box::new((0..100).map(move |part| 1000 * item + part)))
            } else {
                Step::Done(item)
            }
        };
        let take = |result| {
            results.push(result);
            Ok::<_, Infallible>(())
        };
        Pool::default()
            .in_order_with(0..100, |_| 0, || (), work, take)
            .unwrap();
        let expected = (0..100).flat_map(|item| match item % 10 {
            7 => 1000 * item..1000 * item + 100,
            _ => item..item + 1,
        });
        assert!(results.into_iter().eq(expected));
        let stopped = Pool::default().in_order_with(
            0..100,
            |_| 0,
            || (),
            work,
            |result| match result {
                17_050 => Err(result),
                _ => Ok(()),
            },
        );
        assert_eq!(stopped, Err(17_050));
    }

    #[test]
    #[should_panic(expected = "work is broken")]
    fn a_panic_is_passed_on() {
        let _ = Pool::default().in_order(
            0..100,
            |_| 0,
            |item| assert_ne!(item, 50, "work is broken"),
            Ok::<_, ()>,
        );
    }

    #[test]
    fn canceled_work_ends_early() {
        let cancel = Cancel::default();
        let pool = Pool::new(2).unwrap().with_cancel(cancel.clone());
        let mut results = 0;
        pool.in_order(
            0..1_000_000,
            |_| 0,
            |item| item,
            |_| {
                results += 1;
                if results == 100 {
                    cancel.cancel();
                }
                Ok::<_, Infallible>(())
            },
        )
        .unwrap();
        assert!((100..100_000).contains(&results), "{results}");
    }
}
