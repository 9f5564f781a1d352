//! System features: pipes, links, names, permissions.

mod reading;
mod writing;

use std::io::Read as _;
use std::process::Stdio;

use crate::place::{Place, text};

const GAME: &str = "(;FF[4]GM[1]SZ[9];B[aa])\n";

#[test]
fn a_broken_pipe_is_success() {
    let place = Place::new();
    // More than a pipe holds.
    place.file("game.sgf", format!("(;FF[4]{})", ";B[aa]".repeat(100_000)));
    for args in [
        &["debug", "events", "game.sgf"][..],
        &["json", "game.sgf"],
        &["debug", "tree", "--all-moves", "game.sgf"],
    ] {
        let mut command = place.command();
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut some = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut some).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn reasons_and_fixes_fit_into_a_terminal() {
    let place = Place::new();
    place.file(
        "fox.sgf",
        "(;FF[4]GM[1]SZ[19]AP[foxwq]TC[3]TT[30]KM[375];B[aa])",
    );
    let output = place.run(["check", "fox.sgf"]);
    let message = text(&output.stdout);
    let wide = |line: &&str| line.chars().count() > 80;
    assert!(message.contains("\n  = why: Fox Weiqi"), "{message}");
    assert_eq!(message.lines().find(wide), None, "{message}");
}

#[test]
fn results_are_in_order_whatever_the_number_of_threads() {
    let place = Place::new();
    for number in 0..300 {
        place.file(format!("{:02}/{number}.sgf", number % 7), "(;FF[4])x");
    }
    let lines = |jobs: &str| {
        let output = place.run(["check", "--format", "concise", "-j", jobs, "."]);
        assert_eq!(output.status.code(), Some(1));
        let text = text(&output.stdout);
        text.lines()
            .filter(|line| line.contains("P103"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let one = lines("1");
    assert_eq!(one.len(), 300);
    assert_eq!(one, lines("8"));
    let folder = |line: &String| line[..5].to_owned();
    assert!(one.is_sorted_by_key(folder));
}

#[test]
fn huge_trees_are_no_trouble() {
    const COUNT: usize = 50_000;
    let place = Place::new();
    place.file(
        "deep.sgf",
        format!(
            "(;FF[4]{}{}",
            "(;B[aa](;W[bb])".repeat(COUNT),
            ")".repeat(COUNT + 1)
        ),
    );
    place.file("wide.sgf", format!("(;FF[4]{})", "(;B[aa])".repeat(COUNT)));
    place.file("long.sgf", format!("(;FF[4]{})", ";B[aa]".repeat(COUNT)));
    place.file("many.sgf", "(;FF[4])".repeat(COUNT));
    for args in [
        &["check"][..],
        &["list", "--format", "full"],
        &["debug", "tree"],
        &["json"],
        &["fmt", "--check"],
        &["debug", "events"],
    ] {
        let output = place.run(args.iter().copied().chain(["."]));
        assert_ne!(output.status.code(), Some(2), "{args:?}");
        assert!(output.status.code().is_some(), "{args:?}");
    }
}

#[test]
fn an_unknown_field_is_answered_with_all_fields() {
    let place = Place::new();
    for args in [
        ["list", "--where", "foo=1", "a.sgf"],
        ["list", "--fields", "foo", "a.sgf"],
        ["list", "--sort", "foo", "a.sgf"],
        ["stats", "--where", "foo=1", "a.sgf"],
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = text(&output.stderr);
        let start = "unknown field; expected one of black, white, player, ";
        assert!(message.contains(start), "{args:?}: {message}");
    }
}
