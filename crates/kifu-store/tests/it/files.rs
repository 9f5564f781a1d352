//! Errors of files are reported, and the rest is still served.

use std::fs;
use std::path::{Path, PathBuf};

use kifu_select::Selection;
use kifu_store::{Anchor, Cell, Indexer, Pattern, Query, Report, Store, StoreErrorKind};

use crate::{index, make};

fn stones(cells: &str, columns: usize, anchor: &str) -> Query {
    let cells = cells
        .chars()
        .map(|letter| Cell::from_char(letter).unwrap())
        .collect();
    Query::new(Pattern::new(columns, cells, Anchor::from_name(anchor).unwrap()).unwrap())
}

pub(crate) fn games(store: &Store) -> u64 {
    store.search(&stones("X", 1, "center")).unwrap().main.games
}

/// A folder with files of one game each.
pub(crate) fn folder(count: usize) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let files = (0..count)
        .map(|n| {
            let path = folder.path().join(format!("{n}.sgf"));
            let column = char::from(b'b' + n as u8 % 17);
            fs::write(
                &path,
                format!("(;PB[player {n}]RE[B+R];B[{column}c];W[dd])"),
            )
            .unwrap();
            path
        })
        .collect();
    (folder, files)
}

pub(crate) fn paths(files: &[PathBuf]) -> Vec<&Path> {
    files.iter().map(PathBuf::as_path).collect()
}

#[test]
fn only_what_changed_is_read() {
    let (folder, files) = folder(20);
    let path = folder.path().join("games.kifu");
    let first = make(&path, &paths(&files));
    assert_eq!((first.read, first.added, first.games), (20, 20, 20));
    let again = make(&path, &paths(&files));
    assert_eq!((again.read, again.unchanged, again.games), (0, 20, 20));

    fs::write(&files[3], "(;PB[new];B[cc])(;PB[newer];B[cc];W[dd];B[pp])").unwrap();
    let mut indexer = Indexer::open(&path, false).unwrap();
    fs::remove_file(&files[7]).unwrap();
    let left = files.iter().filter(|file| file.exists()).cloned();
    indexer.add(left, |_| ()).unwrap();
    indexer.remove(|file| !file.exists());
    let report = indexer.finish(false).unwrap();
    assert_eq!(
        (report.read, report.unchanged, report.removed, report.games),
        (1, 18, 1, 20)
    );
    let store = Store::open(&path).unwrap();
    assert_eq!((store.len(), games(&store)), (20, 20));
    let mut names = Vec::new();
    store
        .select(
            &"black~new or black=\"player 7\" or black=\"player 3\""
                .parse()
                .unwrap(),
        )
        .for_each(|_, info| {
            names.push((
                info.text(kifu_store::Text::Black).unwrap().to_owned(),
                info.number,
            ));
        })
        .unwrap();
    assert_eq!(names, [("new".to_owned(), 0), ("newer".to_owned(), 1)]);

    let before = store.search(&stones("X...O", 5, "center")).unwrap();
    let compacted = Indexer::open(&path, false).unwrap().finish(true).unwrap();
    assert_eq!(compacted.games, 20);
    let store = Store::open(&path).unwrap();
    let after = store.search(&stones("X...O", 5, "center")).unwrap();
    assert_eq!(
        (after.main, after.continuations()),
        (before.main, before.continuations())
    );
    let segments = fs::read_dir(&path)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(segments.count(), 1);
}

#[test]
fn a_file_with_a_new_time_and_its_old_content_stays() {
    let (folder, files) = folder(2);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let file = fs::File::options().write(true).open(&files[0]).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    let report = make(&path, &paths(&files));
    assert_eq!((report.read, report.unchanged, report.games), (0, 2, 2));
}

#[cfg(unix)]
#[test]
fn others_may_read_an_index_as_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let (folder, files) = folder(3);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    fs::write(&files[0], "(;B[cc])").unwrap();
    make(&path, &paths(&files));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    let plain = mode(&files[0]);
    let mut names = Vec::new();
    for folder in [&path, &path.join("00000000")] {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_file() {
                assert_eq!(mode(&entry), plain, "{}", entry.display());
                names.push(entry.file_name().unwrap().to_owned());
            }
        }
    }
    for name in ["manifest", "sources.00000002", "dead.00000002"] {
        assert!(names.iter().any(|own| own == name), "{names:?}");
    }
}

#[test]
fn a_run_that_is_killed_leaves_the_last_good_state() {
    let (folder, files) = folder(6);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files[..3]));
    let mut killed = Indexer::open(&path, false).unwrap();
    killed.add(files.iter().cloned(), |_| ()).unwrap();
    let reader = Store::open(&path).unwrap();
    // Possible leftovers of a killed run: a whole segment that no manifest names, and halves.
    drop(killed);
    let orphan = path.join("00000099");
    fs::create_dir(&orphan).unwrap();
    fs::write(orphan.join("search.kfs"), "half").unwrap();
    fs::create_dir(path.join(".new-half")).unwrap();
    fs::write(path.join("sources.00000077"), "half").unwrap();
    assert_eq!(games(&Store::open(&path).unwrap()), 3);

    let report = make(&path, &paths(&files));
    assert_eq!(report.games, 6);
    assert!(
        !orphan.exists()
            && !path.join(".new-half").exists()
            && !path.join("sources.00000077").exists()
    );
    // The reader goes on with what it opened.
    assert_eq!(games(&reader), 3);
    assert_eq!(games(&Store::open(&path).unwrap()), 6);
}

#[test]
fn a_reader_goes_on_while_its_segments_are_replaced() {
    let (folder, files) = folder(6);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files[..3]));
    let readers = [Store::open(&path).unwrap(), Store::open(&path).unwrap()];
    make(&path, &paths(&files));
    Indexer::open(&path, false).unwrap().finish(true).unwrap();
    for reader in &readers {
        assert_eq!(games(reader), 3);
    }
}

#[test]
fn there_is_one_writer() {
    let (folder, files) = folder(1);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    let _first = Indexer::open(&path, false).unwrap();
    let second = Indexer::open(&path, false).unwrap_err();
    assert!(matches!(second.kind, StoreErrorKind::Busy), "{second}");
}

#[test]
fn what_is_no_index_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Store::open(folder.path().join("none.kifu")).unwrap_err();
    assert!(
        matches!(missing.kind, StoreErrorKind::NotAnIndex),
        "{missing}"
    );
    fs::write(folder.path().join("letter.txt"), "dear").unwrap();
    let foreign = Indexer::open(folder.path(), false).unwrap_err();
    assert!(
        matches!(foreign.kind, StoreErrorKind::NotAnIndex),
        "{foreign}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    fs::write(
        folder.path().join("manifest"),
        "a manifest of another kind\n",
    )
    .unwrap();
    let foreign = Store::open(folder.path()).unwrap_err();
    assert!(
        matches!(foreign.kind, StoreErrorKind::NotAnIndex),
        "{foreign}"
    );
    let checksum = xxhash_rust::xxh3::xxh3_64(b"kifu-store 7 {}");
    let text = format!("kifu-store 7 {checksum:016x}\n{{}}");
    fs::write(folder.path().join("manifest"), text).unwrap();
    let newer = Store::open(folder.path()).unwrap_err();
    assert!(
        matches!(newer.kind, StoreErrorKind::Newer { version: 7 }),
        "{newer}"
    );
}

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
fn a_damaged_table_is_said() {
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

/// All that an index says of its games.
pub(crate) fn told(path: &Path) -> kifu_store::Result<Vec<String>> {
    let store = Store::open(path)?;
    let mut told = Vec::new();
    store.select(&Selection::default()).for_each(|id, info| {
        told.push(format!("{id:?} {info:?}"));
    })?;
    Ok(told)
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
        let error = told(&path).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::Damaged(_)), "{error}");
    }
    let longer = [&bytes[..], b"PAR1"].concat();
    for wrong in [&longer, &bytes[..bytes.len() - 1], &[]] {
        fs::write(&table, wrong).unwrap();
        let error = told(&path).unwrap_err().to_string();
        let what = "games.parquet: the table of games is damaged";
        assert!(error.contains(what), "{error}");
    }
    fs::write(&table, &bytes).unwrap();
    assert_eq!(told(&path).unwrap().len(), 5);
}

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
    let expected = told(&path).unwrap();
    let segment = path.join("00000000");
    make_old(&segment);
    for name in ["manifest", "sources.00000001"] {
        let file = path.join(name);
        let text = fs::read_to_string(&file).unwrap();
        let (_, body) = text.split_once('\n').unwrap();
        let checksum = xxhash_rust::xxh3::xxh3_64(body.as_bytes());
        fs::write(&file, format!("kifu-store 1 {checksum:016x}\n{body}")).unwrap();
    }
    assert_eq!(told(&path).unwrap(), expected);
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
    assert_eq!(told(&path).unwrap().len(), 4);
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
    let names = told(&path).unwrap().concat();
    for name in ["new", "player 1", "player 2", "player 3"] {
        assert!(names.contains(name), "{names}");
    }
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

/// An index of four files in two segments, of which the first has a dead game.
pub(crate) fn two_segments() -> (tempfile::TempDir, Vec<PathBuf>, PathBuf) {
    let (folder, files) = folder(4);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files[..3]));
    fs::write(&files[0], "(;PB[new];B[cc])").unwrap();
    make(&path, &paths(&files));
    (folder, files, path)
}

#[test]
fn what_is_damaged_is_made_again_from_the_files() {
    let (_folder, _, path) = two_segments();
    for (number, (damaged, _)) in damages(&path).into_iter().enumerate() {
        let (_folder, files, path) = two_segments();
        let facts = |path: &Path| {
            let mut facts = told(path).unwrap();
            for fact in &mut facts {
                *fact = fact.split_once("GameInfo").unwrap().1.to_owned();
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
    let expected = told(&path).unwrap();
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
        assert_eq!(told(&path).unwrap().len(), expected.len());
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
        assert_eq!(told(&path).unwrap().len(), 4);
    }
}

#[test]
fn a_lost_list_of_sources_is_said() {
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
        let said = "sources.00000001: the list of sources is damaged or missing, and the index cannot be updated";
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(games(&Store::open(&path).unwrap()), 2);
    }
}

#[test]
fn files_that_cannot_be_read_are_told_and_keep_their_games() {
    let (folder, files) = folder(2);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    fs::write(&files[0], "dear reader").unwrap();
    let mut indexer = Indexer::open(&path, false).unwrap();
    let mut errors = Vec::new();
    let gone = folder.path().join("gone.sgf");
    indexer
        .add([files[0].clone(), files[1].clone(), gone], |done| {
            errors.extend(done.error);
        })
        .unwrap();
    let report = indexer.finish(false).unwrap();
    assert_eq!((errors.len(), report.games), (2, 2), "{errors:?}");
}

#[test]
fn a_small_file_cannot_make_a_large_index() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile.sgf");
    let mut text = "(;SZ[52]".to_owned();
    for _ in 0..20_000 {
        text.push_str(";AB[aa:ZZ];AW[aa:ZZ]");
    }
    text.push(')');
    fs::write(&file, &text).unwrap();
    let path = folder.path().join("games.kifu");
    let report: Report = make(&path, &[&file]);
    assert_eq!(report.cut.len(), 1);
    let search = fs::metadata(path.join("00000000").join("search.kfs"))
        .unwrap()
        .len();
    assert!(search < 8 * text.len() as u64, "{search}");
    assert_eq!(games(&Store::open(&path).unwrap()), 1);
}

#[test]
fn deep_trees_and_long_games_take_linear_time() {
    let nested = "(;B[cc]".repeat(100_000) + &")".repeat(100_000);
    let line = format!("({})", ";B[cc];W[dd]".repeat(100_000));
    let comb = "(;B[cc](;W[dd])".repeat(50_000) + &")".repeat(50_000);
    let (_folder, store) = index(&format!("{nested}\n{line}\n{comb}"));
    let mut query = stones("X", 1, "center");
    query.in_variations = true;
    let answer = store.search(&query).unwrap();
    assert_eq!(answer.main.games, 3);
}
