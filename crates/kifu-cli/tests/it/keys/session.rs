use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::screen::Screen;
use crate::place::Place;
use crate::view::script;

/// How long a key may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program on a terminal that `script` plays.
#[derive(Debug)]
pub(super) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    screen: Screen,
}

impl Session {
    /// Starts a shell command on a terminal of 100 columns and 30 rows; `None` if `script` is not installed.
    pub(super) fn start(place: &Place, line: &str) -> Option<Self> {
        let line = format!("stty cols 100 rows 30; {line}");
        let Ok(mut child) = script(place, &line).spawn() else {
            kifu_testkit::skip(format_args!("there is no `script`"));
            return None;
        };
        let stdin = child.stdin.take();
        let mut stdout = child.stdout.take().expect("a pipe");
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = stdout.read(&mut part) {
                if send.send(part[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = Screen::new(100, 30);
        Some(Self {
            child,
            stdin,
            output,
            screen,
        })
    }

    /// Waits until the screen shows a text, or no longer shows it if it begins with `!`.
    pub(super) fn wait_for(&mut self, expected: &str, why: &str) {
        assert!(
            self.shows_within(PATIENCE, expected),
            "{why}: no {expected:?} on the screen:\n{}",
            self.screen.text()
        );
    }

    fn shows_within(&mut self, time: Duration, expected: &str) -> bool {
        let end = Instant::now() + time;
        while !self.shows(expected) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(part) = self.output.recv_timeout(left) else {
                return false;
            };
            self.screen.show(&part);
        }
        true
    }

    /// Presses a key that may be pressed again without harm, as one that is typed while a program sets up the terminal
    /// may be lost.
    pub(super) fn press_again(&mut self, key: &str, expected: &str) {
        for _ in 0..5 {
            self.send(key);
            if self.shows_within(PATIENCE / 5, expected) {
                return;
            }
        }
        self.wait_for(expected, key);
    }

    fn send(&mut self, key: &str) {
        let stdin = self.stdin.as_mut().expect("a pipe");
        stdin.write_all(bytes(key).as_bytes()).expect("a key");
    }

    fn shows(&self, expected: &str) -> bool {
        let text = self.screen.text();
        match expected.strip_prefix('!') {
            Some(absent) => !text.contains(absent),
            None => text.contains(expected),
        }
    }

    /// Presses a key, and waits for what the screen shows after it and did not show before; empty if that is nothing.
    pub(super) fn press(&mut self, key: &str, expected: &str) {
        // The last screen may be drawn in part only.
        let end = Instant::now() + Duration::from_secs(1);
        while !expected.is_empty() && self.shows(expected) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(part) = self.output.recv_timeout(left) else {
                panic!(
                    "{key}: {expected:?} is already on the screen:\n{}",
                    self.screen.text()
                );
            };
            self.screen.show(&part);
        }
        self.send(key);
        self.wait_for(expected, key);
    }

    /// Waits until the program ends.
    pub(super) fn end(mut self) {
        drop(self.stdin.take());
        self.child.wait().expect("an end");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The bytes that a terminal sends for a key.
fn bytes(key: &str) -> &str {
    match key {
        "right" => "\u{1b}[C",
        "left" => "\u{1b}[D",
        "up" => "\u{1b}[A",
        "down" => "\u{1b}[B",
        "home" => "\u{1b}[H",
        "end" => "\u{1b}[F",
        "pageup" => "\u{1b}[5~",
        "pagedown" => "\u{1b}[6~",
        "wheel up" => "\u{1b}[<64;5;5M",
        "wheel down" => "\u{1b}[<65;5;5M",
        "space" => " ",
        "backspace" => "\u{7f}",
        "tab" => "\t",
        "enter" => "\r",
        "esc" => "\u{1b}",
        "f1" => "\u{1b}OP",
        "ctrl-c" => "\u{3}",
        "ctrl-z" => "\u{1a}",
        key => key,
    }
}
