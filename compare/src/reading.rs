//! The ways of Kifu that are timed: seconds, and what was found.

use std::hint::black_box;
use std::time::Instant;

use kifu_sgf::Collection;
use kifu_syntax::{Event, EventKind, Parser, ProblemSink};

use crate::{Counts, Stopwatch};

/// All events of each file at once; problems go to `sink`.
pub fn events(files: &[Vec<u8>], mut sink: impl ProblemSink) -> (f64, Counts) {
    let mut counts = Counts::default();
    let start = Stopwatch::start();
    for file in files {
        let mut depth = 0;
        Parser::with_sink(file, &mut sink).for_each(|event: Event| {
            depth += usize::from(event.kind == EventKind::TreeBegin);
            counts.event(event, depth, file);
            depth -= usize::from(event.kind == EventKind::TreeEnd);
        });
    }
    (start.seconds(), counts)
}

/// All events of each file, pulled one by one.
#[must_use]
pub fn pulled(files: &[Vec<u8>]) -> (f64, Counts) {
    let mut counts = Counts::default();
    let start = Stopwatch::start();
    for file in files {
        let mut parser = Parser::new(file);
        while let Some(event) = parser.next() {
            counts.event(event, parser.depth(), file);
        }
    }
    (start.seconds(), counts)
}

/// The moves of the main line of each game, packed, the reading of the trees included. Returns the number of moves.
#[must_use]
pub fn packed_moves(files: Vec<Vec<u8>>) -> (f64, usize) {
    let mut moves = Vec::new();
    let mut count = 0;
    let mut seconds = 0.0;
    for file in files {
        let start = Instant::now();
        let tree = Collection::from_bytes(file);
        for game in tree.games() {
            moves.clear();
            game.moves().packed().for_each(|packed| moves.push(packed));
            count += black_box(&moves).len();
        }
        seconds += start.elapsed().as_secs_f64();
    }
    (seconds, count)
}

/// A tree of each file, and then, if that `reads_values`, every value, file by file. Dropping the tree is not timed,
/// nor is counting what is in it.
#[must_use]
pub fn trees(files: Vec<Vec<u8>>, reads_values: bool) -> (f64, Counts) {
    let mut counts = Counts::default();
    let mut seconds = 0.0;
    for file in files {
        let start = Instant::now();
        let tree = Collection::from_bytes(file);
        if !reads_values {
            seconds += start.elapsed().as_secs_f64();
        }
        for game in tree.games() {
            game.properties().for_each(|(_, property)| {
                counts.moves += usize::from(property.is("B") || property.is("W"));
                for value in property.values() {
                    black_box(value);
                }
            });
        }
        if reads_values {
            seconds += start.elapsed().as_secs_f64();
        }
        counts.games += tree.len();
        counts.nodes += tree.node_count();
    }
    (seconds, counts)
}
