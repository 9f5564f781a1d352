//! An index that moves: with its files, or without them.

use std::fs;
use std::path::{Path, PathBuf};

use kifu_store::{Batch, Indexer, Store, Values};

use crate::make;

/// A folder with two files, and an index beside them.
fn place(folder: &Path) -> (PathBuf, Vec<PathBuf>) {
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    let files = [
        ("a.sgf", "(;PB[Ann]C[one];B[cc])"),
        ("b.sgf", "(;PB[Bob];B[dd])"),
    ];
    let files = files.map(|(name, sgf)| {
        let path = games.join(name);
        fs::write(&path, sgf).unwrap();
        path
    });
    let index = folder.join("games.kifu");
    let paths = files.each_ref().map(PathBuf::as_path);
    make(&index, &paths);
    (index, files.to_vec())
}

/// The paths of all games: by game info, and as a column of a table.
fn paths(store: &Store) -> [Vec<String>; 2] {
    let mut infos = Vec::new();
    let all = kifu_select::Selection::default();
    let listed = store
        .select(&all)
        .for_each(|_, info| infos.push(info.path.to_string()));
    listed.unwrap();
    let mut columns = Vec::new();
    for segment in store.snapshot().segments() {
        let take = |batch: Batch| {
            let Some(Values::Bytes(paths)) = batch.columns.get("path") else {
                panic!("a column of texts");
            };
            let texts = (0..batch.games.len()).map(|row| paths.get(row).unwrap());
            columns.extend(texts.map(|text| String::from_utf8(text.to_vec()).unwrap()));
            std::ops::ControlFlow::Continue(())
        };
        segment.read(&["path"], None, 100, take).unwrap();
    }
    infos.sort();
    columns.sort();
    [infos, columns]
}

/// The paths of these files, and whether their records are read from there.
#[track_caller]
fn is_at(index: &Path, folder: &Path) {
    let store = Store::open(index).unwrap();
    let names = ["games/a.sgf", "games/b.sgf"].map(|name| folder.join(name));
    let names = names.map(|name| name.to_str().unwrap().to_owned()).to_vec();
    assert_eq!(paths(&store), [names.clone(), names]);
    let commented = "comment~one".parse().unwrap();
    let mut found = 0;
    store
        .select(&commented)
        .for_each(|_, _| found += 1)
        .unwrap();
    assert_eq!(found, 1);
}

#[test]
fn an_index_moves_with_its_files() {
    let place_of_it = tempfile::tempdir().unwrap();
    let here = dunce::canonicalize(place_of_it.path()).unwrap();
    let (old, new) = (here.join("old"), here.join("new"));
    place(&old);
    is_at(&old.join("games.kifu"), &old);
    fs::rename(&old, &new).unwrap();
    let index = new.join("games.kifu");
    is_at(&index, &new);
    // Its files are those that it has read.
    let files = ["a.sgf", "b.sgf"].map(|name| new.join("games").join(name));
    let report = make(&index, &files.each_ref().map(PathBuf::as_path));
    assert_eq!((report.read, report.unchanged, report.games), (0, 2, 2));
    is_at(&index, &new);
    // After compaction too.
    Indexer::open(&index, false).unwrap().finish(true).unwrap();
    is_at(&index, &new);
    // And without a manifest.
    fs::remove_file(index.join("manifest")).unwrap();
    fs::rename(&new, &old).unwrap();
    let (store, errors) = Store::open_partial(old.join("games.kifu")).unwrap();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(paths(&store)[0][0].starts_with(old.to_str().unwrap()));
    Indexer::open(old.join("games.kifu"), false)
        .unwrap()
        .finish(false)
        .unwrap();
    is_at(&old.join("games.kifu"), &old);
}

#[test]
fn an_index_that_moves_alone_still_finds_its_files() {
    let place_of_it = tempfile::tempdir().unwrap();
    let here = dunce::canonicalize(place_of_it.path()).unwrap();
    let (index, files) = place(&here.join("old"));
    let far = here.join("far/away");
    fs::create_dir_all(&far).unwrap();
    let moved = far.join("games.kifu");
    fs::rename(&index, &moved).unwrap();
    is_at(&moved, &here.join("old"));
    let added = here.join("old/games/c.sgf");
    fs::write(&added, "(;PB[Cid];B[ee])").unwrap();
    let all = [files[0].as_path(), &files[1], &added];
    let report = make(&moved, &all);
    assert_eq!((report.read, report.unchanged, report.games), (1, 2, 3));
    let store = Store::open(&moved).unwrap();
    assert_eq!(
        paths(&store)[0],
        all.map(|path| path.to_str().unwrap().to_owned())
    );
}

#[cfg(unix)]
#[test]
fn a_copy_reads_its_own_files() {
    let place_of_it = tempfile::tempdir().unwrap();
    let here = dunce::canonicalize(place_of_it.path()).unwrap();
    place(&here.join("old"));
    let copied = std::process::Command::new("cp")
        .args(["-a", "old", "new"])
        .current_dir(&here)
        .status();
    assert!(copied.unwrap().success());
    is_at(&here.join("new/games.kifu"), &here.join("new"));
    is_at(&here.join("old/games.kifu"), &here.join("old"));
}
