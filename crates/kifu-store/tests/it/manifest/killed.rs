//! Runs that were killed, before or after they wrote their manifest.

use std::fs;

use kifu_store::{Indexer, Store, StoreErrorKind};

use super::{left, lose, whole, with_dead_games};
use crate::files::{folder, paths};
use crate::make;

/// A run that was killed after its manifest leaves the segments that it joined, or some of them.
#[test]
fn what_a_killed_run_left_counts_once() {
    for kept in 0..8_u32 {
        let (folder, files) = folder(3);
        let path = folder.path().join("games.kifu");
        for file in &files {
            make(&path, &[file]);
        }
        let expected = whole(&path);
        let aside = folder.path().join("aside");
        fs::create_dir(&aside).unwrap();
        for number in 0..3 {
            let name = format!("{number:08}");
            fs::create_dir(aside.join(&name)).unwrap();
            for file in ["search.kfs", "games.parquet"] {
                fs::copy(path.join(&name).join(file), aside.join(&name).join(file)).unwrap();
            }
        }
        Indexer::open(&path, false).unwrap().finish(true).unwrap();
        assert_eq!(whole(&path), expected);
        for number in (0..3).filter(|number| kept >> number & 1 == 1) {
            let name = format!("{number:08}");
            fs::rename(aside.join(&name), path.join(&name)).unwrap();
        }
        fs::remove_file(path.join("manifest")).unwrap();
        let (facts, errors) = left(&path);
        assert_eq!((facts, errors.len()), (expected.clone(), 1));
        let report = make(&path, &paths(&files));
        assert_eq!((report.read, report.games), (0, 3));
        assert_eq!(whole(&path), expected);
    }
}

/// A run that was killed before its manifest, or its list of sources, leaves games that do not count yet.
#[test]
fn what_a_killed_run_read_counts_with_its_list() {
    let (folder, files) = folder(2);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let before = whole(&path);
    let list = path.join("sources.00000001");
    let bytes = fs::read(&list).unwrap();
    fs::write(&files[0], "(;PB[new];B[cc])").unwrap();
    make(&path, &paths(&files));
    let after = whole(&path);
    fs::write(&list, bytes).unwrap();
    for expected in [after, before] {
        let _ = fs::remove_file(path.join("manifest"));
        let (facts, errors) = left(&path);
        assert_eq!((facts, errors.len()), (expected, 1));
        let _ = fs::remove_file(path.join("sources.00000002"));
    }
    let report = make(&path, &paths(&files));
    assert_eq!((report.read, report.games, whole(&path).len()), (1, 2, 2));
}

/// As long as there is no manifest, a run that fails takes nothing away, however often.
#[test]
fn a_run_that_comes_to_nothing_leaves_what_is_left_of_an_index() {
    let (_folder, files, path) = with_dead_games();
    let expected = whole(&path);
    lose(&path);
    // Of another index: what a run wrote that was killed.
    let other = tempfile::tempdir().unwrap();
    let made = other.path().join("made.kifu");
    make(&made, &paths(&files[..1]));
    for round in 0..2 {
        let indexer = Indexer::open(&path, false).unwrap();
        let error = indexer.finish(false).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::NothingRead), "{error}");
        assert_eq!(left(&path).0, expected, "{round}");
        let mut indexer = Indexer::open(&path, false).unwrap();
        indexer.add(files.clone(), |_| ()).unwrap();
        drop(indexer);
        fs::rename(made.join("00000000"), path.join("00000007")).unwrap();
        assert_eq!(left(&path).0, expected, "{round}");
        drop(Indexer::open(&path, false).unwrap());
        assert!(!path.join("00000007").exists());
        assert_eq!(left(&path).0, expected, "{round}");
        fs::remove_dir_all(&made).unwrap();
        make(&made, &paths(&files[..1]));
    }
    assert!(!path.join("lost.1").exists());
    let report = make(&path, &paths(&files));
    assert_eq!(
        report.set_aside.unwrap().path,
        dunce::canonicalize(&path).unwrap().join("lost.1")
    );
    assert_eq!(whole(&path), expected);
}

/// A run that was killed at the very end: the segments of before do not count any more, and are not lost.
#[test]
fn segments_of_before_are_moved_by_the_next_run() {
    for has_manifest in [true, false] {
        let (_folder, files, path) = with_dead_games();
        let expected = whole(&path);
        lose(&path);
        drop(Indexer::open(&path, false).unwrap());
        let note = fs::read_to_string(path.join("lock")).unwrap();
        let report = make(&path, &paths(&files));
        assert_eq!(fs::read(path.join("lock")).unwrap(), b"");
        let aside = report.set_aside.unwrap();
        for entry in fs::read_dir(&aside.path).unwrap() {
            let entry = entry.unwrap();
            fs::rename(entry.path(), path.join(entry.file_name())).unwrap();
        }
        fs::remove_dir(&aside.path).unwrap();
        assert!(note.starts_with("first run\n0000"), "{note}");
        fs::write(path.join("lock"), note.replace("first run", "committed")).unwrap();
        if has_manifest {
            assert_eq!(whole(&path), expected);
        } else {
            fs::remove_file(path.join("manifest")).unwrap();
            let (facts, errors) = left(&path);
            assert_eq!((facts, errors.len()), (expected.clone(), 1), "{errors:?}");
        }
        let report = Indexer::open(&path, false).unwrap().finish(true).unwrap();
        assert_eq!((report.has_regained, report.games), (!has_manifest, 3));
        assert_eq!(report.set_aside, Some(aside));
        assert_eq!(whole(&path), expected);
        assert_eq!(fs::read(path.join("lock")).unwrap(), b"");
        let report = make(&path, &paths(&files));
        assert_eq!((report.unchanged, report.set_aside), (3, None));
    }
}

#[test]
fn a_first_run_that_was_killed_is_no_loss() {
    let (folder, files) = folder(4);
    let path = folder.path().join("games.kifu");
    let made = folder.path().join("made.kifu");
    make(&made, &paths(&files));
    let killed = Indexer::open(&path, false).unwrap();
    drop(killed);
    // A segment that was full before the run ended.
    fs::rename(made.join("00000000"), path.join("00000000")).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("manifest: there is no such file"),
        "{error}"
    );
    drop(Indexer::open(&path, false).unwrap());
    assert!(!path.join("00000000").exists());
    let report = make(&path, &paths(&files[..2]));
    assert_eq!((report.read, report.games), (2, 2));
    assert!(report.set_aside.is_none() && !path.join("lost.1").exists());
}
