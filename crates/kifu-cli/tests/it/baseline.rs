//! Known problems: files are found by whatever path they are named.

use std::path::Path;

use crate::place::{Place, text};

const GAME: &str = "(;FF[4]GM[1]SZ[9]KM[6,5])";

/// Checks paths in a folder, and expects no problem.
fn expect_clean(place: &Place, folder: &str, args: &[&str]) {
    let mut command = place.command();
    command.current_dir(place.path().join(folder));
    command.args(["check", "--quiet", "--baseline"]).args(args);
    let output = command.output().unwrap();
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{folder} {args:?}: {shown}");
    assert_eq!(shown, "", "{folder} {args:?}");
}

#[test]
fn a_baseline_applies_by_whatever_path_a_file_is_named() {
    let place = Place::new();
    place.file("games/a.sgf", GAME);
    place.file("games/old/b.sgf", GAME);
    let archives = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    let archive = std::fs::read(archives.join("games.zip")).unwrap();
    place.file("games/c.zip", archive);
    let whole = place.path().join("games");
    let whole = whole.to_str().unwrap();
    let write = ["k.json", "--write-baseline", "--strict", "games"];
    let args = [&["check", "--quiet", "--baseline"], &write[..]].concat();
    assert_eq!(place.run(args).status.code(), Some(0));
    for (folder, args) in [
        (".", &["k.json", "games"][..]),
        (".", &["k.json", "./games"]),
        (".", &["./k.json", "games/old/../../games"]),
        (".", &["k.json", whole]),
        ("games", &["../k.json", "."]),
        ("games", &["../k.json", "a.sgf", "c.zip"]),
        ("games/old", &["../../k.json", "../a.sgf", "b.sgf"]),
    ] {
        expect_clean(&place, folder, &[args, &["--strict"]].concat());
    }
    // The same name in another folder is another file.
    place.file("a.sgf", GAME);
    let output = place.run(["check", "--quiet", "--baseline", "k.json", "a.sgf"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_input_that_cannot_be_read_is_in_sarif() {
    let place = Place::new();
    place.file("a.sgf", "(;FF[4]GM[1]SZ[9])");
    for (args, is_successful) in [(&["a.sgf"][..], true), (&["a.sgf", "none.sgf"], false)] {
        let output = place.run([&["check", "--format", "sarif"], args].concat());
        let sarif: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let [invocation] = sarif["runs"][0]["invocations"]
            .as_array()
            .unwrap()
            .as_slice()
        else {
            panic!("{sarif}");
        };
        assert_eq!(invocation["executionSuccessful"], is_successful);
        let errors = invocation["toolExecutionNotifications"].as_array().unwrap();
        let errors: Vec<_> = errors
            .iter()
            .map(|error| &error["message"]["text"])
            .collect();
        let expected = ["none.sgf: no such file or folder"];
        assert_eq!(errors, expected[usize::from(is_successful)..]);
    }
}
