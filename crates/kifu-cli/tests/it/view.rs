//! The viewer, on a terminal that `script` plays.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::place::{Place, text};

/// The output of `kifu view` on a terminal of 80 columns and 24 rows while keys are pressed; `None` if `script` is not
/// installed.
fn viewed(place: &Place, args: &str, keys: &str) -> Option<String> {
    on_terminal(place, &format!("view {args}"), keys)
}

/// The terminal output of any full-screen verb.
pub(crate) fn on_terminal(place: &Place, args: &str, keys: &str) -> Option<String> {
    let kifu = env!("CARGO_BIN_EXE_kifu");
    in_shell(
        place,
        &format!("stty cols 80 rows 24; '{kifu}' {args}; echo exit $?"),
        keys,
    )
}

/// A file that is there once the program draws on the whole screen.
const OPEN: &str = "screen-is-open";

/// Variables by which a terminal is known; that of the tests is of no account.
const OF_TERMINALS: [&str; 6] = [
    "KITTY_WINDOW_ID",
    "LC_TERMINAL",
    "NO_COLOR",
    "STY",
    "TERM_PROGRAM",
    "TMUX",
];

/// A command that plays a terminal for a shell command.
pub(crate) fn script(place: &Place, line: &str) -> Command {
    let mut command = Command::new("script");
    command
        .args(["-qec", line, "/dev/null"])
        .current_dir(place.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_STATE_HOME", place.path().join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    for name in OF_TERMINALS {
        command.env_remove(name);
    }
    command
}

/// The terminal output of a shell command while keys are pressed.
fn in_shell(place: &Place, line: &str, keys: &str) -> Option<String> {
    let Ok(mut child) = script(place, line).spawn() else {
        kifu_testkit::skip(format_args!("there is no `script`"));
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let (mut shown, mut part) = (Vec::new(), [0; 4096]);
    let mut keys = Some(keys);
    loop {
        let length = stdout.read(&mut part).expect("a screen");
        shown.extend_from_slice(&part[..length]);
        // Before the program reads single keys the terminal would turn Enter into a line feed.
        let is_open = shown.windows(8).any(|sign| sign == b"\x1b[?1006h");
        if let Some(keys) = keys.take_if(|_| is_open || length == 0) {
            place.file(OPEN, "");
            for key in single_keys(keys) {
                std::thread::sleep(Duration::from_millis(60));
                // The program may have ended.
                let _ = stdin.write_all(key.as_bytes());
            }
        }
        if length == 0 {
            break;
        }
    }
    child.wait().expect("an end");
    Some(text(&shown))
}

/// The visible text, with a blank in place of each control sequence: only changes are drawn.
fn plain(shown: &str) -> String {
    let mut parts = shown.split('\u{1b}');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| {
        let end = part.find(|sign: char| sign.is_ascii_alphabetic());
        end.map_or("", |end| &part[end + 1..])
    });
    let all = std::iter::once(first).chain(rest).collect::<Vec<_>>();
    all.join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Keys one by one; a report of the mouse is one.
fn single_keys(keys: &str) -> Vec<&str> {
    let mut rest = keys;
    let mut single = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("\x1b[<") {
            rest.find(['M', 'm']).map_or(rest.len(), |end| end + 1)
        } else {
            first.len_utf8()
        };
        let (key, after) = rest.split_at(length);
        single.push(key);
        rest = after;
    }
    single
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

#[test]
fn a_large_window_has_large_cells_and_the_mouse_finds_points() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[9];B[ee];W[cc](;B[gg])(;B[gc]))");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line =
        format!("stty cols 150 rows 50; '{kifu}' view --color=always game.sgf; echo exit $?");
    // A click at the middle point of 9 columns of 10 and 9 rows of 5 goes to the first move.
    let click = "\u{1b}[<0;49;24M";
    let Some(shown) = in_shell(&place, &line, &format!("{click}q")) else {
        return;
    };
    assert!(shown.contains('▀'), "{shown:?}");
    assert!(plain(&shown).contains("● E5"), "{shown:?}");
    assert!(plain(&shown).contains("exit 0"), "{shown:?}");
}

#[test]
fn moves_are_guessed_and_problems_solved() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[9];B[ee];W[cc])");
    place.file(
        "problem.sgf",
        "(;SZ[9]AB[aa];B[ee]C[Correct](;W[ef];B[ff]C[RIGHT]))(;SZ[9]AB[bb];B[ee]C[Wrong])",
    );
    // The cursor begins in the middle, where the first move is.
    let Some(shown) = viewed(&place, "game.sgf", "G\r\u{1b}q") else {
        return;
    };
    assert!(plain(&shown).contains("0 of 0 right"), "{shown:?}");
    assert!(plain(&shown).contains("right"), "{shown:?}");
    let shown = viewed(&place, "problem.sgf", "Pl\rh\r\u{1b}q").expect("`script` is there");
    assert!(plain(&shown).contains("not in the tree"), "{shown:?}");
    assert!(plain(&shown).contains("exit 0"), "{shown:?}");
}

#[test]
fn comments_and_marks_are_saved_and_the_rest_is_kept() {
    let place = Place::new();
    let record = "(;SZ[9]  PB[A]\n;B[ee]C[Old]  ;W[cc])";
    place.file("game.sgf", record);
    place.file("editor.sh", "printf 'New [text]' > \"$1\"\n");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let editor = format!("sh {}", place.path().join("editor.sh").display());
    let line = format!(
        "stty cols 80 rows 24; EDITOR='{editor}' VISUAL= '{kifu}' view game.sgf; echo exit $?"
    );
    let Some(shown) = in_shell(&place, &line, "leMt\u{1b}q") else {
        return;
    };
    assert!(shown.contains("exit 0"), "{shown:?}");
    let saved = std::fs::read_to_string(place.path().join("game.sgf")).expect("the file");
    assert_eq!(
        saved,
        "(;SZ[9]  PB[A]\n;B[ee]C[New [text\\]]TR[ee]  ;W[cc])"
    );
}

#[test]
fn a_file_is_shown_and_changed_in_the_named_encoding() {
    let place = Place::new();
    let record = b"(;SZ[9]PB[\xC1\xD6];B[ee])";
    for path in ["game.sgf", "."] {
        place.file("game.sgf", record);
        let keys = if path == "." {
            "\rlMt\u{1b}qq"
        } else {
            "lMt\u{1b}q"
        };
        let Some(shown) = viewed(&place, &format!("--encoding EUC-KR {path}"), keys) else {
            return;
        };
        assert!(shown.contains("exit 0"), "{shown:?}");
        assert!(shown.contains('주'), "{shown:?}");
        let saved = std::fs::read(place.path().join("game.sgf")).expect("the file");
        assert_eq!(saved, b"(;SZ[9]PB[\xC1\xD6];B[ee]TR[ee])", "{path}");
    }
}

/// A terminal without an alternate screen shows what was there before.
#[test]
fn the_screen_is_cleared_before_it_is_drawn() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[9];B[ee]C[Old])");
    place.file("editor.sh", "echo EDITOR; printf New > \"$1\"\n");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let editor = format!("sh {}", place.path().join("editor.sh").display());
    let line = format!(
        "stty cols 80 rows 24; TERM=linux EDITOR='{editor}' VISUAL= '{kifu}' view game.sgf; echo exit $?"
    );
    let Some(shown) = in_shell(&place, &line, "leq") else {
        return;
    };
    let (before, after) = shown.split_once("EDITOR").expect("the editor ran");
    for part in [before, after] {
        assert!(part.contains("\u{1b}[2J"), "{shown:?}");
    }
}

#[test]
fn a_folder_is_a_list_of_games() {
    let place = Place::new();
    place.file("games/a.sgf", "(;SZ[9]PB[Ada]PW[Bob]DT[1999];B[ee])");
    place.file("games/b.sgf", "(;SZ[9]PB[Cid]PW[Dan]DT[1901];B[cc])");
    let Some(shown) = viewed(&place, "games", "/dan\r\rq?qq") else {
        return;
    };
    assert!(plain(&shown).contains("2 games of 2"), "{shown:?}");
    assert!(plain(&shown).contains("1 game of 2"), "{shown:?}");
    assert!(
        plain(&shown).contains("0/1"),
        "the game is opened: {shown:?}"
    );
    assert!(plain(&shown).contains("exit 0"), "{shown:?}");
    let places = std::fs::read_to_string(place.path().join("state/kifu/places.json"));
    assert!(places.expect("a list").contains("games"));
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[9];B[ee])");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    for signal in ["TERM", "HUP"] {
        let send = format!(
            "(until [ -e {OPEN} ]; do sleep 0.1; done; rm {OPEN}; pkill -{signal} -P $$ -x kifu) &"
        );
        // A run of the tests by `nohup` hands an ignored SIGHUP down.
        let line = format!(
            "{send} stty cols 80 rows 24; env --default-signal '{kifu}' view game.sgf; echo exit $?; stty -a"
        );
        let Some(shown) = in_shell(&place, &line, "") else {
            return;
        };
        assert!(shown.contains("\u{1b}[?1049l"), "{signal}: {shown:?}");
        assert!(shown.contains("\u{1b}[?1000l"), "{signal}: {shown:?}");
        let after = shown.rsplit("exit ").next().unwrap_or_default();
        assert!(
            after.contains(" echo ") && after.contains(" icanon "),
            "{signal}: {after:?}"
        );
    }
}

/// The terminal closes while the program waits for a key.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_closes_ends_the_program() {
    let place = Place::new();
    place.file("game.sgf", "(;SZ[9];B[ee])");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line = format!(
        "echo $$ > pid; stty cols 80 rows 24; exec env --default-signal '{kifu}' view game.sgf"
    );
    let Ok(mut child) = script(&place, &line).spawn() else {
        kifu_testkit::skip(format_args!("there is no `script`"));
        return;
    };
    let mut stdout = child.stdout.take().expect("a pipe");
    let (mut shown, mut part) = (Vec::new(), [0; 4096]);
    while !plain(&String::from_utf8_lossy(&shown)).contains("0/1") {
        let length = stdout.read(&mut part).expect("a screen");
        assert!(length > 0, "the screen was opened");
        shown.extend_from_slice(&part[..length]);
    }
    let id = std::fs::read_to_string(place.path().join("pid")).expect("a number");
    child.kill().expect("`script` runs");
    child.wait().expect("`script` ran");
    let process = std::path::PathBuf::from(format!("/proc/{}", id.trim()));
    for _ in 0..600 {
        // Whoever adopts the process may leave its entry.
        let status = std::fs::read_to_string(process.join("status"));
        if status.map_or(true, |status| status.contains("State:\tZ")) {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = Command::new("kill").args(["-9", id.trim()]).status();
    panic!("the program runs on without a terminal");
}
