//! Many files at a time, their results in order.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// How many items a thread takes at a time: enough that handing them over costs nothing.
const BATCH: usize = 16;

/// How many it takes in the end, where there are very many: then no thread is left without for want of
/// smaller batches.
const LARGEST: usize = 128;

/// How many items must have been given out for a batch to have one more.
const GROWTH: usize = 64;

/// How many batches for each thread may be unfinished or wait for an earlier one.
const AHEAD: usize = 4;

/// How many bytes of items may be under way, unless one is larger.
const MOST: usize = 64 << 20;

/// How many bytes make a batch.
const HEAVY: usize = 1 << 20;

/// Items that take the place of one.
pub(crate) type Many<T> = Box<dyn Iterator<Item = T> + Send>;

/// What became of an item.
pub(crate) enum Step<T, R> {
    /// It was worked on.
    Done(R),
    /// It is too large: these are to be worked on in its place.
    Many(Many<T>),
}

type Outcome<T, R> = Result<Vec<Step<T, R>>, Box<dyn Any + Send>>;

/// Sets the number of threads; 0 is one for each core.
pub(crate) fn set_jobs(jobs: usize) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build_global()?;
    Ok(())
}

/// Does `work` on each item, several at a time, and hands the results to `take` in the order of
/// the items.
///
/// Items are asked for as they are needed, and no more than a few batches are under way; fewer if the items
/// hold memory, `weight` bytes each. An error of `take` stops it all.
pub(crate) fn in_order<T, R, E>(
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
    in_order_with(items, weight, || (), work, take)
}

/// The same for work that keeps memory from one item to the next, and may find that an item is many;
/// `memory` makes the memory of each batch.
pub(crate) fn in_order_with<T, M, R, E>(
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
    let way = Way {
        weight: &weight,
        memory: &memory,
        work: &work,
    };
    run(&mut items.into_iter(), way, &mut take)
}

/// How items are worked on.
struct Way<'w, T, M, R> {
    weight: &'w dyn Fn(&T) -> usize,
    memory: &'w (dyn Fn() -> M + Sync),
    work: &'w (dyn Fn(&mut M, T) -> Step<T, R> + Sync),
}

impl<T, M, R> Clone for Way<'_, T, M, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, M, R> Copy for Way<'_, T, M, R> {}

fn run<T: Send, M, R: Send, E>(
    items: &mut dyn Iterator<Item = T>,
    way: Way<'_, T, M, R>,
    take: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let limit = rayon::current_num_threads() * AHEAD;
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
    rayon::in_place_scope(|scope| {
        loop {
            while waiting.len() < limit && (under_way < MOST || waiting.is_empty()) {
                let (mut batch, mut bytes) = (Vec::new(), 0);
                let size = (BATCH + given / GROWTH).min(LARGEST);
                while batch.len() < size && bytes < HEAVY {
                    let Some(item) = items.next() else { break };
                    bytes += (way.weight)(&item);
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
                let (memory, work, is_stopped) = (way.memory, way.work, &is_stopped);
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let outcome = catch_unwind(AssertUnwindSafe(|| {
                        let mut memory = memory();
                        batch
                            .into_iter()
                            .take_while(|_| !is_stopped.load(Ordering::Relaxed))
                            .map(|item| work(&mut memory, item))
                            .collect()
                    }));
                    // Nobody waits for it any more if it cannot be sent.
                    let _ = sender.send((number, outcome));
                });
            }
            if waiting.is_empty() {
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
                        Step::Many(mut many) => run(&mut many, way, take),
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::{AHEAD, LARGEST, MOST, Step, in_order, in_order_with};

    #[test]
    fn results_come_in_order() {
        let mut results = Vec::new();
        let work = |item: u64| {
            // The first of a batch take longest.
            std::thread::sleep(Duration::from_micros(50 - item % 50));
            item * 2
        };
        in_order(
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
        in_order(0..0, |_| 0, |item| item, |_| Err("work")).unwrap();
    }

    #[test]
    fn items_are_asked_for_as_they_are_needed() {
        let asked = AtomicUsize::new(0);
        let items = (0..100_000).inspect(|_| {
            asked.fetch_add(1, Ordering::Relaxed);
        });
        let most = rayon::current_num_threads() * (AHEAD + 1) * LARGEST;
        let stopped = in_order(
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
        let stopped = in_order(items, |_| MOST / 2, |item| item, Err);
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
        in_order_with(0..100, |_| 0, || (), work, take).unwrap();
        let expected = (0..100).flat_map(|item| match item % 10 {
            7 => 1000 * item..1000 * item + 100,
            _ => item..item + 1,
        });
        assert!(results.into_iter().eq(expected));
        let stopped = in_order_with(
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
        let _ = in_order(
            0..100,
            |_| 0,
            |item| assert_ne!(item, 50, "work is broken"),
            Ok::<_, ()>,
        );
    }
}
