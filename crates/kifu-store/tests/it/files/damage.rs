//! Damaged segments are reported, and made again from their files.

use std::fs;
use std::path::{Path, PathBuf};

use kifu_select::Selection;
use kifu_store::{Indexer, Store, StoreErrorKind};

use super::{contents, folder, games, paths, stones, two_segments};
use crate::make;

#[test]
fn a_flipped_bit_is_found_and_the_rest_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("9.sgf"), folder.path().join("19.sgf"));
    fs::write(&small, "(;SZ[9];B[cc];W[dd])(;SZ[9];B[ee](;W[cd])(;W[dd]))").unwrap();
    fs::write(&large, "(;B[cc];W[dd])(;B[ee];W[cd];B[dd])(;B[ff];W[pp])").unwrap();
    let path = folder.path().join("games.kifu");
    make(&path, &[&small, &large]);
    let whole = stones("X", 1, "center");
    let board = {
        let mut cells = ".".repeat(81);
        cells.replace_range(20..21, "X");
        stones(&cells, 9, "full")
    };
    let expected = Store::open(&path).unwrap();
    let expected = [&whole, &board].map(|query| expected.search(query).unwrap().main);
    assert_eq!((expected[0].games, expected[1].games), (5, 1));
    let of_small = path.join("00000000").join("search.kfs");
    let bytes = fs::read(&of_small).unwrap();
    let mut found = 0;
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        fs::write(&of_small, &damaged).unwrap();
        let (store, errors) = Store::open_partial(&path).unwrap();
        let mut answers = Vec::new();
        let mut is_said = !errors.is_empty();
        for query in [&whole, &board] {
            let answer = store.search_partial(query).unwrap();
            is_said |= !answer.damaged.is_empty();
            answers.push(answer.main.games);
        }
        found += u32::from(is_said);
        if is_said {
            // The other segment is whole.
            assert!(answers[0] >= 3, "{place}");
        } else {
            assert_eq!(answers, [expected[0].games, expected[1].games], "{place}");
        }
    }
    // All but two bytes of the header, and what no query asked for.
    assert!(
        found as usize > bytes.len() * 9 / 10,
        "{found} of {}",
        bytes.len()
    );
    for length in [0, 5, 31, 40, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&of_small, &bytes[..length]).unwrap();
        let (store, errors) = Store::open_partial(&path).unwrap();
        let answer = store.search_partial(&whole).unwrap();
        assert!(!errors.is_empty() || !answer.damaged.is_empty() || length == bytes.len() - 1);
        assert!(answer.main.games >= 3);
    }
}

#[test]
fn a_damaged_table_is_reported() {
    let (folder, files) = folder(3);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let table = path.join("00000000").join("games.parquet");
    let bytes = fs::read(&table).unwrap();
    fs::write(&table, &bytes[..bytes.len() / 2]).unwrap();
    let store = Store::open(&path).unwrap();
    let mut query = stones("X", 1, "center");
    assert_eq!(store.search(&query).unwrap().main.games, 3);
    query.selection = "black~player".parse::<Selection>().unwrap();
    let error = store.search(&query).unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
}

#[test]
fn every_flipped_bit_of_a_table_is_found() {
    let (folder, files) = folder(5);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let table = path.join("00000000").join("games.parquet");
    let bytes = fs::read(&table).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&table, &damaged).unwrap();
        let error = contents(&path).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
    }
    let longer = [&bytes[..], b"PAR1"].concat();
    for wrong in [&longer, &bytes[..bytes.len() - 1], &[]] {
        fs::write(&table, wrong).unwrap();
        let error = contents(&path).unwrap_err().to_string();
        let what = "games.parquet: the table of games is damaged";
        assert!(error.contains(what), "{error}");
    }
    fs::write(&table, &bytes).unwrap();
    assert_eq!(contents(&path).unwrap().len(), 5);
}

/// Ways to damage an index, and what makes it whole again.
fn damages(path: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let segment = path.join("00000000");
    let mut damages = Vec::new();
    for name in ["search.kfs", "games.parquet", "dead.00000002"] {
        let file = segment.join(name);
        let whole = fs::read(&file).unwrap();
        for place in (0..whole.len()).step_by(whole.len() / 7) {
            let mut bytes = whole.clone();
            bytes[place] ^= 32;
            damages.push((file.clone(), Some(bytes)));
        }
        damages.push((file.clone(), Some(whole[..whole.len() / 2].to_vec())));
        damages.push((file, None));
    }
    damages
}

#[test]
fn what_is_damaged_is_made_again_from_the_files() {
    let (_folder, _, path) = two_segments();
    for (number, (damaged, _)) in damages(&path).into_iter().enumerate() {
        let (_folder, files, path) = two_segments();
        let facts = |path: &Path| {
            let mut facts = contents(path).unwrap();
            for fact in &mut facts {
                *fact = fact.split_once("IndexedGame").unwrap().1.to_owned();
            }
            facts.sort();
            facts
        };
        let expected = facts(&path);
        let (file, bytes) = damages(&path).swap_remove(number);
        assert_eq!(file.file_name(), damaged.file_name());
        match bytes {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        let report = make(&path, &paths(&files));
        assert_eq!(
            (report.read, report.unchanged, report.games),
            (2, 2, 4),
            "{file:?}"
        );
        assert_eq!((report.mended.len(), report.damaged.len()), (1, 0));
        assert!(
            report.mended[0].to_string().contains("00000000"),
            "{:?}",
            report.mended
        );
        assert_eq!(facts(&path), expected);
        assert_eq!(games(&Store::open(&path).unwrap()), 4);
        let again = make(&path, &paths(&files));
        assert_eq!((again.unchanged, again.mended.len()), (4, 0));
    }
}

#[test]
fn what_is_damaged_stays_while_its_files_are_not_read() {
    let (_folder, files, path) = two_segments();
    let expected = contents(&path).unwrap();
    for (file, bytes) in damages(&path) {
        let whole = fs::read(&file).unwrap();
        match bytes {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        for compacts in [false, true] {
            let mut indexer = Indexer::open(&path, false).unwrap();
            // Only of one of the two files is known that it is gone.
            indexer.add([files[3].clone()], |_| ()).unwrap();
            let report = indexer.finish(compacts).unwrap();
            assert_eq!(
                (report.mended.len(), report.damaged.len()),
                (0, 1),
                "{file:?}"
            );
        }
        fs::write(&file, whole).unwrap();
        assert_eq!(contents(&path).unwrap().len(), expected.len());
    }
}

/// A segment that cannot be opened holds up nothing else, and counts no game twice when it comes back.
#[test]
fn what_cannot_be_opened_stays_alone() {
    for (name, is_empty) in [
        ("search.kfs", true),
        ("search.kfs", false),
        ("games.parquet", false),
        ("dead.00000002", true),
        ("dead.00000002", false),
        ("", false),
    ] {
        let (folder, files, path) = two_segments();
        let damaged = path.join("00000000").join(name);
        let aside = folder.path().join("aside");
        fs::rename(&damaged, &aside).unwrap();
        if is_empty {
            fs::write(&damaged, "").unwrap();
        }
        fs::write(&files[3], "(;PB[newer];B[cc])").unwrap();
        let report = make(&path, &[&files[3]]);
        assert_eq!((report.read, report.games), (1, 4), "{name}");
        assert_eq!((report.mended.len(), report.damaged.len()), (0, 1));
        let (store, errors) = Store::open_partial(&path).unwrap();
        assert_eq!((store.len(), errors.len()), (2, 1), "{errors:?}");
        // One of the two files of the segment.
        let report = make(&path, &[&files[1]]);
        assert_eq!((report.read, report.games), (1, 4), "{name}");
        fs::rename(&aside, &damaged).unwrap();
        let (store, errors) = Store::open_partial(&path).unwrap();
        assert_eq!((store.len(), errors.len()), (3, 1), "{errors:?}");
        let report = make(&path, &paths(&files));
        assert_eq!((report.read, report.games), (1, 4), "{name}");
        assert_eq!((report.mended.len(), report.damaged.len()), (1, 0));
        assert_eq!(contents(&path).unwrap().len(), 4);
    }
}

#[test]
fn a_lost_list_of_sources_is_reported() {
    let (folder, files) = folder(2);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let list = path.join("sources.00000001");
    let whole = fs::read(&list).unwrap();
    let mut damages: Vec<Option<Vec<u8>>> = [0, 14, whole.len() / 2]
        .map(|place| {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            Some(bytes)
        })
        .into();
    damages.push(None);
    for bytes in damages {
        match bytes {
            Some(bytes) => fs::write(&list, bytes).unwrap(),
            None => fs::remove_file(&list).unwrap(),
        }
        let error = Indexer::open(&path, false).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::Lost(_)), "{error}");
        let message = "sources.00000001: the list of sources is damaged or missing, and the index cannot be updated";
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(games(&Store::open(&path).unwrap()), 2);
    }
}
