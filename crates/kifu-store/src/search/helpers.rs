//! Threads that help with a search.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{Scope, ThreadPool, ThreadPoolBuilder, Yield};

/// How long a thread that has nothing to do stays awake: some times as long as it takes to wake it.
const AWAKE: Duration = Duration::from_micros(100);

/// The helpers of this process: with the thread that asks, one thread for each core.
pub(super) static HELPERS: LazyLock<Helpers> = LazyLock::new(|| {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Helpers::new(cores.max(rayon::current_num_threads()) - 1)
});

/// Wakes so many of those that may help with a search.
pub(super) fn wake(wanted: usize) {
    let wanted = wanted.min(rayon::current_num_threads() - 1);
    if wanted > 0 {
        HELPERS.wake(wanted);
    }
}

/// Threads that help whoever searches.
///
/// One that has helped stays awake for a moment, so that the next search finds it there: a search may take
/// less time than waking a thread.
pub(super) struct Helpers {
    /// `None` if there are no threads to be had.
    pool: Option<ThreadPool>,
    /// How many help nobody.
    free: AtomicUsize,
    /// How many are awake, or were woken.
    awake: Arc<AtomicUsize>,
}

impl Helpers {
    pub(super) fn new(threads: usize) -> Self {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("kifu-search-{number}"));
        // No thread is not a number of threads to rayon.
        let pool = (threads > 0).then(|| pool.build().ok()).flatten();
        Self {
            free: AtomicUsize::new(pool.as_ref().map_or(0, ThreadPool::current_num_threads)),
            pool,
            awake: Arc::default(),
        }
    }

    /// Wakes so many, if they are free and sleep.
    pub(super) fn wake(&self, wanted: usize) {
        let Some(pool) = &self.pool else {
            return;
        };
        let wanted = wanted.min(self.free.load(Ordering::Relaxed));
        let more = |awake| (awake < wanted).then_some(awake + 1);
        while update(&self.awake, more) {
            let awake = Arc::clone(&self.awake);
            pool.spawn(move || {
                stay_awake();
                awake.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    /// Does `work`, which may ask for help.
    pub(super) fn scope<'scope, R>(
        &'scope self,
        work: impl FnOnce(Option<&Scope<'scope>>) -> R,
    ) -> R {
        match &self.pool {
            Some(pool) => pool.in_place_scope(|scope| work(Some(scope))),
            None => work(None),
        }
    }

    /// Lets one that is free do `task`; says whether there is one. So no task waits for those of other
    /// searches, and nobody for such a task.
    pub(super) fn help<'scope>(
        &'scope self,
        scope: Option<&Scope<'scope>>,
        task: impl FnOnce() + Send + 'scope,
    ) -> bool {
        let Some(scope) = scope else {
            return false;
        };
        let is_free = update(&self.free, |free| free.checked_sub(1));
        if is_free {
            scope.spawn(move |_| {
                task();
                self.free.fetch_add(1, Ordering::Relaxed);
            });
        }
        is_free
    }
}

fn update(count: &AtomicUsize, change: impl FnMut(usize) -> Option<usize>) -> bool {
    count
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, change)
        .is_ok()
}

/// Does what comes, until nothing came for a moment.
fn stay_awake() {
    while until(|| matches!(rayon::yield_now(), Some(Yield::Executed))) {}
}

/// Waits for a moment until something is so, and says whether it is. Other threads that are awake go first.
pub(super) fn until(mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        if is_so() {
            return true;
        }
        if start.elapsed() > AWAKE {
            return false;
        }
        thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::Helpers;

    fn comes(is_so: impl Fn() -> bool) -> bool {
        let start = Instant::now();
        while !is_so() && start.elapsed() < Duration::from_secs(20) {
            thread::yield_now();
        }
        is_so()
    }

    #[test]
    fn who_was_woken_helps_and_falls_asleep() {
        let helpers = Helpers::new(2);
        helpers.wake(5);
        let done = AtomicUsize::new(0);
        for _ in 0..3 {
            helpers.scope(|scope| {
                let help = || {
                    helpers.help(scope, || {
                        assert!(comes(|| done.load(Ordering::Relaxed) > 0));
                    })
                };
                // Nobody is left for the third.
                assert_eq!([help(), help(), help()], [true, true, false]);
                done.store(1, Ordering::Relaxed);
            });
            assert_eq!(helpers.free.load(Ordering::Relaxed), 2);
        }
        assert!(comes(|| helpers.awake.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn they_end_while_one_is_awake() {
        let helpers = Helpers::new(1);
        helpers.wake(1);
        let awake = helpers.awake.clone();
        drop(helpers);
        assert!(comes(|| awake.load(Ordering::Relaxed) == 0));
    }
}
