//! The ways of Kifu that are timed: seconds, and what was found.

use std::hint::black_box;

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

/// A tree of each file, and then, if that `reads_values`, every value. Counting is not timed else, nor is dropping.
#[must_use]
pub fn trees(files: Vec<Vec<u8>>, reads_values: bool) -> (f64, Counts) {
    let mut counts = Counts::default();
    let start = Stopwatch::start();
    let trees = files.into_iter().map(Collection::from_bytes);
    let trees = trees.collect::<Vec<_>>();
    let mut seconds = start.seconds();
    for node in trees
        .iter()
        .flat_map(Collection::games)
        .flat_map(|game| game.nodes())
    {
        for property in node.properties() {
            counts.moves += usize::from(property.is("B") || property.is("W"));
            property.values().for_each(|value| {
                black_box(value);
            });
        }
    }
    if reads_values {
        seconds = start.seconds();
    }
    counts.games = trees.iter().map(Collection::len).sum();
    counts.nodes = trees.iter().map(Collection::node_count).sum();
    (seconds, counts)
}
