//! An index that one machine publishes and others read.

use std::process::{Command, Output};

use crate::place::{Place, text};

const GAMES: &str = "(;SZ[9]PB[Ann]RE[B+R];B[gc];W[cg])(;SZ[9]PB[Bob];B[cc];W[gg])";

/// The command on a machine with a cache of its own.
fn command(place: &Place, machine: &str, args: &[&str]) -> Command {
    let mut command = place.command();
    command.env("KIFU_CACHE", place.path().join(machine));
    command.args(args);
    command
}

fn run(place: &Place, machine: &str, args: &[&str]) -> Output {
    command(place, machine, args).output().unwrap()
}

/// The results at an address: the number of games, and of those with the pattern.
fn read(mut search: Command, mut list: Command, case: &str) -> (u64, u64) {
    let search = search.output().unwrap();
    assert_eq!(
        search.status.code(),
        Some(0),
        "{case}: {}",
        text(&search.stderr)
    );
    let answer: serde_json::Value = serde_json::from_slice(&search.stdout).unwrap();
    let list = list.output().unwrap();
    assert_eq!(
        list.status.code(),
        Some(0),
        "{case}: {}",
        text(&list.stderr)
    );
    let count = text(&list.stdout).trim().parse().unwrap();
    assert_eq!(answer["searched"], count, "{case}");
    (count, answer["main"]["games"].as_u64().unwrap())
}

#[cfg(unix)]
#[test]
fn what_one_machine_indexes_another_searches() {
    let place = Place::new();
    place.file("games/a.sgf", GAMES);
    let url = format!("file://{}/share", place.path().display());
    for (file, added, games) in [
        ("games/a.sgf", GAMES, 2),
        ("games/b.sgf", "(;SZ[9];B[cc])", 3),
    ] {
        place.file(file, added);
        let output = run(&place, "writer", &["index", "games", "-o", &url]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{message}");
        assert!(
            message.contains(&format!("{games} games; 1 file read")),
            "{message}"
        );
        let search = ["search", &url, "X", "--format", "json"];
        let search = command(&place, "reader", &search);
        let list = command(&place, "reader", &["list", &url, "--count"]);
        assert_eq!(read(search, list, file), (games, games));
    }
    assert!(!place.path().join("file:").exists());
    // The folder that the writer worked in is gone; the files of the index stay.
    let names = std::fs::read_dir(place.path().join("writer")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["files"]);
}

#[test]
fn an_address_without_an_index_is_an_error() {
    let place = Place::new();
    let url = format!("file://{}/missing", place.path().display());
    for (url, expected) in [
        (&*url, "this is not an index"),
        ("file://here", "not absolute"),
        ("s3://", "no bucket"),
    ] {
        let output = run(&place, "reader", &["search", url, "X"]);
        assert_eq!(output.status.code(), Some(2), "{url}");
        let message = text(&output.stderr);
        assert!(message.contains(expected), "{url}: {message}");
    }
    let edits = ["serve", &url, "--allow-edit"];
    let output = run(&place, "reader", &edits);
    assert!(
        text(&output.stderr).contains("needs a local index"),
        "{}",
        text(&output.stderr)
    );
}

#[cfg(feature = "s3")]
mod s3 {
    use std::time::Duration;

    use kifu_testkit::S3Server;

    use super::{Command, GAMES, Place, command, read, text};

    const URL: &str = "s3://games/db";

    fn of_server(server: &S3Server, place: &Place, machine: &str, args: &[&str]) -> Command {
        let mut command = command(place, machine, args);
        command.envs(server.variables());
        command
    }

    fn games(server: &S3Server, place: &Place, case: &str) -> (u64, u64) {
        let search = ["search", URL, "X", "--format", "json"];
        let search = of_server(server, place, "reader", &search);
        let list = of_server(server, place, "reader", &["list", URL, "--count"]);
        read(search, list, case)
    }

    /// A writer is killed at each of its writes: readers have the last state, and the next writer succeeds.
    #[test]
    fn a_writer_that_is_killed_leaves_the_last_state() {
        let place = Place::new();
        let server = S3Server::start();
        let index = || of_server(&server, &place, "writer", &["index", "games", "-o", URL]);
        place.file("games/a.sgf", GAMES);
        let first = index().output().unwrap();
        assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
        assert_eq!(games(&server, &place, "first"), (2, 2));
        place.file("games/b.sgf", "(;SZ[9];B[cc])(;SZ[13];B[dd])");
        let mut killed = 0;
        for writes in 0..20 {
            server.stall_after(Some(writes));
            let mut writer = index().stderr(std::process::Stdio::null()).spawn().unwrap();
            let done = loop {
                if server.is_stalled_within(Duration::from_millis(20)) {
                    break None;
                }
                if let Some(status) = writer.try_wait().unwrap() {
                    break Some(status);
                }
            };
            if let Some(status) = done {
                assert!(status.success());
                break;
            }
            writer.kill().unwrap();
            writer.wait().unwrap();
            server.stall_after(None);
            let case = format!("killed at write {writes}");
            assert_eq!(games(&server, &place, &case), (2, 2), "{case}");
            killed += 1;
        }
        server.stall_after(None);
        assert!(killed >= 5, "{killed}");
        assert_eq!(games(&server, &place, "last"), (4, 4));
    }
}
