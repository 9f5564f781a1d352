//! Signals stop a run between two files; the exit status reports them.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::place::Place;

const OLD: &str = "(;FF[4]KM[6,5]DT[5 May 1990]";

fn old(number: usize) -> String {
    format!("{OLD}C[{}])\n", "x".repeat(number * 100))
}

fn kill(child: &Child, signal: &str) -> bool {
    Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .is_ok_and(|status| status.success())
}

/// Waits until the process asks for more input than it was given, which is all that tells that it has begun.
fn has_begun(child: &mut Child) {
    let mut input = child.stdin.take().unwrap();
    // More than a pipe holds: some of it has been read then.
    input.write_all(&b"(;B[aa])".repeat(20_000)).unwrap();
    child.stdin = Some(input);
}

#[test]
fn files_are_whole_when_it_is_interrupted() {
    // The new text of each, from a run to its end.
    let whole = Place::new();
    for number in 0..400 {
        whole.file(format!("{number}.sgf"), old(number));
    }
    assert_eq!(
        whole.run(["fix", "--select", "N", "."]).status.code(),
        Some(0)
    );
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let place = Place::new();
        for number in 0..400 {
            place.file(format!("{number}.sgf"), old(number));
        }
        let mut child = place
            .command()
            .args(["fix", "--select", "N", "."])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let is_changed = |number: usize| {
            let now = fs::read_to_string(place.path().join(format!("{number}.sgf"))).unwrap();
            if now == old(number) {
                return false;
            }
            let new = fs::read_to_string(whole.path().join(format!("{number}.sgf"))).unwrap();
            assert_eq!(now, new);
            true
        };
        // `./0.sgf` is the first by name.
        while !is_changed(0) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let is_sent = kill(&child, signal);
        let status = child.wait().unwrap();
        if is_sent {
            // On a quick machine it may have come to its end.
            let codes = [Some(0), Some(code)];
            assert!(codes.contains(&status.code()), "{status:?}");
        }
        let changed = (0..400).filter(|number| is_changed(*number)).count();
        assert!(changed > 0);
        let left = fs::read_dir(place.path()).unwrap().count();
        assert_eq!(left, 400, "{changed}");
    }
}

/// Whether the tests were started so that a signal is ignored, as what a shell runs in the background is: then what
/// they start ignores it too.
fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

#[test]
fn the_exit_status_tells_the_signal() {
    let place = Place::new();
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        if is_ignored(code - 128) {
            kifu_testkit::skip(format_args!("{signal} is ignored"));
            continue;
        }
        let mut child = place
            .command()
            .args(["json", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        has_begun(&mut child);
        if !kill(&child, signal) {
            kifu_testkit::skip(format_args!("there is no `kill`"));
            return;
        }
        let input = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is() {
    let place = Place::new();
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let mut child = Command::new("sh")
        .args(["-c", &format!("trap '' HUP; exec '{kifu}' list -")])
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    has_begun(&mut child);
    if !kill(&child, "-HUP") {
        kifu_testkit::skip(format_args!("there is no `kill`"));
        return;
    }
    std::thread::sleep(Duration::from_millis(50));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
