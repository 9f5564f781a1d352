//! Boards of pixels of the viewer, on terminals that the tests play. The pictures are decoded without the code of Kifu.

mod decode;
mod screens;

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use self::decode::{columns, decode, find, kitty, parts, size_of_png};
use crate::place::{Place, text};
use crate::view::script;

const GAME: &str = "(;SZ[9]PB[Ada]PW[Bob];B[ee];W[cc];B[gg])";

/// A terminal.
#[derive(Clone, Copy, Default)]
struct Terminal<'a> {
    /// The bytes that it sends when it is asked.
    answer: &'a str,
    /// How long it takes to answer.
    delay: u64,
    /// Variables for the program.
    variables: &'a str,
}

/// The answers of a terminal of cells of 10 by 20 pixels.
const KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[6;20;10t\x1b[?62;c";
const SIXEL: &str = "\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[6;20;10t\x1b[?62;4;22c";

/// The bytes on the terminal while keys are pressed; a wait for the program comes before each of them. `None` if `script`
/// is not installed.
fn shown(place: &Place, terminal: Terminal<'_>, args: &str, keys: &[&str]) -> Option<Vec<u8>> {
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let color = if args.contains("--color") {
        ""
    } else {
        "--color=always"
    };
    let line = format!(
        "stty cols 80 rows 24; {} '{kifu}' view {color} {args}; echo exit $?",
        terminal.variables
    );
    in_shell(place, terminal, &line, keys)
}

fn in_shell(place: &Place, terminal: Terminal<'_>, line: &str, keys: &[&str]) -> Option<Vec<u8>> {
    let Ok(mut child) = script(place, line).spawn() else {
        kifu_testkit::skip(format_args!("there is no `script`"));
        return None;
    };
    let mut stdin = child.stdin.take();
    let mut stdout = child.stdout.take().expect("a pipe");
    let (mut shown, mut part) = (Vec::new(), vec![0; 65536]);
    let mut is_asked = false;
    loop {
        let length = stdout.read(&mut part).expect("a screen");
        if length == 0 {
            break;
        }
        shown.extend_from_slice(&part[..length]);
        // The last question is that for the attributes.
        if !is_asked && find(&shown, b"\x1b[c").is_some() {
            is_asked = true;
            let (answer, keys) = (terminal.answer.to_owned(), owned(keys));
            let stdin = stdin.take().expect("a pipe");
            std::thread::spawn(move || answer_and_type(stdin, &answer, terminal.delay, &keys));
        }
    }
    child.wait().expect("an end");
    Some(shown)
}

fn owned(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|&key| key.to_owned()).collect()
}

fn answer_and_type(mut stdin: ChildStdin, answer: &str, delay: u64, keys: &[String]) {
    std::thread::sleep(Duration::from_millis(delay));
    // The program may have ended.
    let _ = stdin.write_all(answer.as_bytes());
    for key in keys {
        std::thread::sleep(Duration::from_millis(250));
        let _ = stdin.write_all(key.as_bytes());
    }
    // The end of the input would be a key.
    std::thread::sleep(Duration::from_secs(2));
}

fn has(bytes: &[u8], part: &str) -> bool {
    find(bytes, part.as_bytes()).is_some()
}

fn place() -> Place {
    let place = Place::new();
    place.file("game.sgf", GAME);
    place
}

#[test]
fn kitty_shows_each_position_once_and_nothing_afterwards() {
    let place = place();
    let terminal = Terminal {
        answer: KITTY,
        ..Terminal::default()
    };
    // Two moves, two keys without an effect on the board, help, and back.
    let keys = ["l", "l", "d", "u", "?", "x", "q"];
    let Some(shown) = shown(&place, terminal, "game.sgf", &keys) else {
        return;
    };
    assert!(has(&shown, "exit 0"), "{}", text(&shown));
    let kitty = kitty(&shown);
    // The position after help is sent again.
    assert_eq!(kitty.sent.len(), 4, "{}", text(&shown));
    for ((columns, rows), file) in &kitty.sent {
        assert_eq!(size_of_png(file), (columns * 10, rows * 20));
        assert!(*columns <= 55 && *rows <= 22, "{columns} {rows}");
        assert!(*rows >= 20, "the board uses the window: {rows}");
    }
    let files: BTreeSet<_> = kitty.sent.iter().map(|(_, file)| file).collect();
    assert_eq!(files.len(), 3);
    assert!(kitty.alive.is_empty(), "{:?}", kitty.alive);
    assert!(kitty.most_alive <= 2);
    // The words are text as before.
    assert!(has(&shown, "Ada"));
}

#[test]
fn sixel_pictures_begin_and_end_and_are_erased() {
    let place = place();
    let terminal = Terminal {
        answer: SIXEL,
        ..Terminal::default()
    };
    let Some(shown) = shown(&place, terminal, "game.sgf", &["l", "?", "q", "q"]) else {
        return;
    };
    let pictures = parts(&shown, b"\x1bP", b"\x1b\\");
    assert_eq!(pictures.len(), 3, "{}", text(&shown));
    for picture in pictures {
        let picture = text(picture);
        let size = picture.strip_prefix("0;1;0q\"1;1;").expect("a beginning");
        let (size, rest) = size.split_at(size.find('#').expect("a palette"));
        let (width, height) = size.split_once(';').expect("a size");
        let number = |text: &str| text.parse::<usize>().expect("a number");
        assert_eq!(number(width) % 10, 0);
        assert_eq!(number(height) % 20, 0);
        let bands = rest.matches('-').count();
        assert_eq!(bands, number(height).div_ceil(6));
        // The columns of each color of a band.
        for band in rest.split('-') {
            for row in band.split('$') {
                assert!(columns(row) <= number(width), "{row}");
            }
        }
    }
    // Help is on erased cells.
    let help = find(&shown, b"Keys").expect("help");
    let before = &shown[..help];
    assert!(
        has(&before[before.len() - 1500..], "X\x1b["),
        "{}",
        text(before)
    );
    let end = shown.len() - find(&shown, b"\x1b[?1049l").expect("an end");
    let cleared = shown.windows(4).rposition(|own| own == b"\x1b[2J");
    assert!(shown.len() - cleared.expect("a cleared screen") > end);
    assert!(has(&shown, "exit 0"));
}

#[test]
fn iterm_shows_inline_images() {
    let place = place();
    let terminal = Terminal {
        variables: "TERM_PROGRAM=iTerm.app",
        answer: "\x1b[?62;4c",
        ..Terminal::default()
    };
    let Some(shown) = shown(&place, terminal, "game.sgf", &["l", "q"]) else {
        return;
    };
    let pictures = parts(&shown, b"\x1b]1337;File=", b"\x07");
    assert_eq!(pictures.len(), 2, "{}", text(&shown));
    for picture in pictures {
        let split = picture.iter().position(|&sign| sign == b':').expect("data");
        let (keys, data) = (text(&picture[..split]), decode(&picture[split + 1..]));
        assert!(keys.contains("inline=1") && keys.contains(&format!("size={}", data.len())));
        let value = |name: &str| {
            let mut own = keys.split(';').filter_map(|pair| pair.strip_prefix(name));
            own.next().and_then(|value| value.parse::<u32>().ok())
        };
        let cells = (
            value("width=").expect("a width"),
            value("height=").expect("a height"),
        );
        // Without a size of cells the usual one is taken, which the terminal scales.
        assert_eq!(size_of_png(&data), (cells.0 * 10, cells.1 * 20));
    }
    assert!(has(&shown, "exit 0"));
}

/// Whether a picture of any protocol was sent.
fn has_picture(shown: &[u8]) -> bool {
    has(shown, "\x1b_Ga=T") || has(shown, "\x1bP") || has(shown, "\x1b]1337;")
}

#[test]
fn other_terminals_show_text() {
    let place = place();
    for (answer, variables, args) in [
        // Nothing, no pictures, and things that are no answers.
        ("", "", ""),
        ("\x1b[?62;22c", "", ""),
        ("\x1b[?62;22c", "", "--board pixels"),
        (
            "\x1b[\x1b]\x1b_\x07\x1b\\\x1b[999;c\u{80}\u{fffd}\x1b[?62;22c",
            "",
            "",
        ),
        ("\x1b_Gi=31;EINVAL:unsupported\x1b\\\x1b[?62c", "", ""),
        // Sixel without the size of cells.
        ("\x1b[?62;4c", "", ""),
        // In tmux, and where the user does not want it.
        (SIXEL, "TMUX=/tmp/tmux-0/default,1,0", ""),
        (KITTY, "", "--board text"),
        (KITTY, "", "--ascii"),
        (KITTY, "", "--color=never"),
        (KITTY, "TERM=dumb", ""),
    ] {
        let terminal = Terminal {
            answer,
            variables,
            ..Terminal::default()
        };
        let begin = Instant::now();
        // Terminals that are not asked get no keys: a signal from outside would be needed.
        let is_asked = !variables.contains("dumb");
        let shown = if is_asked {
            shown(&place, terminal, &format!("{args} game.sgf"), &["l", "q"])
        } else {
            let line = format!(
                "{variables} timeout --foreground 1 '{}' view game.sgf; printf '\\033[c'",
                env!("CARGO_BIN_EXE_kifu")
            );
            in_shell(&place, terminal, &line, &[])
        };
        let Some(shown) = shown else {
            return;
        };
        assert!(!has_picture(&shown), "{answer:?} {args} {variables}");
        assert!(begin.elapsed() < Duration::from_secs(20));
        if is_asked {
            assert!(has(&shown, "exit 0"), "{}", text(&shown));
            assert!(has(&shown, "E5"), "the move: {}", text(&shown));
        }
        let asks_kitty = has(&shown, "\x1b_G");
        assert_eq!(asks_kitty, variables.is_empty(), "{variables}");
    }
}

#[test]
fn keys_while_the_terminal_is_asked_are_not_lost() {
    let place = place();
    for (answer, is_picture) in [
        ("ll".to_owned() + KITTY, true),
        ("l\x1b_Gi=31;OK\x1b\\\x1b[C\x1b[?62c".to_owned(), true),
        ("l\x1b[C".to_owned(), false),
    ] {
        let terminal = Terminal {
            answer: &answer,
            ..Terminal::default()
        };
        let Some(shown) = shown(&place, terminal, "--remember game.sgf", &["q"]) else {
            return;
        };
        assert!(has(&shown, "exit 0"), "{}", text(&shown));
        assert_eq!(has_picture(&shown), is_picture, "{answer:?}");
        let state = place.path().join("state/kifu/places.json");
        let places = std::fs::read_to_string(&state).expect("places");
        assert!(places.contains("\"node\": 2"), "{answer:?}: {places}");
        std::fs::remove_file(state).expect("a file");
    }
}

#[test]
fn late_answers_are_no_keys() {
    let place = place();
    for delay in [130, 400] {
        let terminal = Terminal {
            answer: KITTY,
            delay,
            ..Terminal::default()
        };
        let Some(shown) = shown(&place, terminal, "--remember game.sgf", &["l", "q"]) else {
            return;
        };
        assert!(has(&shown, "exit 0"), "{}", text(&shown));
        // `G` of the answer would begin to guess, `1` would take a variation.
        assert!(!has(&shown, "guess"), "{}", text(&shown));
        let state = place.path().join("state/kifu/places.json");
        let places = std::fs::read_to_string(&state).expect("places");
        assert!(places.contains("\"node\": 1"), "{places}");
        std::fs::remove_file(state).expect("a file");
    }
    // Who asks for pixels waits for them.
    let terminal = Terminal {
        answer: KITTY,
        delay: 400,
        ..Terminal::default()
    };
    let shown = shown(&place, terminal, "--board pixels game.sgf", &["q"]).expect("`script`");
    assert!(has_picture(&shown), "{}", text(&shown));
}

#[test]
fn keys_switch_pixels_and_skins_and_both_are_remembered() {
    let place = place();
    let terminal = Terminal {
        answer: KITTY,
        ..Terminal::default()
    };
    let Some(first) = shown(&place, terminal, "game.sgf", &["p", "s", "q"]) else {
        return;
    };
    assert_eq!(kitty(&first).sent.len(), 1);
    assert!(has(&first, "skin: wood"), "{}", text(&first));
    let state = place.path().join("state/kifu/places.json");
    let state = std::fs::read_to_string(state).expect("preferences");
    assert!(state.contains("\"board\": \"text\"") && state.contains("\"skin\": \"wood\""));
    let second = shown(&place, terminal, "game.sgf", &["q"]).expect("`script`");
    assert!(!has_picture(&second), "{}", text(&second));
    let third = shown(&place, terminal, "game.sgf", &["p", "q"]).expect("`script`");
    assert_eq!(kitty(&third).sent.len(), 1);
    let fourth = shown(&place, terminal, "--skin dark game.sgf", &["q"]).expect("`script`");
    let files = [kitty(&third), kitty(&fourth)].map(|kitty| kitty.sent[0].1.clone());
    assert_ne!(files[0], files[1]);
    // A terminal without pictures says so.
    let plain = Terminal {
        answer: "\x1b[?62c",
        ..Terminal::default()
    };
    let shown = shown(&place, plain, "--board text game.sgf", &["p", "q"]).expect("`script`");
    let shown = text(&shown);
    assert!(shown.contains("pictures"), "{shown}");
}

#[test]
fn signals_and_suspension_remove_the_picture() {
    let place = place();
    let kifu = env!("CARGO_BIN_EXE_kifu");
    for (answer, name) in [(KITTY, "kitty"), (SIXEL, "sixel")] {
        let terminal = Terminal {
            answer,
            ..Terminal::default()
        };
        for signal in ["TERM", "HUP"] {
            let send = format!("(sleep 1.5; pkill -{signal} -P $$ -x kifu) &");
            let line = format!(
                "{send} stty cols 80 rows 24; env --default-signal '{kifu}' view --color=always game.sgf; echo exit $?"
            );
            let Some(shown) = in_shell(&place, terminal, &line, &[]) else {
                return;
            };
            let shown_text = text(&shown);
            assert!(has_picture(&shown), "{shown_text}");
            assert!(kitty(&shown).alive.is_empty(), "{name} {signal}");
            assert!(
                has(&shown, "\x1b[2J\x1b[?2026l"),
                "{name} {signal}: {shown_text}"
            );
            assert!(has(&shown, "\x1b[?1049l"), "{name} {signal}");
            let code = if signal == "TERM" { 143 } else { 129 };
            assert!(has(&shown, &format!("exit {code}")), "{shown_text}");
        }
    }
    let terminal = Terminal {
        answer: KITTY,
        ..Terminal::default()
    };
    let line = format!(
        "set -m; stty cols 80 rows 24; '{kifu}' view --color=always game.sgf; fg; echo exit $?"
    );
    let keys = ["\u{1a}", "", "", "", "", "", "", "", "q"];
    let shown = in_shell(&place, terminal, &line, &keys).expect("`script`");
    let all = kitty(&shown);
    assert!(has(&shown, "exit 0"), "{}", text(&shown));
    assert!(all.alive.is_empty());
    assert_eq!(all.sent.len(), 2, "{}", text(&shown));
}

#[test]
fn text_is_wrapped_at_the_width_of_the_terminal() {
    let place = Place::new();
    let comment = "Black has to defend the corner, and White takes the outside.";
    place.file("game.sgf", format!("(;SZ[3]C[{comment}])"));
    let kifu = env!("CARGO_BIN_EXE_kifu");
    for (columns, line) in [
        (
            30,
            "Black has to defend the\r\ncorner, and White takes the\r\noutside.",
        ),
        (200, comment),
    ] {
        let shell = format!("stty cols {columns} rows 24; '{kifu}' show game.sgf");
        let Some(shown) = in_shell(&place, Terminal::default(), &shell, &[]) else {
            return;
        };
        assert!(has(&shown, line), "{columns}: {}", text(&shown));
    }
}
