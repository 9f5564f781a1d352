//! Events of inputs that are read in parts, or shown in parts.

use std::fmt::Write as _;

use crate::place::{Place, text};

/// `十` in `Shift_JIS` ends with a byte that is a backslash in ASCII.
const TEN: &[u8] = b"\x8F\x5C";

#[test]
fn offsets_in_large_files_are_those_in_the_file() {
    let mut games = Vec::new();
    let mut count = 0;
    while games.len() < 10 << 20 {
        games.extend_from_slice(b"(;CA[Shift_JIS]C[");
        games.extend_from_slice(&TEN.repeat(40));
        games.extend_from_slice(b"]PB[x];B[aa])\nfrom a mail\n");
        count += 1;
    }
    let place = Place::new();
    place.file("games.sgf", &games);
    let run = |args: &[&str]| {
        let output = place.run(args);
        // There is text between the games.
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        text(&output.stdout)
    };
    let shown = run(&["debug", "events", "-j", "3", "games.sgf"]);
    assert!(shown == run(&["debug", "events", "-j", "1", "games.sgf"]));
    let (mut behind, mut comments) = (0, 0);
    for line in shown.lines() {
        let mut fields = line.split('\t');
        let mut number = || fields.next().unwrap().parse::<usize>().unwrap();
        let (start, end) = (number(), number());
        assert!(behind <= start && start <= end, "{line}");
        behind = end;
        let (what, shown) = (fields.next().unwrap(), fields.next().unwrap());
        let bytes = &games[start..end];
        match what {
            "P103" => assert_eq!(bytes.trim_ascii(), b"from a mail"),
            "value" if shown.starts_with('十') => {
                assert_eq!(bytes, TEN.repeat(40), "{line}");
                comments += 1;
            }
            _ => assert_eq!(bytes, shown.as_bytes(), "{line}"),
        }
    }
    assert_eq!(comments, count);
    assert_eq!(shown.matches("\tP103\t").count(), count);
    // With line and column: two lines a game.
    let full = run(&["debug", "events", "--format", "full", "games.sgf"]);
    let pairs = full.lines().map(|line| line.split_once('\t').unwrap());
    assert!(pairs.clone().map(|(_, rest)| rest).eq(shown.lines()));
    let begins = pairs.filter(|(_, rest)| rest.contains("\ttree-begin\t"));
    for (number, (place, _)) in begins.enumerate() {
        assert_eq!(place, format!("{}:1", 2 * number + 1));
    }
}

/// Output that is too long to wait is shown when its turn comes.
#[test]
fn much_is_shown_in_order() {
    let nodes = 3_300_000;
    let place = Place::new();
    place.file("1.sgf", "(;)");
    place.file("2.sgf", format!("({}", ";".repeat(nodes)));
    place.file("3.sgf", "no game");
    place.file("4.sgf", "(;)");
    let output = place.run(["debug", "events", "."]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.starts_with("kifu: error: ./3.sgf: not SGF: "),
        "{message}"
    );
    assert_eq!(message.lines().count(), 2);
    assert!(
        message.ends_with("kifu: 1 file not read, see above\n"),
        "{message}"
    );
    let shown = text(&output.stdout);
    assert!(
        shown.len() > 64 << 20,
        "it may not all wait: {}",
        shown.len()
    );
    let mut lines = shown.lines();
    let mut expected = String::new();
    let mut expect = |rest: std::fmt::Arguments<'_>| {
        expected.clear();
        let _ = expected.write_fmt(rest);
        assert_eq!(lines.next(), Some(&*expected));
    };
    let small = |name| move |line: &str| format!("./{name}.sgf\t{line}");
    let game = [
        "0\t1\ttree-begin\t(",
        "1\t2\tnode-begin\t;",
        "2\t3\ttree-end\t)",
    ];
    for line in game.map(small(1)) {
        expect(format_args!("{line}"));
    }
    expect(format_args!("./2.sgf\t0\t1\ttree-begin\t("));
    for node in 1..=nodes {
        expect(format_args!("./2.sgf\t{node}\t{}\tnode-begin\t;", node + 1));
    }
    let last: Vec<_> = lines.collect();
    assert_eq!(last.len(), 2 + 2 + 3, "{last:?}");
    assert_eq!(last[4..], game.map(small(4)));
}
