//! Values of `/metrics`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper ends of the classes of times, in milliseconds.
const TIMES: [u64; 8] = [1, 5, 25, 100, 250, 1000, 5000, 10_000];

/// Counters since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: [AtomicU64; 6],
    refused: AtomicU64,
    work: AtomicU64,
    work_micros: AtomicU64,
    times: [AtomicU64; TIMES.len()],
    connections: AtomicU64,
    bad_hosts: AtomicU64,
}

/// An open connection, as long as it lives.
pub(crate) struct Connection<'a>(&'a Metrics);

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    pub(crate) fn connection(&self) -> Connection<'_> {
        self.connections.fetch_add(1, Ordering::Relaxed);
        Connection(self)
    }

    /// Counts a request by the first digit of its status.
    pub(crate) fn request(&self, status: u16) {
        let class = usize::from(status / 100).min(self.requests.len() - 1);
        self.requests[class].fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a search that found no place.
    pub(crate) fn refuse(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a request whose name or origin is not ours.
    pub(crate) fn stranger(&self) {
        self.bad_hosts.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a search.
    pub(crate) fn work_done(&self, time: Duration) {
        self.work.fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.work_micros.fetch_add(micros, Ordering::Relaxed);
        for (end, count) in TIMES.iter().zip(&self.times) {
            if micros <= end * 1000 {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The text that Prometheus reads.
    #[expect(clippy::cast_precision_loss, reason = "times are shown in seconds")]
    pub(crate) fn text(&self, games: usize, running: usize, waiting: usize) -> String {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        };
        let text_mut = &mut text;
        head(text_mut, "kifu_games", "gauge", "Games of the index.");
        let _ = writeln!(text_mut, "kifu_games {games}");
        head(text_mut, "kifu_connections", "gauge", "Open connections.");
        let _ = writeln!(text_mut, "kifu_connections {}", get(&self.connections));
        head(
            text_mut,
            "kifu_searches_running",
            "gauge",
            "Searches that run.",
        );
        let _ = writeln!(text_mut, "kifu_searches_running {running}");
        head(
            text_mut,
            "kifu_searches_waiting",
            "gauge",
            "Searches that wait.",
        );
        let _ = writeln!(text_mut, "kifu_searches_waiting {waiting}");
        head(
            text_mut,
            "kifu_requests_total",
            "counter",
            "Requests by class of status.",
        );
        for (class, count) in self.requests.iter().enumerate().skip(1) {
            let _ = writeln!(
                text_mut,
                "kifu_requests_total{{status=\"{class}xx\"}} {}",
                get(count)
            );
        }
        head(
            text_mut,
            "kifu_refused_total",
            "counter",
            "Searches that found no place.",
        );
        let _ = writeln!(text_mut, "kifu_refused_total {}", get(&self.refused));
        head(
            text_mut,
            "kifu_strangers_total",
            "counter",
            "Requests with a wrong host, origin or token.",
        );
        let _ = writeln!(text_mut, "kifu_strangers_total {}", get(&self.bad_hosts));
        head(
            text_mut,
            "kifu_search_seconds",
            "histogram",
            "Time of searches.",
        );
        for (end, count) in TIMES.iter().zip(&self.times) {
            let _ = writeln!(
                text_mut,
                "kifu_search_seconds_bucket{{le=\"{}\"}} {}",
                *end as f64 / 1000.0,
                get(count)
            );
        }
        let all = get(&self.work);
        let seconds = get(&self.work_micros) as f64 / 1e6;
        let _ = writeln!(
            text_mut,
            "kifu_search_seconds_bucket{{le=\"+Inf\"}} {all}\nkifu_search_seconds_sum {seconds}\nkifu_search_seconds_count {all}"
        );
        text
    }
}
