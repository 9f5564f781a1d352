//! Results are passed on before everything is read, and errors are reported separately.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use kifu_store::{Anchor, Cell, Pattern, Query, Store, StoreErrorKind};

use crate::make;

/// An index of two segments, each with a game; the file of the second.
pub(crate) fn two_segments() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("a.sgf"), folder.path().join("b.sgf"));
    fs::write(&small, "(;SZ[9];B[cc];W[dd])").unwrap();
    fs::write(&large, "(;SZ[13];B[cc];W[dd])").unwrap();
    let path = folder.path().join("games.kifu");
    make(&path, &[&small, &large]);
    let second = path.join("00000001").join("search.kfs");
    (folder, path, second)
}

fn stone() -> Query {
    Query::new(Pattern::new(1, vec![Cell::BLACK], Anchor::ANYWHERE).unwrap())
}

fn on_one_core<T: Send>(search: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.unwrap().install(search)
}

#[test]
fn the_first_results_come_before_the_last_segment_is_read() {
    let (_folder, path, second) = two_segments();
    let store = Store::open(&path).unwrap();
    // Whoever reads it from here on fails.
    let length = fs::metadata(&second).unwrap().len();
    fs::File::options()
        .write(true)
        .open(&second)
        .unwrap()
        .set_len(0)
        .unwrap();
    let stream = |stops: bool| {
        on_one_core(|| {
            let mut parts = Vec::new();
            let done = store.search_stream(&stone(), |part| {
                parts.push((part.found.len(), part.damaged.len()));
                if stops {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            done.unwrap();
            parts
        })
    };
    assert_eq!(stream(true), [(1, 0)]);
    assert_eq!(stream(false), [(1, 0), (0, 1)]);
    fs::File::options()
        .write(true)
        .open(&second)
        .unwrap()
        .set_len(length)
        .unwrap();
    fs::remove_file(&second).unwrap();
    // An opened file is read on, but its content has changed.
    assert_eq!(stream(false), [(1, 0), (0, 1)]);
}

/// Parts come in the order of the index, however many cores search, and their sum is the answer.
#[test]
fn parts_are_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.sgf");
    let games = ["(;SZ[5];B[bb])", "(;SZ[5];B[cc];W[bb])", "(;SZ[5];B[aa])"];
    fs::write(&file, games.concat().repeat(4000)).unwrap();
    let path = folder.path().join("games.kifu");
    make(&path, &[&file]);
    let store = Store::open(&path).unwrap();
    let whole = store.search(&stone()).unwrap();
    assert_eq!((whole.searched, whole.main.games), (12_000, 8000));
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut found = Vec::new();
        let mut parts = 0;
        pool.install(|| {
            store.search_stream(&stone(), |part| {
                parts += 1;
                found.extend(part.found.iter());
                ControlFlow::Continue(())
            })
        })
        .unwrap();
        assert_eq!(parts, 3);
        assert_eq!(found, whole.found.iter().collect::<Vec<_>>(), "{threads}");
    }
}

#[test]
fn a_segment_of_another_kind_or_version_is_reported() {
    let (_folder, path, second) = two_segments();
    let whole = fs::read(&second).unwrap();
    let mut newer = whole.clone();
    newer[8] = 7;
    let foreign = b"PAR1 is another kind of file".repeat(9);
    for (bytes, is_newer) in [
        (&newer, true),
        (&foreign, false),
        (&whole[..20].to_vec(), false),
    ] {
        fs::write(&second, bytes).unwrap();
        let error = Store::open(&path).unwrap_err();
        let is_said = match error.kind {
            StoreErrorKind::Newer { version } => is_newer && version == 7,
            StoreErrorKind::Damaged(_) => !is_newer,
            _ => false,
        };
        assert!(is_said, "{error}");
        assert!(error.to_string().contains("00000001"), "{error}");
        let (store, errors) = Store::open_partial(&path).unwrap();
        assert_eq!(
            (errors.len(), store.search(&stone()).unwrap().main.games),
            (1, 1)
        );
    }
}
