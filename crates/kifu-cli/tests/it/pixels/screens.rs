//! Pixels of the other screens: the list of a folder and the explorer, and the end of the viewer by a panic.

use std::collections::BTreeSet;

use super::decode::{find, kitty, parts, size_of_png};
use super::{GAME, KITTY, SIXEL, Terminal, has, has_picture, in_shell, place, shown};
use crate::place::{Place, text};

/// The answers of a terminal, the variables by which it is known, and the first and last bytes of a picture.
const TERMINALS: [(&str, &str, &[u8], &[u8]); 3] = [
    (KITTY, "", b"\x1b_Ga=T", b"\x1b\\"),
    (SIXEL, "", b"\x1bP", b"\x1b\\"),
    (
        "\x1b[?62;4c",
        "TERM_PROGRAM=iTerm.app",
        b"\x1b]1337;File=",
        b"\x07",
    ),
];

#[test]
fn a_folder_has_previews_of_pixels() {
    let place = Place::new();
    place.file("games/a.sgf", GAME);
    place.file("games/b.sgf", "(;SZ[13]PB[Cid]PW[Dan];B[gg])");
    // The second game, text and back, its screen and back.
    let keys = ["j", "p", "p", "\r", "q", "?", "x", "q"];
    for (answer, variables, begin, end) in TERMINALS {
        let terminal = Terminal {
            answer,
            variables,
            ..Terminal::default()
        };
        let Some(shown) = shown(&place, terminal, "games", &keys) else {
            return;
        };
        assert!(has(&shown, "exit 0"), "{}", text(&shown));
        let sent = parts(&shown, begin, end).len();
        assert_eq!(sent, 6, "{}", text(&shown));
        assert!(has(&shown, "b.sgf"), "{}", text(&shown));
        let state = place.path().join("state/kifu/places.json");
        std::fs::remove_file(state).expect("a file");
    }
    let terminal = Terminal {
        answer: KITTY,
        ..Terminal::default()
    };
    let all = kitty(&shown(&place, terminal, "games", &keys).expect("`script`"));
    assert!(all.alive.is_empty() && all.most_alive <= 2);
    for (index, ((columns, rows), file)) in all.sent.iter().enumerate() {
        assert_eq!(size_of_png(file), (columns * 10, rows * 20));
        // The fourth is the screen of the game.
        assert!(index == 3 || *columns <= 43 && *rows <= 22, "{columns}");
    }
    let files: BTreeSet<_> = all.sent.iter().map(|(_, file)| file).collect();
    assert_eq!(files.len(), 3);
    // The choice is remembered, and the option comes first.
    let text_only = shown(&place, terminal, "games", &["p", "q"]).expect("`script`");
    assert_eq!(kitty(&text_only).sent.len(), 1);
    let next = shown(&place, terminal, "games", &["q"]).expect("`script`");
    assert!(!has_picture(&next), "{}", text(&next));
    let next = shown(&place, terminal, "--board pixels games", &["q"]).expect("`script`");
    assert!(has_picture(&next), "{}", text(&next));
}

#[cfg(feature = "database")]
#[test]
fn the_explorer_has_a_board_of_pixels() {
    let place = Place::new();
    place.file(
        "games/a.sgf",
        "(;SZ[9]PB[Ann]PW[Bob]DT[2001];B[ee];W[gc];B[cg])",
    );
    let output = place.run(["index", "games", "-o", "all.kifu"]);
    assert_eq!(output.status.code(), Some(0));
    // The cursor moves and returns, a stone, its corner, help and back, text.
    let keys = ["\x1b[D", "\t", "\r", "c", "?", "x", "p", "q"];
    for (answer, variables, begin, end) in TERMINALS {
        let terminal = Terminal {
            answer,
            variables,
            ..Terminal::default()
        };
        let Some(shown) = shown(&place, terminal, "all.kifu", &keys) else {
            return;
        };
        assert!(has(&shown, "exit 0"), "{}", text(&shown));
        assert!(has(&shown, "1 of 1 games"), "{}", text(&shown));
        let sent = parts(&shown, begin, end).len();
        // The corner of a small board is the whole.
        assert_eq!(sent, 5, "{}", text(&shown));
        if answer == KITTY {
            let all = kitty(&shown);
            assert!(all.alive.is_empty() && all.most_alive <= 2);
            for ((columns, rows), file) in &all.sent {
                assert_eq!(size_of_png(file), (columns * 10, rows * 20));
                assert!(*columns <= 41 && *rows <= 22, "{columns}");
            }
        }
        let state = place.path().join("state/kifu/places.json");
        std::fs::remove_file(state).expect("a file");
    }
    let plain = Terminal {
        answer: "\x1b[?62c",
        ..Terminal::default()
    };
    let shown = shown(&place, plain, "all.kifu", &["p", "q"]).expect("`script`");
    // Cells that have their letter already are not sent again.
    let says_so = has(&shown, " picture");
    assert!(!has_picture(&shown) && says_so, "{}", text(&shown));
}

/// The program panics at a key that a variable names, in builds with assertions only.
#[test]
fn a_panic_removes_the_picture_and_restores_the_terminal() {
    if !cfg!(debug_assertions) {
        kifu_testkit::skip(format_args!("release builds do not panic"));
        return;
    }
    let place = place();
    place.file("games/a.sgf", GAME);
    let kifu = env!("CARGO_BIN_EXE_kifu");
    for (answer, variables, begin, _) in TERMINALS {
        let terminal = Terminal {
            answer,
            ..Terminal::default()
        };
        for (file, keys) in [("game.sgf", &["l", "P"][..]), ("games", &["\r", "P"])] {
            let line = format!(
                "stty cols 80 rows 24; {variables} KIFU_TEST_PANIC=P '{kifu}' view --color=always {file}; \
                 echo exit $?; stty -a"
            );
            let Some(shown) = in_shell(&place, terminal, &line, keys) else {
                return;
            };
            let all = text(&shown);
            let last = |part: &[u8]| shown.windows(part.len()).rposition(|own| own == part);
            let picture = last(begin).expect("a picture");
            assert!(kitty(&shown).alive.is_empty(), "{all}");
            let removed = last(b"\x1b[2J\x1b[?2026l").expect("a cleared screen");
            // Mouse, screen and cursor as before, then the message.
            let mouse = last(b"\x1b[?1000l").expect("no mouse");
            let left = last(b"\x1b[?1049l").expect("the first screen");
            let message = find(&shown, b"the key of the test").expect("a message");
            assert!(picture < removed && removed < mouse, "{all}");
            assert!(mouse < message && left < message, "{all}");
            assert!(has(&shown, "\x1b[?25h"), "{all}");
            assert!(has(&shown, "exit 101"), "{all}");
            assert!(has(&shown, " icanon") && has(&shown, " echo "), "{all}");
        }
    }
}
