//! Ordered parallel work on many items.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, mpsc};

use super::helpers::{Helpers, until};

/// A result of a helper, or its panic.
type Outcome<R> = Result<R, Box<dyn Any + Send>>;

/// The next unclaimed item, and the limit of work ahead.
struct Claims {
    next: AtomicUsize,
    end: AtomicUsize,
}

impl Claims {
    fn claim(&self) -> Option<usize> {
        let end = self.end.load(Ordering::Relaxed);
        let claimed = |next: usize| (next < end).then_some(next + 1);
        self.next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, claimed)
            .ok()
    }
}

/// Calls `work` on each item and passes the results to `take` in the order of the items, until `take` stops. Work on an
/// item begins only when it is one of the next `ahead` items whose results are taken.
///
/// The caller works too: it never waits for an item that is unclaimed, however busy the helpers are.
pub(super) fn in_order<T: Sync, R: Send>(
    helpers: &LazyLock<Helpers>,
    items: &[T],
    ahead: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    let threads = rayon::current_num_threads().min(items.len());
    if threads <= 1 {
        let _ = items.iter().try_for_each(|item| take(work(item)));
        return;
    }
    let (claims, helping) = (
        &Claims {
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
        },
        &AtomicUsize::new(0),
    );
    let work = &work;
    let (sender, receiver) = mpsc::channel::<(usize, Outcome<R>)>();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    helpers.scope(|scope| {
        for wanted in 0..items.len() {
            let end = (wanted + ahead).min(items.len());
            claims.end.store(end, Ordering::Relaxed);
            // Helpers that found nothing to do return now that there is work.
            while helping.load(Ordering::Relaxed) + 1 < threads
                && claims.next.load(Ordering::Relaxed) < end
            {
                helping.fetch_add(1, Ordering::Relaxed);
                let sender = sender.clone();
                let help = move || {
                    while let Some(number) = claims.claim() {
                        let outcome = catch_unwind(AssertUnwindSafe(|| work(&items[number])));
                        // Sending fails only if no receiver waits for the result.
                        let _ = sender.send((number, outcome));
                    }
                    helping.fetch_sub(1, Ordering::Relaxed);
                };
                if !helpers.help(scope, help) {
                    helping.fetch_sub(1, Ordering::Relaxed);
                    break;
                }
            }
            let result = loop {
                if let Some(result) = results[wanted].take() {
                    break result;
                }
                let (number, outcome) = if let Ok(done) = receiver.try_recv() {
                    done
                } else if let Some(number) = claims.claim() {
                    (number, Ok(work(&items[number])))
                } else if let Some(done) = receive(&receiver) {
                    done
                } else {
                    continue;
                };
                results[number] = Some(outcome.unwrap_or_else(|panic| resume_unwind(panic)));
            };
            if take(result).is_break() {
                claims.end.store(0, Ordering::Relaxed);
                break;
            }
        }
        // They may be about to finish.
        until(|| helping.load(Ordering::Relaxed) == 0);
    });
    // The last item may have taken so long that all helpers fell asleep; a short search may follow, for which one is
    // enough.
    helpers.wake(1);
}

/// Receives the next result. Polls for a moment before it sleeps, because waking a thread takes time.
fn receive<R>(receiver: &mpsc::Receiver<R>) -> Option<R> {
    let mut received = None;
    until(|| {
        received = receiver.try_recv().ok();
        received.is_some()
    });
    received.or_else(|| receiver.recv().ok())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::super::helpers::Helpers;
    use super::in_order;

    static HELPERS: LazyLock<Helpers> = LazyLock::new(|| Helpers::new(4));

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    }

    #[test]
    fn results_come_in_order_from_within_a_pool_and_from_without() {
        let items: Vec<u64> = (0..500).collect();
        let doubled = |item: &u64| {
            std::thread::sleep(Duration::from_micros(50 - item % 50));
            item * 2
        };
        let all = || {
            let mut results = Vec::new();
            in_order(&HELPERS, &items, 64, doubled, |result| {
                results.push(result);
                ControlFlow::Continue(())
            });
            results
        };
        let expected: Vec<u64> = items.iter().map(|item| item * 2).collect();
        assert_eq!(all(), expected);
        for threads in [1, 2, 5] {
            assert_eq!(pool(threads).install(all), expected, "{threads}");
        }
    }

    /// More callers at once than there are helpers; without helpers, each works alone.
    #[test]
    fn those_who_ask_at_once_get_what_is_theirs() {
        let none: LazyLock<Helpers> = LazyLock::new(|| Helpers::new(0));
        for helpers in [&HELPERS, &none] {
            std::thread::scope(|scope| {
                for caller in 0..8_usize {
                    scope.spawn(move || {
                        for round in 0..100 {
                            let items: Vec<usize> = (0..round % 7).collect();
                            let (mut own, work) = (Vec::new(), |item: &usize| item * caller);
                            pool(3).install(|| {
                                in_order(helpers, &items, 2, work, |result| {
                                    own.push(result);
                                    ControlFlow::Continue(())
                                });
                            });
                            let expected: Vec<usize> = items.iter().map(work).collect();
                            assert_eq!(own, expected);
                        }
                    });
                }
            });
        }
    }

    #[test]
    fn no_item_is_no_work() {
        in_order(&HELPERS, &[0; 0], 64, |item| *item, |_| panic!("work"));
    }

    #[test]
    fn work_goes_ahead_no_further_than_it_may() {
        let items: Vec<usize> = (0..10_000).collect();
        let (begun, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |item: &usize| {
            begun.fetch_max(*item, Ordering::Relaxed);
            assert!(*item <= taken.load(Ordering::SeqCst) + 8, "{item}");
        };
        pool(4).install(|| {
            in_order(&HELPERS, &items, 8, work, |()| {
                match taken.fetch_add(1, Ordering::SeqCst) {
                    99 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
        });
        assert_eq!(taken.into_inner(), 100);
        assert!(begun.into_inner() < 108);
    }

    #[test]
    #[should_panic(expected = "work is broken")]
    fn a_panic_is_passed_on() {
        let items: Vec<usize> = (0..100).collect();
        pool(3).install(|| {
            in_order(
                &HELPERS,
                &items,
                64,
                |item| assert_ne!(*item, 50, "work is broken"),
                |()| ControlFlow::Continue(()),
            );
        });
    }
}
