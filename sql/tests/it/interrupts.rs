//! Ctrl-C stops statements.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use std::{process::ChildStdin, sync::mpsc::Receiver};

use crate::place::Place;

/// Statements that would run for hours; some operators of theirs never pause.
const ENDLESS: &[&str] = &[
    "SELECT count(*) FROM range(1, 1000000) x, range(1, 1000000) y",
    "SELECT count(*) FROM range(1, 1000000) x, range(1, 1000000) y WHERE x.value < -y.value * y.value",
    "SELECT count(*) FROM games a, games b, range(1, 20000) x, range(1, 9000000) y \
     WHERE a.moves > b.moves + x.value + y.value",
    "SELECT x.value FROM range(1, 300000) x, range(1, 300000) y ORDER BY 1",
];

/// Longer than any of these steps takes, also on a busy machine, and shorter than the statements.
const LONG: Duration = Duration::from_secs(30);

fn kill(child: &Child, signal: &str) -> bool {
    Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .is_ok_and(|status| status.success())
}

/// A process that is killed with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

/// The status of a process that ends soon.
fn ended(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > LONG {
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupt_ends_the_program() {
    let place = Place::new();
    for sql in ENDLESS {
        // The first answer shows that the program is ready for signals.
        let sql = format!("SELECT 1 AS ready; {sql}");
        let child = Command::new(env!("CARGO_BIN_EXE_kifu-sql"))
            .current_dir(place.path(""))
            .args([
                "games.kifu",
                "--format",
                "csv",
                "--sort-memory",
                "64",
                "-c",
                &sql,
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut child = Killed(child);
        let child = &mut child.0;
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        std::thread::sleep(Duration::from_millis(300));
        if !kill(child, "-INT") {
            eprintln!("skipped: there is no `kill`");
            return;
        }
        assert_eq!(ended(child).code(), Some(130), "{sql}");
        let mut message = String::new();
        let mut error = child.stderr.take().unwrap();
        error.read_to_string(&mut message).unwrap();
        assert_eq!(message, "", "{sql}");
    }
}

/// The program at its prompt, on a terminal.
#[cfg(target_os = "linux")]
struct Prompt {
    _place: Place,
    child: Killed,
    input: ChildStdin,
    seen: Receiver<Vec<u8>>,
    shown: String,
}

#[cfg(target_os = "linux")]
impl Prompt {
    /// Starts it; `None` if the system cannot.
    fn start() -> Option<Self> {
        let place = Place::new();
        let program = env!("CARGO_BIN_EXE_kifu-sql");
        let command = format!("exec '{program}' games.kifu --format csv");
        let started = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(place.path(""))
            .env("XDG_STATE_HOME", place.path("state"))
            .env("TERM", "dumb")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = started else {
            eprintln!("skipped: there is no `script`");
            return None;
        };
        let input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (sender, seen) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = output.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut prompt = Self {
            _place: place,
            child: Killed(child),
            input,
            seen,
            shown: String::new(),
        };
        prompt.enter("", "kifu> ");
        Some(prompt)
    }

    /// Types a text, and waits for another.
    fn enter(&mut self, text: &str, expected: &str) {
        let from = self.shown.len();
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
        let start = Instant::now();
        while !self.shown[from..].contains(expected) {
            let bytes = self.seen.recv_timeout(LONG).unwrap_or_default();
            self.shown.push_str(&String::from_utf8_lossy(&bytes));
            let is_late = bytes.is_empty() || start.elapsed() > LONG;
            assert!(!is_late, "{expected:?} is not in {:?}", self.shown);
        }
    }

    /// Starts a statement, and interrupts it.
    fn interrupt(&mut self, sql: &str, expected: &str) {
        self.enter(&format!("SELECT 6 * 7 AS n; {sql};\r"), "\n42\r");
        std::thread::sleep(Duration::from_millis(300));
        self.enter("\u{3}", expected);
    }
}

/// The prompt comes back after Ctrl-C, and takes the next statement.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_returns_to_the_prompt() {
    let Some(mut prompt) = Prompt::start() else {
        return;
    };
    for sql in ENDLESS {
        prompt.interrupt(sql, "interrupted");
    }
    prompt.enter("SELECT 6 * 8 AS n;\r", "\n48\r");
    prompt.enter(".mode\r", "expected one of table, csv");
    prompt.enter(".timer maybe\r", "expected `on` or `off`");
    prompt.input.write_all(b".quit\r").unwrap();
    assert!(ended(&mut prompt.child.0).success());
}

/// A join without rows never pauses. A second signal ends the program.
#[cfg(target_os = "linux")]
#[test]
fn a_second_interrupt_ends_what_cannot_be_stopped() {
    let Some(mut prompt) = Prompt::start() else {
        return;
    };
    prompt.interrupt(ENDLESS[1], "cannot be stopped");
    let script = prompt.child.0.id();
    let children = std::fs::read_to_string(format!("/proc/{script}/task/{script}/children"));
    let children = children.unwrap_or_default();
    let Some(own) = children.split_whitespace().next() else {
        eprintln!("skipped: the process is not found");
        return;
    };
    let sent = Command::new("kill").args(["-INT", own]).status();
    if !sent.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no `kill`");
        return;
    }
    assert_eq!(ended(&mut prompt.child.0).code(), Some(130));
}
