//! `--watch` with folders that change.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::place::Place;

/// Longer than any machine needs; only what never comes waits so long.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that watches, and the lines that it prints.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn new(place: &Place, args: &[&str]) -> Self {
        let mut command = place.command();
        command.args(args);
        // One pipe for both, so that lines come in the order in which they were written.
        let (reader, writer) = std::io::pipe().unwrap();
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        let child = command.spawn().unwrap();
        // It holds the other end of the pipe.
        drop(command);
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let watching = Self { child, lines };
        watching.wait_for("kifu: watching for changes (Ctrl-C stops)");
        watching
    }

    /// Reads lines up to this one, and returns those before it.
    #[track_caller]
    fn wait_for(&self, wanted: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line == wanted => return lines,
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error}: no `{wanted}` in {lines:#?}"),
            }
        }
    }

    /// Ends it, by a signal that is never ignored. Returns the exit status and all lines that came since.
    fn stop(mut self) -> (Option<i32>, Vec<String>) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(status.success());
        let status = self.child.wait().unwrap();
        (status.code(), self.lines.iter().collect())
    }
}

#[test]
fn files_that_change_are_checked() {
    let place = Place::new();
    place.file("games/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    place.file("games/notes.txt", "no record");
    let watching = Watching::new(
        &place,
        &["check", "--watch", "--format", "concise", "games"],
    );
    // A file that is written anew, and one that appears.
    place.file("games/a.sgf", "(;FF[4]GM[1]SZ[9];B[zz])");
    let problems = watching.wait_for("games/a.sgf: 1 error");
    assert!(
        problems.len() == 1 && problems[0].starts_with("games/a.sgf:1:"),
        "{problems:?}"
    );
    place.file("games/new/b.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    watching.wait_for("games/new/b.sgf: no problems");
    // Another name takes its place, as editors save.
    place.file("games/.a.tmp", "(;FF[4]GM[1]SZ[9];B[aa])");
    fs::rename(
        place.path().join("games/.a.tmp"),
        place.path().join("games/a.sgf"),
    )
    .unwrap();
    watching.wait_for("games/a.sgf: no problems");
    // Other files are not reported.
    place.file("games/notes.txt", "still none");
    fs::remove_dir_all(place.path().join("games/new")).unwrap();
    assert_eq!(
        watching.wait_for("games/new/b.sgf: removed"),
        Vec::<String>::new()
    );
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[test]
fn a_folder_that_is_replaced_is_watched() {
    let place = Place::new();
    place.file("games/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    let watching = Watching::new(&place, &["check", "--watch", "games"]);
    let path = |name: &str| place.path().join(name);
    fs::rename(path("games"), path("old")).unwrap();
    watching.wait_for("games/a.sgf: removed");
    fs::create_dir(path("games")).unwrap();
    place.file("games/b.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    watching.wait_for("games/b.sgf: no problems");
    // Later changes are seen in the new folder, and not in the old one.
    place.file("old/a.sgf", "(;FF[4]GM[1]SZ[9];B[zz])");
    place.file("games/c.sgf", "(;FF[4]GM[1]SZ[9];B[cc])");
    assert_eq!(
        watching.wait_for("games/c.sgf: no problems"),
        Vec::<String>::new()
    );
    place.file("games/b.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[cc])");
    assert_eq!(
        watching.wait_for("games/b.sgf: no problems"),
        Vec::<String>::new()
    );
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[test]
fn one_file_is_watched() {
    let place = Place::new();
    place.file("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee])");
    let watching = Watching::new(&place, &["check", "--watch", "a.sgf"]);
    place.file("b.sgf", "(;FF[4]GM[1]SZ[9];B[zz])");
    place.file("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[ec])");
    assert_eq!(
        watching.wait_for("a.sgf: no problems"),
        Vec::<String>::new()
    );
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[cfg(feature = "database")]
#[test]
fn an_index_follows_its_folder() {
    let place = Place::new();
    place.file("a.sgf", "(;FF[4]SZ[9];B[ee])");
    // The index lies in the folder that is watched.
    let args = ["index", "--watch", ".", "-o", "games.kifu"];
    let watching = Watching::new(&place, &args);
    place.file("b.sgf", "(;FF[4]SZ[9];B[ee])(;FF[4]SZ[9];B[cc])");
    watching.wait_for("kifu: ./b.sgf: 2 games added, 0 files removed; 3 games");
    place.file(
        "c.gib",
        "\\HS\n\\HE\n\\GS\n2 1 0\n3 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n",
    );
    watching.wait_for("kifu: ./c.gib: 1 game added, 0 files removed; 4 games");
    fs::remove_file(place.path().join("a.sgf")).unwrap();
    let between = watching.wait_for("kifu: ./a.sgf: 0 games added, 1 file removed; 3 games");
    assert_eq!(between, Vec::<String>::new());
    // An index that is gone is made again, of all files.
    fs::remove_dir_all(place.path().join("games.kifu")).unwrap();
    place.file("d.sgf", "(;FF[4]SZ[9];B[dd])");
    watching.wait_for("kifu: 4 games; 3 files read with 4 games, 0 unchanged, 0 removed");
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
    let output = place.run(["list", "--count", "games.kifu"]);
    assert_eq!(crate::place::text(&output.stdout).trim(), "4");
}

#[test]
fn what_cannot_be_watched_is_reported() {
    let place = Place::new();
    for (args, expected) in [
        (
            &["check", "--watch", "-"][..],
            "kifu: error: -: cannot be watched; give files and folders\n",
        ),
        (
            &["check", "--watch", "none"][..],
            "kifu: error: none: not found\n",
        ),
        (
            &["check", "--watch", "--format", "json", "."][..],
            "kifu: error: `--watch` needs `--format full` or `concise`\n",
        ),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            crate::place::text(&output.stderr).starts_with(expected.trim_end()),
            "{output:?}"
        );
    }
}
