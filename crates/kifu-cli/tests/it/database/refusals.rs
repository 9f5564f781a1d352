//! What an index cannot do is refused with a reason.

use super::{CORNERS, place, run};
use crate::place::{Place, text};

#[test]
fn what_an_index_cannot_do_is_refused() {
    let place = place();
    for (args, message) in [
        (&["search", "all.kifu", "XQ"][..], "`Q`: unknown letter"),
        (
            &["search", "all.kifu", "XX/X"],
            "row 2 of the pattern is not as long",
        ),
        (
            &["search", "all.kifu", "---/|XO|/|OX|/---"],
            "has no liberty",
        ),
        (
            &["search", "all.kifu", "XX/---/OO"],
            "line 2 of the pattern is an edge of the board, and there are rows above and below",
        ),
        (
            &["-j", "1000", "search", "all.kifu", "X"],
            "1000 is not in 0..=512",
        ),
        (&["search", "all.kifu"], "nothing to search for"),
        (
            &["search", "none.kifu"],
            "none.kifu: not found; make one with `kifu index FOLDER -o NAME.kifu`",
        ),
        (&["search", "games", "X"], "this is not an index"),
        (
            &["search", "all.kifu", "X.", "--sequence", "B:zz"],
            "not within the pattern",
        ),
        (
            &["search", "all.kifu", "X", "--moves", "50-10"],
            "expected `-50`, `10-30` or `100-`",
        ),
        (
            &["search", "all.kifu", "X", "--area", "aa:cc"],
            "'[PATTERN]' cannot be used with '--area <CORNERS>'",
        ),
        (
            &["search", "all.kifu", "X", "--move", "3"],
            "'[PATTERN]' cannot be used with '--move <N>'",
        ),
        (
            &["search", "all.kifu", "X", "--node", "3"],
            "'[PATTERN]' cannot be used with '--node <ID>'",
        ),
        (
            &["search", "all.kifu", "X", "--path", "B"],
            "'[PATTERN]' cannot be used with '--path <PATH>'",
        ),
        (
            &["search", "all.kifu", "X", "--game", "1"],
            "'[PATTERN]' cannot be used with '--game <N>'",
        ),
        (&["openings", "all.kifu", "--move", "3"], "--file <FILE>"),
        (
            &["search", "all.kifu", "--hit"],
            "error: unexpected argument '--hit' found\n\n  tip: a similar argument exists: '--hits'\n\nUsage: ",
        ),
        (
            &["search", "all.kifu", "--lim", "3"],
            "error: unexpected argument '--lim' found\n\n  tip: a similar argument exists: '--limit'\n\nUsage: ",
        ),
        (
            &["search", "all.kifu", "X", "--jobs", "2", "O"],
            "error: unexpected argument 'O' found",
        ),
        (
            &["openings", "all.kifu", "--dept=3"],
            "unexpected argument '--dept' found\n\n  tip: a similar argument exists: '--depth'",
        ),
        (
            &["search", "all.kifu", "-q"],
            "unexpected argument '-q' found\n\nUsage: ",
        ),
        (
            &["index", "games", "-o", "games"],
            "games: this folder exists and is not an index; choose another name",
        ),
        (
            &["index", "games", "-o", "games/a.sgf"],
            "a.sgf: an index is a folder, and here is a file; name another place with `-o NAME.kifu`",
        ),
        #[cfg(target_os = "linux")]
        (
            &["index", "games", "-o", "/proc/none.kifu"],
            "/proc/none.kifu: no index can be written here (no such file or folder); name another",
        ),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
    let segment = std::fs::read_dir(place.path().join("all.kifu")).unwrap();
    let folders = segment
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    for folder in folders {
        let path = folder.join("search.kfs");
        let mut bytes = std::fs::read(&path).unwrap();
        // A checksum of the table of games follows the positions.
        let of_positions = bytes.len() - 9;
        bytes[of_positions] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    }
    run(
        &place,
        &["search", "all.kifu", CORNERS],
        2,
        "the index of positions is damaged; ",
    );
    run(
        &place,
        &["search", "all.kifu", "--partial", CORNERS],
        2,
        "the index of positions is damaged; ",
    );
    // A pattern that does not ask the damaged part is answered.
    let shown = run(&place, &["search", "all.kifu", "X", "--edges"], 0, "");
    assert!(shown.contains("in 3 games of 3"), "{shown}");
}

#[test]
fn the_help_of_an_index_names_what_it_takes() {
    let place = Place::new();
    for help in ["-h", "--help"] {
        let shown = run(&place, &["index", help], 0, "");
        assert!(shown.contains("archives (zip, 7z,"), "{shown}");
        assert!(!shown.contains("standard input"), "{shown}");
    }
    for verb in ["search", "view", "list", "openings"] {
        let shown = run(&place, &[verb, "--help"], 0, "");
        assert!(
            shown.contains("threads that read files or search an index"),
            "{shown}"
        );
    }
    run(
        &place,
        &["index", "-", "-o", "all.kifu"],
        2,
        "cannot index standard input",
    );
}
