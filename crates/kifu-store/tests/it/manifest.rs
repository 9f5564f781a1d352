//! A damaged or lost manifest is reported and written again; all intact games are still served.

mod killed;

use std::fs;
use std::path::{Path, PathBuf};

use kifu_store::{Indexer, Input, Piece, Store, StoreError, StoreErrorKind};
use tempfile::TempDir;

use crate::files::{contents, folder, games, paths, two_segments};
use crate::make;

/// The info of the games that are served, in order, and the errors.
fn left(path: &Path) -> (Vec<String>, Vec<StoreError>) {
    let (store, errors) = Store::open_partial(path).unwrap();
    let mut facts = Vec::new();
    let all = kifu_select::Selection::default();
    let whole = store
        .select(&all)
        .for_each(|_, info| facts.push(format!("{info:?}")));
    whole.unwrap();
    assert_eq!(games(&store), facts.len() as u64);
    facts.sort();
    (facts, errors)
}

/// The info of the games of an index without errors.
fn whole(path: &Path) -> Vec<String> {
    assert!(Store::open(path).is_ok());
    let (facts, errors) = left(path);
    assert!(errors.is_empty(), "{errors:?}");
    facts
}

/// An index in two segments with a game that was replaced, and one that is gone.
fn with_dead_games() -> (TempDir, Vec<PathBuf>, PathBuf) {
    let (folder, mut files, path) = two_segments();
    fs::remove_file(files.remove(1)).unwrap();
    let mut indexer = Indexer::open(&path, false).unwrap();
    indexer.remove(|file| !file.exists());
    indexer.finish(false).unwrap();
    (folder, files, path)
}

fn is_manifest(error: &StoreError, messages: &str) -> bool {
    error.to_string().contains(&format!("manifest: {messages}"))
}

#[test]
fn every_flipped_bit_of_a_manifest_is_reported_and_all_is_served() {
    let (_folder, _, path) = with_dead_games();
    let expected = whole(&path);
    assert_eq!(expected.len(), 3);
    let manifest = path.join("manifest");
    let bytes = fs::read(&manifest).unwrap();
    let mut damages = Vec::new();
    for place in 0..bytes.len() {
        damages.push(bytes[..place].to_vec());
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << bit;
            damages.push(bytes);
        }
    }
    let other_version = [b"kifu-store 5", &bytes[12..]].concat();
    damages.extend([
        other_version,
        b"a manifest of another kind".to_vec(),
        bytes.repeat(2),
    ]);
    for (number, damage) in damages.into_iter().enumerate() {
        fs::write(&manifest, &damage).unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(
            is_manifest(&error, "the manifest is damaged"),
            "{number}: {error}"
        );
        let (store, errors) = Store::open_partial(&path).unwrap();
        assert_eq!((store.len(), errors.len()), (3, 1), "{number}: {errors:?}");
        if number % 23 == 0 {
            assert_eq!(left(&path).0, expected, "{number}");
        }
        if number % 97 == 0 {
            let report = Indexer::open(&path, false).unwrap().finish(false).unwrap();
            assert!(
                report.has_regained && report.games == 3,
                "{number}: {report:?}"
            );
            assert_eq!(whole(&path), expected, "{number}");
        }
    }
}

#[test]
fn a_lost_manifest_is_written_again_and_nothing_else_is() {
    let (_folder, files, path) = with_dead_games();
    let expected = whole(&path);
    let manifest = path.join("manifest");
    fs::remove_file(&manifest).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(is_manifest(&error, "there is no such file"), "{error}");
    let (facts, errors) = left(&path);
    assert_eq!((facts, errors.len()), (expected.clone(), 1));
    // It is there again as soon as a writer has opened the index.
    drop(Indexer::open(&path, false).unwrap());
    assert_eq!(whole(&path), expected);
    fs::remove_file(&manifest).unwrap();
    let report = make(&path, &paths(&files));
    assert!(report.has_regained);
    assert_eq!((report.read, report.unchanged, report.games), (0, 3, 3));
    assert!(report.mended.is_empty() && report.damaged.is_empty());
    assert_eq!(whole(&path), expected);
    // No number of a file or segment is used again.
    fs::write(&files[0], "(;PB[newest];B[cc])").unwrap();
    let report = make(&path, &paths(&files));
    assert!(!report.has_regained);
    assert_eq!(
        (report.read, report.games, contents(&path).unwrap().len()),
        (1, 3, 3)
    );
    let facts = whole(&path).concat();
    assert!(
        facts.contains("newest") && !facts.contains("\"new\""),
        "{facts}"
    );
}

#[test]
fn an_index_that_keeps_records_goes_on_so() {
    let (folder, files) = folder(2);
    let path = folder.path().join("games.kifu");
    let mut indexer = Indexer::open(&path, true).unwrap();
    indexer.add([files[0].clone()], |_| ()).unwrap();
    indexer.finish(false).unwrap();
    fs::remove_file(path.join("manifest")).unwrap();
    make(&path, &paths(&files));
    let store = Store::open(&path).unwrap();
    let mut ids = Vec::new();
    store
        .select(&kifu_select::Selection::default())
        .for_each(|id, _| ids.push(id))
        .unwrap();
    let infos = store.games_with_sgf(&ids).unwrap();
    assert_eq!(infos.len(), 2);
    assert!(infos.iter().all(|info| info.sgf.is_some()));
}

/// Games of an archive may have one number.
#[test]
fn records_of_an_archive_are_kept_apart() {
    let (folder, files) = folder(1);
    let path = folder.path().join("games.kifu");
    let mut indexer = Indexer::open(&path, false).unwrap();
    let piece = |name: &str, text: &str| {
        Ok(Piece {
            path: name.to_owned(),
            first: 0,
            bytes: text.as_bytes().to_vec(),
        })
    };
    let pieces = vec![
        piece("a.zip/a.sgf", "(;SZ[9];B[cc])"),
        piece("a.zip/b.sgf", "(;SZ[9];B[cc])"),
        piece("a.zip/c.sgf", "(;SZ[13];B[cc])"),
    ];
    let archive = Input::Archive {
        path: files[0].clone(),
        unpack: Box::new(move || Box::new(pieces.into_iter())),
    };
    indexer.add([archive], |_| ()).unwrap();
    indexer.finish(false).unwrap();
    let expected = whole(&path);
    fs::remove_file(path.join("manifest")).unwrap();
    let (facts, errors) = left(&path);
    assert_eq!((facts.len(), facts, errors.len()), (3, expected, 1));
}

/// Segments lost with the manifest are reported until their files have been read again.
#[test]
fn segments_that_are_lost_with_the_manifest_are_made_again() {
    for (damaged, is_there) in [
        ("", false),
        ("search.kfs", false),
        ("search.kfs", true),
        ("games.parquet", false),
    ] {
        let (_folder, files, path) = with_dead_games();
        let expected = whole(&path);
        fs::remove_file(path.join("manifest")).unwrap();
        let segment = path.join("00000000");
        match damaged {
            "" => fs::remove_dir_all(&segment).unwrap(),
            name if is_there => fs::write(segment.join(name), "KIFU").unwrap(),
            name => fs::remove_file(segment.join(name)).unwrap(),
        }
        let is_missing = |error: &StoreError| {
            matches!(error.kind, StoreErrorKind::Missing { games: 1, files: 1 })
        };
        let (facts, errors) = left(&path);
        assert_eq!(facts.len(), 2, "{damaged}");
        assert!(errors.iter().any(is_missing), "{errors:?}");
        assert_eq!(
            errors.len(),
            if damaged.is_empty() { 2 } else { 3 },
            "{errors:?}"
        );
        // The lost game came from the last file but one.
        let report = make(&path, &[&files[0]]);
        assert_eq!(
            (report.has_regained, report.damaged.len()),
            (true, 1),
            "{damaged}"
        );
        Store::open(&path).unwrap_err();
        assert_eq!(left(&path).0.len(), 2);
        let report = make(&path, &paths(&files));
        assert_eq!(
            (report.read, report.games, report.mended.len()),
            (1, 3, 1),
            "{damaged}"
        );
        assert_eq!(whole(&path), expected);
    }
}

#[test]
fn without_a_list_of_sources_what_is_not_certain_is_reported() {
    let (_folder, files, path) = with_dead_games();
    let expected = whole(&path);
    let list = path.join("sources.00000003");
    let bytes = fs::read(&list).unwrap();
    for is_damaged in [true, false] {
        let _ = fs::remove_file(path.join("manifest"));
        fs::remove_file(&list).unwrap();
        if is_damaged {
            fs::write(&list, &bytes[1..]).unwrap();
        }
        // The lists of dead games tell the same, as long as no run was killed.
        let (facts, errors) = left(&path);
        assert_eq!(facts, expected);
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(
            is_manifest(&errors[0], "there is no such file"),
            "{messages:?}"
        );
        assert!(
            messages[1].contains("the list of sources is damaged or missing"),
            "{messages:?}"
        );
        assert!(
            messages[2].contains("nothing says which games count"),
            "{messages:?}"
        );
        assert_eq!(messages.len(), 3);
        if is_damaged {
            let error = Indexer::open(&path, false).unwrap_err();
            assert!(matches!(error.kind, StoreErrorKind::Lost(_)), "{error}");
            assert_eq!(left(&path).0, expected);
        }
    }
    let report = make(&path, &paths(&files));
    assert_eq!((report.read, report.has_regained), (3, false));
    assert_eq!(whole(&path), expected);
}

/// Removes manifest and list of sources.
fn lose(path: &Path) {
    let names = fs::read_dir(path).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name == "manifest" || name.starts_with("sources.0")) {
        fs::remove_file(path.join(name)).unwrap();
    }
}

/// Nothing says which files the games of segments came from: the index begins anew, and they are not lost.
#[test]
fn segments_that_nothing_is_known_of_are_moved_out_of_the_way() {
    let (_folder, files, path) = with_dead_games();
    let expected = whole(&path);
    // A file of somebody else.
    let foreign = [
        "20240101/a.sgf",
        "00000000.txt",
        "sources.txt",
        "99/search.kfs",
        "00000007/own.txt",
    ];
    for name in foreign {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, name).unwrap();
    }
    fs::copy(
        path.join("00000000/search.kfs"),
        path.join("00000007/search.kfs"),
    )
    .unwrap();
    for round in 1..3 {
        lose(&path);
        let mut indexer = Indexer::open(&path, false).unwrap();
        indexer.add(files.clone(), |_| ()).unwrap();
        let report = indexer.finish(false).unwrap();
        assert_eq!(report.games, 3);
        let aside = report.set_aside.unwrap();
        assert!(aside.path.ends_with(format!("lost.{round}")), "{aside:?}");
        assert!(aside.segments > 0 && aside.games >= 3, "{aside:?}");
        let moved = fs::read_dir(&aside.path).unwrap().count();
        assert_eq!(moved as u64, aside.segments);
        assert_eq!(whole(&path), expected);
        let report = Indexer::open(&path, false).unwrap().finish(true).unwrap();
        assert_eq!(report.set_aside, None);
        assert_eq!(fs::read_dir(&aside.path).unwrap().count(), moved);
    }
    assert!(path.join("lost.1/00000000/games.parquet").is_file());
    for name in foreign {
        let moved = path.join("lost.1").join(name);
        assert!(path.join(name).is_file() || moved.is_file(), "{name}");
    }
}

/// A segment that does not count any more goes, and what somebody else put into its folder stays.
#[test]
fn nothing_is_removed_but_what_the_index_wrote() {
    let (_folder, _, path) = with_dead_games();
    let expected = whole(&path);
    let foreign = ["00000000/notes/a.txt", "00000001/b.txt", "00000002/c.txt"];
    for name in foreign {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, name).unwrap();
    }
    Indexer::open(&path, false).unwrap().finish(true).unwrap();
    assert_eq!(whole(&path), expected);
    assert!(!path.join("00000000/search.kfs").exists());
    for name in foreign {
        assert_eq!(fs::read_to_string(path.join(name)).unwrap(), name);
    }
}

/// Of a newer version nothing is taken for damage.
#[test]
fn what_is_newer_is_not_written_again() {
    let (_folder, _, path) = with_dead_games();
    fs::remove_file(path.join("manifest")).unwrap();
    let list = path.join("sources.00000003");
    let checksum = xxhash_rust::xxh3::xxh3_64(b"kifu-store 9 new");
    fs::write(&list, format!("kifu-store 9 {checksum:016x}\nnew")).unwrap();
    let errors = [
        Indexer::open(&path, false).unwrap_err(),
        Store::open(&path).unwrap_err(),
        Store::open_partial(&path).unwrap_err(),
    ];
    for error in errors {
        assert!(
            matches!(error.kind, StoreErrorKind::Newer { version: 9 }),
            "{error}"
        );
    }
    assert!(!path.join("manifest").exists());
}

/// Folders named by days are no segments.
#[test]
fn a_folder_of_other_things_is_no_index() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("20240101")).unwrap();
    fs::write(folder.path().join("20240101/a.sgf"), "(;B[cc])").unwrap();
    let error = Store::open_partial(folder.path()).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::NotAnIndex), "{error}");
}
