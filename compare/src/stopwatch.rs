//! The time that work takes.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// A beginning, by the clock on the wall and by that of the processor.
#[derive(Debug)]
pub struct Stopwatch(Instant, f64);

impl Stopwatch {
    /// Begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now(), processor())
    }

    /// Seconds since then. The clock of the processor, for which others on the machine do not count,
    /// is too coarse for a short time: that is the best of many on the wall.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let (wall, used) = (self.0.elapsed().as_secs_f64(), processor() - self.1);
        if used < 0.2 { wall } else { wall.min(used) }
    }
}

/// Seconds that this thread has had a processor for.
fn processor() -> f64 {
    let times = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let running = times
        .split(' ')
        .next()
        .and_then(|time| time.parse::<f64>().ok());
    running.unwrap_or_default() / 1e9
}

/// Seconds to copy as many bytes as `input` has, measured on more bytes than any cache holds.
#[must_use]
pub fn copy_speed(input: &[u8]) -> f64 {
    const LEAST: usize = 128 << 20;
    let from = input.iter().copied().cycle().take(LEAST.max(input.len()));
    let from = from.collect::<Vec<_>>();
    let mut to = from.clone();
    let mut seconds = f64::INFINITY;
    for _ in 0..8 {
        let start = Stopwatch::start();
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
        seconds = seconds.min(start.seconds());
    }
    seconds * input.len() as f64 / from.len() as f64
}
