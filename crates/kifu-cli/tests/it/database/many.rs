//! An index of more segments than a process may have open files.

use std::fmt::Write as _;
use std::process::Command;

use super::run;
use crate::place::{Place, text};

/// The search, the list and the next run of `kifu index` answer as they do with many descriptors.
#[test]
fn hundreds_of_segments_need_few_descriptors() {
    const SIDES: std::ops::Range<u16> = 5..20;
    let place = Place::new();
    let mut games = String::new();
    // A segment has boards of one size.
    for (columns, rows) in SIDES.flat_map(|columns| SIDES.map(move |rows| (columns, rows))) {
        write!(
            games,
            "(;SZ[{columns}:{rows}]PB[Ann];B[cc];W[dc];B[dd];W[cd])"
        )
        .unwrap();
    }
    place.file("games/a.sgf", &games);
    run(
        &place,
        &["index", "games", "-o", "all.kifu"],
        0,
        "225 games",
    );
    let commands: [&[&str]; 4] = [
        &[
            "search", "all.kifu", "XO/OX", "--edges", "--format", "json", "--limit", "0",
        ],
        &[
            "search",
            "all.kifu",
            "XO/OX",
            "--edges",
            "-w",
            "black=Ann moves=4",
        ],
        &["list", "all.kifu", "-w", "size<19"],
        &["index", "games", "-o", "all.kifu"],
    ];
    for args in commands {
        let expected = run(&place, args, 0, "");
        let kifu = env!("CARGO_BIN_EXE_kifu");
        let words: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
        let line = format!("ulimit -n 40; exec '{kifu}' {}", words.join(" "));
        let output = Command::new("sh")
            .args(["-c", &line])
            .current_dir(place.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{args:?}: {}",
            text(&output.stderr)
        );
        let folder = dunce::canonicalize(place.path()).unwrap();
        let shown = text(&output.stdout).replace(&*folder.to_string_lossy(), "FOLDER");
        assert_eq!(shown, expected, "{args:?}");
    }
}
