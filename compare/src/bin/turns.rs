//! Events, trees, values and moves, by turns.
//!
//! ```sh
//! cargo run --release --bin turns -- [folder with the archives]
//! taskset -c 0 cargo run --release --bin turns    # on one core
//! ```
//!
//! On a shared machine, measuring one after the other gives a wrong ratio. Here the ways of reading take turns for ten
//! seconds an input, and the best time of each counts. Every run must find all games, nodes and moves. Times of values
//! and moves include that of the tree.

use std::env;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use kifu_compare::{Counts, Result, copy_speed, events, inputs, packed_moves, pulled, trees};

const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> Result<()> {
    let corpus = env::args_os().nth(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    println!("Cores: {}.\n", available_parallelism()?);
    println!(
        "| MB/s | MB | memcpy | events | pulled | of memcpy | tree | of events | every value | moves, packed |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, files) in inputs(&corpus)? {
        let expected = Counts::of_signs(&files);
        let (_, main_line) = packed_moves(files.clone());
        let mut best = [f64::INFINITY; 6];
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let found = [
                events(&files, ()),
                pulled(&files),
                trees(files.clone(), false),
                trees(files.clone(), true),
            ];
            for (best, (seconds, found)) in best.iter_mut().zip(found) {
                if found != expected {
                    return Err(format!("{name}: {found:?} instead of {expected:?}").into());
                }
                *best = best.min(seconds);
            }
            let (seconds, moves) = packed_moves(files.clone());
            if moves != main_line {
                return Err(format!("{name}: {moves} moves instead of {main_line}").into());
            }
            best[4] = best[4].min(seconds);
            best[5] = best[5].min(copy_speed(&files.concat()));
        }
        let bytes = files.iter().map(Vec::len).sum::<usize>() as f64;
        let [events, pulled, tree, values, moves, copy] = best;
        let speed = |seconds: f64| bytes / 1e6 / seconds;
        println!(
            "| {name} | {:.1} | {:.0} | {:.0} | {:.0} | 1/{:.1} | {:.0} | {:.2} | {:.0} | {:.0} |",
            bytes / 1e6,
            speed(copy),
            speed(events),
            speed(pulled),
            pulled / copy,
            speed(tree),
            events / tree,
            speed(values),
            speed(moves),
        );
    }
    Ok(())
}
