//! The viewer, on a terminal that `script` plays.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::place::{Place, text};

/// What a terminal of 80 columns and 24 rows is sent by `kifu view` while keys are pressed; `None`
/// where there is no `script`.
fn viewed(place: &Place, args: &str, keys: &str) -> Option<String> {
    on_terminal(place, &format!("view {args}"), keys)
}

/// The same for any verb that takes the whole screen.
pub(crate) fn on_terminal(place: &Place, args: &str, keys: &str) -> Option<String> {
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line = format!("stty cols 80 rows 24; '{kifu}' {args}; echo exit $?");
    let child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(place.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_STATE_HOME", place.path().join("state"))
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        kifu_testkit::skip(format_args!("there is no `script`"));
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(keys.as_bytes()).expect("keys are taken");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    Some(text(&output.stdout))
}

#[test]
fn a_game_is_shown_until_the_user_leaves() {
    let place = Place::new();
    place.file(
        "game.sgf",
        "(;SZ[9]PB[Shusaku]PW[Gennan];B[ee]C[\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}];W[cc])",
    );
    let Some(shown) = viewed(&place, "--remember game.sgf", "lq") else {
        return;
    };
    assert!(shown.contains("Shusaku"), "{shown:?}");
    assert!(shown.contains("exit 0"), "{shown:?}");
    for harmful in ["\u{1B}]0;", "\u{7}", "\u{9B}", "\u{202E}"] {
        assert!(!shown.contains(harmful), "{shown:?}");
    }
    let places = std::fs::read_to_string(place.path().join("state/kifu/places.json"));
    assert!(places.expect("a list").contains("\"node\": 1"));
    let shown = viewed(&place, "--game 2 game.sgf", "").expect("`script` is there");
    assert!(
        shown.contains("there is no game 2; the file has 1"),
        "{shown:?}"
    );
    assert!(shown.contains("exit 2"), "{shown:?}");
}

#[test]
fn a_game_in_an_archive_is_shown() {
    let place = Place::new();
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archives/games.zip");
    let Some(shown) = viewed(&place, &format!("'{archive}/games/a.sgf'"), "q") else {
        return;
    };
    assert!(
        shown.contains("Ada") && shown.contains("exit 0"),
        "{shown:?}"
    );
}
