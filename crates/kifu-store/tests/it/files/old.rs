//! Segments of earlier versions of the format.

use std::fs;
use std::path::Path;

use kifu_store::{Indexer, Report, Store, StoreErrorKind};

use super::{contents, folder, games, paths, two_segments};
use crate::make;

/// Makes a segment one of the first version: without checksums of the table, which are the last section, and with
/// one of the table of sections alone.
fn make_old(segment: &Path) {
    let search = segment.join("search.kfs");
    let mut bytes = fs::read(&search).unwrap();
    bytes[8] = 1;
    bytes[20] -= 1;
    let sections = usize::from(bytes[20]);
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[32..32 + 32 * sections]);
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&search, &bytes).unwrap();
}

#[test]
fn an_index_of_the_first_version_is_read() {
    let (folder, files) = folder(5);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let expected = contents(&path).unwrap();
    let segment = path.join("00000000");
    make_old(&segment);
    for name in ["manifest", "sources.00000001"] {
        let file = path.join(name);
        let text = fs::read_to_string(&file).unwrap();
        let (_, body) = text.split_once('\n').unwrap();
        let checksum = xxhash_rust::xxh3::xxh3_64(body.as_bytes());
        fs::write(&file, format!("kifu-store 1 {checksum:016x}\n{body}")).unwrap();
    }
    assert_eq!(contents(&path).unwrap(), expected);
    assert_eq!(games(&Store::open(&path).unwrap()), 5);
    Indexer::open(&path, false).unwrap();
    // The version is checked itself.
    let search = segment.join("search.kfs");
    let mut bytes = fs::read(&search).unwrap();
    bytes[8] = 2;
    fs::write(&search, &bytes).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
}

#[test]
fn segments_of_the_first_version_are_made_again_from_the_files() {
    let (_folder, files, path) = two_segments();
    let segment = path.join("00000000");
    make_old(&segment);
    let dated = |report: &Report| (report.read, report.unchanged, report.renewed, report.old);
    // The other files, and one of the two that are wanted.
    let some = [files[0].as_path(), &files[1], &files[3]];
    assert_eq!(dated(&make(&path, &some)), (1, 2, 1, 1));
    assert_eq!(dated(&make(&path, &some)), (0, 3, 0, 1));
    assert!(segment.exists());
    let all = make(&path, &paths(&files));
    assert_eq!((dated(&all), all.games), ((1, 3, 1, 0), 4));
    assert!(!segment.exists());
    let again = make(&path, &paths(&files));
    assert_eq!((dated(&again), again.games), ((0, 4, 0, 0), 4));
    assert_eq!(contents(&path).unwrap().len(), 4);
}

#[test]
fn what_nobody_can_check_is_not_copied() {
    let (_folder, files, path) = two_segments();
    let segment = path.join("00000000");
    make_old(&segment);
    let table = segment.join("games.parquet");
    let whole = fs::read(&table).unwrap();
    for place in (0..whole.len()).step_by(whole.len() / 31) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(&table, &bytes).unwrap();
        let report = Indexer::open(&path, false).unwrap().finish(true).unwrap();
        assert_eq!((report.games, report.old), (4, 2));
        assert_eq!(fs::read(&table).unwrap(), bytes);
    }
    make(&path, &paths(&files));
    let names = contents(&path).unwrap().concat();
    for name in ["new", "player 1", "player 2", "player 3"] {
        assert!(names.contains(name), "{names}");
    }
}
