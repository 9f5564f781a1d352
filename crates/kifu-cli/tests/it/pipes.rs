//! Inputs that can be read only once: pipes, and standard input by its names.

use std::io::Write as _;
use std::process::Command;

use crate::place::{Place, text};

const GAMES: &str =
    "(;FF[4]GM[1]SZ[9]PB[A]KM[6,5]DT[2001/2/3];B[aa];W[bb]C[x])\n(;FF[4]GM[1]SZ[9];B[cc])\n";

/// Every reading verb gives the same result for a pipe, as a system name of standard input, and for `-`.
#[test]
fn pipes_are_read_from_their_first_byte() {
    let place = Place::new();
    for args in [
        &["json"][..],
        &["debug", "events"],
        &["check", "--format", "concise"],
        &["check", "--format", "json"],
        &["list", "--format", "full"],
        &["list"],
        &["stats"],
        &["show"],
        &["debug", "tree"],
        &["extract", "comments"],
        &["fmt", "--diff"],
        &["fix", "--diff"],
        &["fix", "--select", "N", "--diff"],
        &["fix", "-o", "-"],
        &["convert", "--to", "ff4", "-o", "-"],
        &["convert", "--to", "json", "-o", "-"],
        &["join", "-o", "-"],
    ] {
        let run = |name: &str| {
            let output = place.run_with(args.iter().copied().chain([name]), GAMES.as_bytes());
            let shown = text(&output.stdout).replace("/dev/fd/0", "<stdin>");
            let message = text(&output.stderr);
            let shown: Vec<_> = shown
                .lines()
                // How long it took.
                .filter(|line| !line.contains(" nodes, ") && !line.ends_with(" MB/s"))
                // Columns are as wide as the name.
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            (output.status.code(), shown, message)
        };
        let expected = run("-");
        assert!(
            matches!(expected.0, Some(0 | 1)) && !expected.1.is_empty(),
            "{args:?}: {expected:?}"
        );
        assert_eq!(run("/dev/stdin"), expected, "{args:?}");
        let of_pipe = run("/dev/fd/0");
        assert_eq!(of_pipe.0, expected.0, "{args:?}: {}", of_pipe.2);
        assert_eq!(of_pipe.1, expected.1, "{args:?}");
    }
}

#[test]
fn a_named_pipe_is_opened_once_and_never_replaced() {
    let place = Place::new();
    place.file("game.sgf", GAMES);
    let path = place.path().join("pipe");
    if !Command::new("mkfifo")
        .arg(&path)
        .status()
        .unwrap()
        .success()
    {
        kifu_testkit::skip("there are no named pipes");
        return;
    }
    for verb in [&["json"][..], &["debug", "events"], &["check"]] {
        let output = std::thread::scope(|scope| {
            // It opens when the command does.
            scope.spawn(|| std::fs::write(&path, GAMES).unwrap());
            place.run([verb, &["pipe"]].concat())
        });
        let expected = text(
            &place
                .run_with([verb, &["-"]].concat(), GAMES.as_bytes())
                .stdout,
        );
        let untimed = |text: &str| text.split(" nodes, ").next().unwrap().to_owned();
        let shown = text(&output.stdout).replace("pipe", "<stdin>");
        assert_eq!(untimed(&shown), untimed(&expected), "{verb:?}");
    }
    for args in [
        &["fmt"][..],
        &["fix"],
        &["convert"],
        &["index", "-o", "index"],
        &["dedupe"],
    ] {
        let output = place.run(args.iter().copied().chain(["pipe"]));
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = text(&output.stderr);
        assert!(message.contains("pipe"), "{message}");
    }
    assert!(!path.is_file() && path.exists());
}

#[test]
fn an_archive_in_a_pipe_is_called_one() {
    let place = Place::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packed.write_all(GAMES.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for verb in [
        &["json"][..],
        &["check"],
        &["list"],
        &["fix"],
        &["debug", "events"],
    ] {
        for name in ["-", "/dev/fd/0"] {
            let output = place.run_with([verb, &[name]].concat(), &packed);
            assert_ne!(output.status.code(), Some(0), "{verb:?} {name}");
            let message = text(&output.stdout) + &text(&output.stderr);
            // Pipes are not rewritten at all.
            let is_refused = verb == ["fix"] && name != "-";
            assert!(
                is_refused || message.contains("this is an archive"),
                "{verb:?} {name}: {message}"
            );
        }
    }
}
