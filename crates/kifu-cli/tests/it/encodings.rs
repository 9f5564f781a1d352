//! `--encoding`: one option, which every command that reads records has.

use std::fs;

use crate::place::{Place, text};

/// `(;SZ[9]PB[林]C[林];B[aa])` in GBK. Nothing declares that, and it is read as EUC-KR otherwise: 주.
const CHINESE: &[u8] = b"(;SZ[9]PB[\xC1\xD6]C[\xC1\xD6];B[aa])\n";

/// The commands, and whether they show the name of a player or a comment.
const COMMANDS: &[(&str, bool)] = &[
    ("list -f black a.sgf", true),
    ("list --format full a.sgf", true),
    ("list --group-by black a.sgf", true),
    ("stats --group-by black a.sgf", true),
    ("json a.sgf", true),
    ("convert --to json a.sgf", true),
    ("convert --to sgf -o converted a.sgf", false),
    ("debug events a.sgf", true),
    ("debug tree --comments a.sgf", true),
    ("show --move 0 a.sgf", true),
    ("score a.sgf", false),
    ("diff --textconv a.sgf", true),
    ("diff a.sgf a.sgf", false),
    ("merge a.sgf", true),
    ("join --utf8 -o - a.sgf", true),
    ("extract comments a.sgf", true),
    ("extract main-lines a.sgf", true),
    ("render --words --move 0 -o - --format txt a.sgf", true),
    #[cfg(feature = "web")]
    ("render -o - --format html a.sgf", true),
    ("dedupe a.sgf", false),
    ("check --exit-zero a.sgf", true),
    ("check --exit-zero --format json a.sgf", false),
    ("fmt -o - a.sgf", true),
    ("fix --select N608 -o - a.sgf", true),
    ("transform --main-line -o - a.sgf", false),
];

fn run(place: &Place, command: &str, encoding: &str) -> std::process::Output {
    let words = command.split(' ').chain(["--encoding", encoding]);
    place.run(words)
}

#[test]
fn every_command_reads_the_named_encoding() {
    for (command, shows_text) in COMMANDS {
        let place = Place::new();
        place.file("a.sgf", CHINESE);
        let output = run(&place, command, "GBK");
        // Some write the bytes as they are.
        let shown = String::from_utf8_lossy(&output.stdout);
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {words}");
        assert_eq!(shown.contains('林'), *shows_text, "{command}: {shown}");
        assert!(!shown.contains('주'), "{command}: {shown}");
    }
}

#[test]
fn every_command_refuses_a_file_that_the_named_encoding_would_misread() {
    for (command, _) in COMMANDS {
        let place = Place::new();
        place.file("a.sgf", "(;SZ[9]PB[주주]C[주];B[aa])\n");
        let output = run(&place, command, "GBK");
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {words}");
        let message = "a.sgf: the file is in UTF-8, which `--encoding` would misread";
        assert!(words.contains(message), "{command}: {words}");
        let output = run(&place, command, "UTF-8");
        assert_eq!(output.status.code(), Some(0), "{command}");
    }
}

#[test]
fn an_unknown_encoding_is_a_usage_error_everywhere() {
    let place = Place::new();
    for (command, _) in COMMANDS {
        let output = run(&place, command, "klingon");
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {words}");
        let message = "invalid value 'klingon' for '--encoding <NAME>': no encoding has this name";
        assert!(words.contains(message), "{command}: {words}");
    }
}

#[test]
fn new_files_say_what_the_named_encoding_said() {
    for command in [
        "join -o all.sgf a.sgf",
        "split -t all.sgf a.sgf",
        "extract main-lines -o all.sgf a.sgf",
    ] {
        let place = Place::new();
        place.file("a.sgf", CHINESE);
        let output = run(&place, command, "GBK");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let output = place.run(["list", "-f", "black", "--format", "csv", "all.sgf"]);
        assert_eq!(text(&output.stdout), "black\n林\n", "{command}");
    }
}

#[test]
fn a_merge_of_git_keeps_what_the_named_encoding_said() {
    const START: &[u8] = CHINESE.split_last_chunk::<2>().unwrap().0;
    let place = Place::new();
    place.file("base.sgf", CHINESE);
    let changed = |comment: &[u8]| [START, b"C[", comment, b"])"].concat();
    place.file("ours.sgf", changed(b"x"));
    place.file("theirs.sgf", [START, b";W[bb])"].concat());
    let args = "merge --git base.sgf ours.sgf theirs.sgf";
    let output = run(&place, args, "GBK");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let merged = fs::read(place.path().join("ours.sgf")).unwrap();
    let merged = text(&merged);
    for part in ["PB[林]", "C[x]", ";W[bb]"] {
        assert!(merged.contains(part), "{merged}");
    }
}

#[test]
fn a_large_file_is_read_in_the_named_encoding_game_by_game() {
    let place = Place::new();
    let long = format!("(;C[{}])\n", "x".repeat(9_000));
    let game = [CHINESE, long.as_bytes()].concat();
    let count = (10 << 20) / game.len();
    place.file("a.sgf", game.repeat(count));
    for command in [
        "list -f black --format csv a.sgf",
        "json a.sgf",
        "debug events a.sgf",
    ] {
        let output = run(&place, command, "GBK");
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(!shown.contains('주'), "{command}");
        assert!(shown.matches('林').count() >= count, "{command}");
    }
}

#[test]
fn a_large_file_that_would_be_misread_is_reported_once() {
    let place = Place::new();
    let game = format!("(;PB[주주]C[{}])\n", "x".repeat(9_000));
    place.file("a.sgf", game.repeat((10 << 20) / game.len()));
    for command in ["list a.sgf", "json a.sgf", "check a.sgf"] {
        let output = run(&place, command, "GBK");
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {words}");
        assert_eq!(
            words.matches("would misread").count(),
            1,
            "{command}: {words}"
        );
    }
}

#[test]
fn other_formats_have_encodings_of_their_own() {
    let place = Place::new();
    let gib = "\\HS\n\\[GAMEBLACKNAME=주주주 (1D)\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n";
    place.file("games/a.gib", gib);
    place.file("games/a.sgf", CHINESE);
    let output = run(&place, "list -f black --format csv games", "GBK");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "black\n주주주\n林\n");
    for command in ["show", "merge"] {
        let output = run(&place, &format!("{command} games/a.gib"), "GBK");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("주주주"), "{command}");
    }
}

#[cfg(feature = "database")]
#[test]
fn an_index_keeps_the_text_that_it_read() {
    let place = Place::new();
    place.file("a.sgf", CHINESE);
    let output = place.run(["index", "a.sgf", "-o", "a.kifu"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for command in [
        "list a.kifu",
        "list --group-by black a.kifu",
        "stats a.kifu",
        "view a.kifu",
    ] {
        let output = run(&place, command, "GBK");
        let words = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {words}");
        assert!(
            words.contains("`--encoding` does not apply to an index"),
            "{words}"
        );
    }
}
