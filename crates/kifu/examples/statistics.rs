//! Counts the games that somebody won over many files, on all cores.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::thread;

use kifu::Collection;

/// Games with a winner. Files that cannot be read are skipped.
pub(crate) fn wins(files: &[PathBuf]) -> usize {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = files.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let start = |part| scope.spawn(move || count(part));
        let workers: Vec<_> = files.chunks(share).map(start).collect();
        let ended = workers.into_iter().filter_map(|worker| worker.join().ok());
        ended.sum()
    })
}

fn count(files: &[PathBuf]) -> usize {
    let mut won = 0;
    for collection in files.iter().filter_map(|file| Collection::open(file).ok()) {
        let results = collection.games().filter_map(|game| game.info().result());
        won += results
            .filter(|result| result.value().is_some_and(|value| value.winner().is_some()))
            .count();
    }
    won
}

fn main() {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    println!("{} games won", wins(&files));
}
