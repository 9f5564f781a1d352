//! On a terminal, which `script` plays.

use std::process::Command;

use crate::place::{Place, text};

const EVIL: &str =
    "(;FF[4]GN[\u{1B}]0;owned\u{7}]PB[\u{202E}x]PW[y];B[aa]N[\u{1B}[2J]C[\u{9B}2J\u{2028}z])";

/// The terminal output of a command line; `None` if `script` is not installed.
fn on_terminal(place: &Place, line: &str, is_colored: bool) -> Option<String> {
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let mut command = Command::new("script");
    command.args(["-qec", &format!("'{kifu}' {line}"), "/dev/null"]);
    command
        .current_dir(place.path())
        .env("TERM", "xterm")
        .env_remove("NO_COLOR");
    if !is_colored {
        command.env("NO_COLOR", "1");
    }
    let Ok(output) = command.output() else {
        kifu_testkit::skip(format_args!("there is no `script`"));
        return None;
    };
    Some(text(&output.stdout))
}

#[test]
fn text_from_files_tells_a_terminal_nothing() {
    let place = Place::new();
    place.file("evil.sgf", EVIL);
    place.file(
        "evil.json",
        r#"{"games":[{"nodes":[{"properties":[["C",["\u001b[2J\u202e"]]]}]}]}"#,
    );
    for line in [
        "info evil.sgf",
        "list --format full evil.sgf",
        "list --format json-lines evil.sgf",
        "tree --comments evil.sgf",
        "events evil.sgf",
        "json evil.sgf",
        "json --pretty evil.sgf",
        "json --back evil.json",
        "check evil.sgf",
        "fmt - < evil.sgf",
        "fmt --diff evil.sgf",
        "show evil.sgf",
    ] {
        let Some(shown) = on_terminal(&place, line, false) else {
            return;
        };
        assert!(shown.len() > 20, "{line}: {shown}");
        let harmful = ['\u{1B}', '\u{7}', '\u{9B}', '\u{202E}', '\u{2028}'];
        assert!(!shown.contains(harmful), "{line}: {shown:?}");
    }
}

#[test]
fn data_in_a_file_stays_as_it_is() {
    let place = Place::new();
    place.file("evil.sgf", EVIL);
    let output = place.run_with(["fmt", "-"], EVIL.as_bytes());
    assert!(text(&output.stdout).contains("N[\u{1B}"));
    let output = place.run(["json", "evil.sgf"]);
    assert!(text(&output.stdout).contains("\u{202E}x"));
}

#[test]
fn colors_are_for_terminals() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[4])x");
    let plain = place.run(["check", "game.sgf"]);
    assert!(!plain.stdout.contains(&0x1B));
    let forced = place.run(["check", "--color=always", "game.sgf"]);
    assert!(forced.stdout.contains(&0x1B));
    let Some(colored) = on_terminal(&place, "check game.sgf", true) else {
        return;
    };
    assert!(colored.contains("\u{1B}[1m"));
    let never = on_terminal(&place, "check --color=never game.sgf", true);
    assert!(!never.unwrap().contains('\u{1B}'));
}

#[test]
fn a_table_fits_into_the_terminal_and_is_whole_elsewhere() {
    let place = Place::new();
    let (black, white) = ("Black Player the Elder", "White Player the Younger");
    let name = "a-long-name-of-a-folder/and-of-a-record.sgf";
    place.file(
        name,
        format!("(;PB[{black}]PW[{white}]DT[2016-03-13]RE[B+R];B[pd])"),
    );
    let piped = text(&place.run(["list", name]).stdout);
    assert!(piped.lines().all(|line| line.len() > 80), "{piped}");
    let Some(shown) = on_terminal(&place, &format!("list {name}"), false) else {
        return;
    };
    assert!(
        shown.contains("Black Pl") && shown.contains("number"),
        "{shown}"
    );
    for line in shown.lines() {
        assert!(line.trim_end().chars().count() <= 80, "{line}");
    }
}

#[cfg(feature = "database")]
#[test]
fn games_of_a_search_fit_into_the_terminal_and_are_whole_elsewhere() {
    let place = Place::new();
    let (black, white) = ("Black Player the Elder", "White Player the Younger");
    let name = "a-long-name-of-a-folder/and-of-another-one/record.sgf";
    place.file(
        name,
        format!("(;SZ[9]PB[{black}]PW[{white}]DT[2016-03-13]RE[B+R];B[ee];W[cc])"),
    );
    let made = place.run(["index", ".", "-o", "all.kifu"]);
    assert_eq!(made.status.code(), Some(0));
    let piped = text(&place.run(["search", "all.kifu", "X"]).stdout);
    let games = |shown: &str| -> Vec<String> {
        let lines = shown.lines().filter(|line| line.contains("2016-03-13"));
        lines.map(|line| line.trim_end().to_owned()).collect()
    };
    let [first, game] = games(&piped).try_into().expect("two lines");
    for whole in [black, white, name] {
        assert!(first.contains(whole) && game.contains(whole), "{piped}");
    }
    let Some(shown) = on_terminal(&place, "search all.kifu X", false) else {
        return;
    };
    let lines = games(&shown);
    assert_eq!(lines.len(), 2, "{shown}");
    for line in lines {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(
            line.contains("game 1, move 1") && line.contains("Black P"),
            "{line}"
        );
        assert!(line.contains('…'), "{line}");
    }
}

#[test]
fn what_takes_longer_than_a_second_shows_how_far_it_is() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[4]GM[1];B[aa])");
    // The writer keeps the pipe open for as long as a large file would take.
    let slow = "check - < pipe & { cat game.sgf; sleep 2.5; } > pipe; wait $!";
    let made = Command::new("mkfifo")
        .arg(place.path().join("pipe"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        kifu_testkit::skip(format_args!("there is no `mkfifo`"));
        return;
    }
    let Some(shown) = on_terminal(&place, slow, false) else {
        return;
    };
    assert!(shown.contains("0 MB in 1s"), "{shown:?}");
    assert!(shown.contains("1 game, 2 nodes"), "{shown:?}");
}
