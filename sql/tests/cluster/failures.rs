//! Workers that die, are of another version, or have another index.

use std::path::Path;
use std::time::Duration;

use kifu_sql::cluster::{WorkerOptions, serve};

use crate::database::{Database, ask, session};
use crate::queries::LONG;
use crate::workers::{Process, addresses};

const SHORT: &str = "SELECT winner, count(*), sum(moves) FROM games GROUP BY winner ORDER BY 1";

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_dead_is_not_used() {
    let database = Database::new();
    let (expected, _) = ask(&session(&database.index(), &[], 2), SHORT)
        .await
        .unwrap();
    let mut processes = Process::several(&database.index(), 3);
    let session = session(&database.index(), &addresses(&processes), 2);
    for left in (1..=3).rev() {
        let (rows, notes) = ask(&session, SHORT).await.unwrap();
        assert_eq!(rows, expected, "{left} left");
        assert_eq!(notes.len(), 3 - left, "{notes:?}");
        processes[left - 1].kill();
    }
    let error = ask(&session, SHORT).await.unwrap_err();
    assert!(error.starts_with("no worker can be used"), "{error}");
    for process in &processes {
        assert!(error.contains(&process.address), "{error}");
    }
}

/// A worker is killed at different times of a query: the answer is the right one, of the others.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_dies_meanwhile_changes_no_answer() {
    let database = Database::new();
    let alone = session(&database.index(), &[], 2);
    let (expected, _) = ask(&alone, LONG).await.unwrap();
    let survivor = Process::start(&database.index(), &[]);
    let mut was_noted = false;
    for delay in [0, 20, 60, 150, 400, 1000] {
        let mut victim = Process::start(&database.index(), &[]);
        let workers = [survivor.address.clone(), victim.address.clone()];
        let session = session(&database.index(), &workers, 2);
        let kill = tokio::task::spawn_blocking(move || {
            std::thread::sleep(Duration::from_millis(delay));
            victim.kill();
        });
        let (rows, notes) = ask(&session, LONG).await.unwrap();
        assert_eq!(rows, expected, "{delay} ms");
        was_noted |= !notes.is_empty();
        kill.await.unwrap();
    }
    assert!(was_noted, "no kill met a query");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_workers_die_meanwhile() {
    let database = Database::new();
    let mut processes = Process::several(&database.index(), 2);
    let session = session(&database.index(), &addresses(&processes), 2);
    ask(&session, SHORT).await.unwrap();
    let kill = tokio::task::spawn_blocking(move || {
        std::thread::sleep(Duration::from_millis(50));
        Process::kill_all(&mut processes);
    });
    let error = ask(&session, LONG).await.unwrap_err();
    assert!(error.starts_with("no worker can be used"), "{error}");
    kill.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_of_another_version_is_not_used() {
    let database = Database::new();
    let mut options = WorkerOptions::new(database.index());
    options.version = "kifu-sql 0.0.1, plans 0".to_owned();
    let (sender, address) = tokio::sync::oneshot::channel();
    let old = tokio::spawn(serve(options, |address| sender.send(address).unwrap()));
    let old_address = address.await.unwrap().to_string();
    let only = session(&database.index(), std::slice::from_ref(&old_address), 2);
    let error = ask(&only, SHORT).await.unwrap_err();
    assert!(
        error.contains("version `kifu-sql 0.0.1, plans 0`"),
        "{error}"
    );
    let process = Process::start(&database.index(), &[]);
    let both = [old_address.clone(), process.address.clone()];
    let (rows, notes) = ask(&session(&database.index(), &both, 2), SHORT)
        .await
        .unwrap();
    let (expected, _) = ask(&session(&database.index(), &[], 2), SHORT)
        .await
        .unwrap();
    assert_eq!(rows, expected);
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains(&old_address), "{notes:?}");
    old.abort();
}

/// Workers open the index anew when the coordinator has a later state of it; those with another index are an error.
#[tokio::test(flavor = "multi_thread")]
async fn all_have_one_state_of_the_index() {
    let database = Database::new();
    let processes = Process::several(&database.index(), 2);
    let workers = addresses(&processes);
    ask(&session(&database.index(), &workers, 2), SHORT)
        .await
        .unwrap();
    database.add(4, 99);
    let (expected, _) = ask(&session(&database.index(), &[], 2), SHORT)
        .await
        .unwrap();
    let (rows, _) = ask(&session(&database.index(), &workers, 2), SHORT)
        .await
        .unwrap();
    assert_eq!(rows, expected);
    let other = Database::new();
    let error = ask(&session(&other.index(), &workers, 2), SHORT)
        .await
        .unwrap_err();
    assert!(error.contains("another state of the index"), "{error}");
}

/// Copies a folder with all that it contains.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A worker whose segments are not those of the manifest is found by the number of its games, before it answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_counts_other_games_is_not_used() {
    let database = Database::new();
    let (expected, _) = ask(&session(&database.index(), &[], 2), SHORT)
        .await
        .unwrap();
    // A copy in the same state; as many games in all, of the same board size.
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("copy.kifu");
    copy(&database.index(), &other);
    let segment = |number: u32| other.join(format!("{number:08}"));
    let aside = folder.path().join("aside");
    for (from, to) in [
        (segment(0), aside.clone()),
        (segment(2), segment(0)),
        (aside, segment(2)),
    ] {
        std::fs::rename(from, to).unwrap();
    }
    let wrong = Process::start(&other, &[]);
    let only = session(&database.index(), std::slice::from_ref(&wrong.address), 2);
    let error = ask(&only, SHORT).await.unwrap_err();
    assert!(
        error.contains("it counts 5 games in segment 0, expected 3"),
        "{error}"
    );
    let right = Process::start(&database.index(), &[]);
    let processes = [wrong, right];
    let both = session(&database.index(), &addresses(&processes), 2);
    for round in 0..2 {
        let (rows, notes) = ask(&both, SHORT).await.unwrap();
        assert_eq!(rows, expected);
        assert_eq!(notes.len(), 1, "{round}: {notes:?}");
        assert!(notes[0].contains("it counts"), "{notes:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_those_of_the_statement() {
    let database = Database::new();
    let processes = Process::several(&database.index(), 2);
    let session = session(&database.index(), &addresses(&processes), 2);
    for (sql, expected) in [
        ("SELECT nothing FROM games", "No field named nothing"),
        ("SELECT * FROM position_search('XO/O')", "row 2"),
        ("SELECT * FROM sgf_files('.')", "run it without workers"),
        ("SELECT moves / 0 FROM games", "ivide by zero"),
    ] {
        let error = ask(&session, sql).await.unwrap_err();
        assert!(error.contains(expected), "{sql}: {error}");
    }
}
