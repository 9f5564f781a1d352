//! Helper threads for searches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{Scope, ThreadPool, ThreadPoolBuilder, Yield};

/// How long an idle thread stays awake: several times as long as it takes to wake it.
const AWAKE: Duration = Duration::from_micros(100);

/// The helpers of this process: together with the calling thread, one thread per core.
pub(super) static HELPERS: LazyLock<Helpers> = LazyLock::new(|| {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Helpers::new(cores.max(rayon::current_num_threads()) - 1)
});

/// Wakes up to `wanted` threads that may help with a search.
pub(super) fn wake(wanted: usize) {
    let wanted = wanted.min(rayon::current_num_threads() - 1);
    if wanted > 0 {
        HELPERS.wake(wanted);
    }
}

/// Threads that help searches.
///
/// A helper stays awake for a moment after its work, so that the next search finds it ready: a search may take less
/// time than waking a thread.
pub(super) struct Helpers {
    /// `None` if no threads could be created.
    pool: Option<ThreadPool>,
    /// Number of idle helpers.
    free: AtomicUsize,
    /// Number of helpers that are awake or being woken.
    awake: Arc<AtomicUsize>,
}

impl Helpers {
    pub(super) fn new(threads: usize) -> Self {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("kifu-search-{number}"));
        // For rayon, zero threads means the default number.
        let pool = (threads > 0).then(|| pool.build().ok()).flatten();
        Self {
            free: AtomicUsize::new(pool.as_ref().map_or(0, ThreadPool::current_num_threads)),
            pool,
            awake: Arc::default(),
        }
    }

    /// Wakes up to `wanted` helpers that are idle and asleep.
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

    /// Calls `work`, which may request help.
    pub(super) fn scope<'scope, R>(
        &'scope self,
        work: impl FnOnce(Option<&Scope<'scope>>) -> R,
    ) -> R {
        match &self.pool {
            Some(pool) => pool.in_place_scope(|scope| work(Some(scope))),
            None => work(None),
        }
    }

    /// Runs `task` on an idle helper. Returns whether there is one. So no task waits for the tasks of other searches,
    /// and no search waits for a queued task.
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

/// Runs incoming tasks until none has come for a moment.
fn stay_awake() {
    while until(|| matches!(rayon::yield_now(), Some(Yield::Executed))) {}
}

/// Waits for a moment until a condition holds. Returns whether it does. Other runnable threads go first.
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
        for _ in 0..3 {
            let done = AtomicUsize::new(0);
            helpers.scope(|scope| {
                let help = || {
                    helpers.help(scope, || {
                        assert!(comes(|| done.load(Ordering::Relaxed) > 0));
                    })
                };
                // No helper is left for the third task.
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
