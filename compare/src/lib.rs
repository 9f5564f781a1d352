//! Shared by the benchmarks: inputs, expected counts, and timing.

mod counts;
mod inputs;
mod process;
mod reading;
mod stopwatch;

use std::env;
use std::error::Error;
use std::path::PathBuf;

pub use counts::Counts;
pub use inputs::{Input, SHORT, inputs};
pub use process::{Run, watched};
pub use reading::{events, packed_moves, pulled, trees};
pub use stopwatch::{Stopwatch, copy_speed};

/// The result of a benchmark.
pub type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// Where a program of this name is, if it is on the `PATH`.
#[must_use]
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
