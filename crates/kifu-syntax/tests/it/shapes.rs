//! Random files, and files of the shapes that break readers.

use std::time::{Duration, Instant};

use kifu_syntax::{EventKind, Parser};
use kifu_testkit::generate;
use kifu_testkit::strategy::{chunk_sizes, messy_sgf, well_formed_sgf};
use proptest::prelude::*;
use proptest::sample::select;

use crate::readings::{by_slice, by_stream, by_visitor};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn well_formed_files_have_no_problem(text in well_formed_sgf()) {
        let reading = by_slice(text.as_bytes());
        prop_assert_eq!(&reading.problems, &[]);
        let written = reading.events.iter().map(|(event, bytes)| match event.kind {
            EventKind::Value => bytes.len() + 2,
            _ => bytes.len(),
        });
        let unused = text.len() - written.sum::<usize>();
        // The rest is white space between tokens.
        prop_assert!(unused <= text.chars().filter(|char| char.is_whitespace()).count());
    }

    #[test]
    fn messy_files_are_read_alike(bytes in messy_sgf(), sizes in chunk_sizes()) {
        let expected = by_slice(&bytes);
        prop_assert_eq!(&by_stream(&bytes, sizes), &expected);
        prop_assert_eq!(&by_visitor(&bytes), &expected);
    }

    #[test]
    fn a_sound_game_survives_behind_a_broken_one(
        bytes in messy_sgf(),
        begin in select(vec!["\n(;FF[4]GM[1]", "\n(;SZ[9]", "\r\n \t(;GM[1]", "\r        ( ; ST[2]"]),
    ) {
        let mut bytes = bytes;
        // An escape at the very end would reach into the sound game.
        if bytes.last() == Some(&b'\\') {
            bytes.pop();
        }
        let sound = format!("{begin};B[aa];W[bb](;B[cc])(;B[dd]))");
        bytes.extend(sound.as_bytes());
        let found = by_slice(&bytes).dump();
        let expected = by_slice(sound.as_bytes()).dump();
        prop_assert!(found.ends_with(&expected), "{:?}\n{}", String::from_utf8_lossy(&bytes), found);
    }
}

#[test]
fn hostile_files_take_linear_time() {
    // A quadratic reader takes hours for this length.
    const LENGTH: usize = 2_000_000;
    const LIMIT: Duration = Duration::from_secs(10);
    for (name, input) in generate::hostile(LENGTH) {
        let start = Instant::now();
        let mut problems = Vec::new();
        let events = Parser::with_sink(&input[..], &mut problems).count();
        assert!(start.elapsed() < LIMIT, "{name}: {:?}", start.elapsed());
        let start = Instant::now();
        let streamed = by_stream(&input, vec![50_000]);
        assert!(
            start.elapsed() < LIMIT,
            "{name}, streamed: {:?}",
            start.elapsed()
        );
        assert_eq!(streamed.events.len(), events, "{name}");
        assert_eq!(streamed.problems, problems, "{name}");
    }
}

#[test]
fn depth_length_and_width_cost_no_stack() {
    const COUNT: usize = 1_000_000;
    let run = || {
        for input in [
            generate::nested(COUNT),
            generate::line(COUNT),
            generate::siblings(COUNT),
            generate::games(COUNT),
            generate::values(COUNT),
        ] {
            let mut problems = Vec::new();
            let moves = Parser::with_sink(&input[..], &mut problems)
                .filter(|event| event.kind == EventKind::Value)
                .count();
            assert!(moves >= COUNT);
            assert_eq!(problems, []);
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024).spawn(run);
    thread
        .expect("a thread starts")
        .join()
        .expect("all shapes are read");
}
