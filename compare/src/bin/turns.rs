//! Events and trees, by turns.
//!
//! ```sh
//! cargo run --release --bin turns -- [folder with the archives]
//! taskset -c 0 cargo run --release --bin turns    # on one core
//! ```
//!
//! On a shared machine, the ratio of tree to event speed is wrong if one is measured after the
//! other. Here they take turns for five seconds an input, and the best time of each counts. All games,
//! nodes and moves must be found each time.

use std::env;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use kifu_compare::{Counts, Result, inputs};

const PATIENCE: Duration = Duration::from_secs(5);

fn main() -> Result<()> {
    let corpus = env::args_os().nth(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    println!("Cores: {}.\n", available_parallelism()?);
    println!("| | MB | events, GB/s | tree, GB/s | |");
    println!("|---|--:|--:|--:|--:|");
    for (name, files) in inputs(&corpus)? {
        let expected = Counts::of_signs(&files);
        let (mut events, mut trees) = (f64::INFINITY, f64::INFINITY);
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            for (best, (seconds, found)) in [
                (&mut events, kifu_compare::events(&files, ())),
                (&mut trees, kifu_compare::trees(files.clone(), false)),
            ] {
                if found != expected {
                    return Err(format!("{name}: {found:?} instead of {expected:?}").into());
                }
                *best = best.min(seconds);
            }
        }
        let bytes = files.iter().map(Vec::len).sum::<usize>() as f64;
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.2} |",
            bytes / 1e6,
            bytes / 1e9 / events,
            bytes / 1e9 / trees,
            events / trees
        );
    }
    Ok(())
}
