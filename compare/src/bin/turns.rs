//! Events and trees, by turns.
//!
//! ```sh
//! cargo run --release --bin turns -- [folder with the archives]
//! taskset -c 0 cargo run --release --bin turns    # on one core
//! ```
//!
//! How fast the tree is read beside its events is a ratio that a machine which others use tells wrong where one comes
//! behind the other. Here they take turns for five seconds an input, and the best time of each counts. All games,
//! nodes and moves must be found each time.

use std::env;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use kifu_compare::{Counts, Result, Stopwatch, inputs};
use kifu_sgf::Collection;
use kifu_syntax::{Event, EventKind, Parser};

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
            for (best, read) in [
                (&mut events, read_events as fn(&[Vec<u8>]) -> (f64, Counts)),
                (&mut trees, read_trees),
            ] {
                let (seconds, found) = read(&files);
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

fn read_events(files: &[Vec<u8>]) -> (f64, Counts) {
    let mut counts = Counts::default();
    let start = Stopwatch::start();
    for file in files {
        let mut depth = 0;
        Parser::new(file).for_each(|event: Event| {
            depth += usize::from(event.kind == EventKind::TreeBegin);
            counts.event(event, depth, file);
            depth -= usize::from(event.kind == EventKind::TreeEnd);
        });
    }
    (start.seconds(), counts)
}

/// What is counted, and dropped, is not timed.
fn read_trees(files: &[Vec<u8>]) -> (f64, Counts) {
    let files = files.to_vec();
    let start = Stopwatch::start();
    let trees = files.into_iter().map(Collection::from_bytes);
    let trees = black_box(trees.collect::<Vec<_>>());
    let seconds = start.seconds();
    let games = trees.iter().flat_map(Collection::games);
    let mut counts = Counts {
        games: trees.iter().map(Collection::len).sum(),
        ..Counts::default()
    };
    for node in games.flat_map(|game| game.nodes()) {
        let moves = node.properties();
        let moves = moves.filter(|property| property.is("B") || property.is("W"));
        counts.moves += moves.count();
        counts.nodes += 1;
    }
    (seconds, counts)
}
