//! Errors of files are reported, and the rest is still served.

mod damage;
mod old;

use std::fs;
use std::ops::ControlFlow;
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
    // On Windows the files of an open index stay.
    drop(store);
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
fn what_is_no_index_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Store::open(folder.path().join("none.kifu")).unwrap_err();
    assert!(
        matches!(missing.kind, StoreErrorKind::NotFound),
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

/// All that an index says of its games.
pub(crate) fn contents(path: &Path) -> kifu_store::Result<Vec<String>> {
    let store = Store::open(path)?;
    let mut contents = Vec::new();
    store.select(&Selection::default()).for_each(|id, info| {
        contents.push(format!("{id:?} {info:?}"));
    })?;
    Ok(contents)
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
fn files_that_cannot_be_read_are_reported_and_keep_their_games() {
    let (folder, files) = folder(4);
    let path = folder.path().join("games.kifu");
    make(&path, &paths(&files));
    // Two have no game any more, and one cannot be read for the time being.
    fs::write(&files[0], "dear reader").unwrap();
    fs::write(&files[2], "").unwrap();
    fs::remove_file(&files[3]).unwrap();
    fs::create_dir(&files[3]).unwrap();
    let mut indexer = Indexer::open(&path, false).unwrap();
    let mut errors = Vec::new();
    let gone = folder.path().join("gone.sgf");
    indexer
        .add(files.iter().cloned().chain([gone]), |done| {
            errors.extend(done.error);
        })
        .unwrap();
    let report = indexer.finish(false).unwrap();
    assert_eq!(
        (errors.len(), report.games, report.removed),
        (4, 2, 2),
        "{errors:?}"
    );
}

#[test]
fn a_run_that_is_stopped_within_a_large_file_leaves_it_as_it_was() {
    let (folder, mut files) = folder(3);
    let path = folder.path().join("games.kifu");
    let large = folder.path().join("large.sgf");
    fs::write(&large, "(;PB[old];B[aa])").unwrap();
    files.insert(2, large.clone());
    let report = make(&path, &paths(&files));
    assert_eq!(report.games, 4);
    // Several parts, and files after it.
    let game = format!("(;PB[new]C[{}];B[aa];W[bb])", "word ".repeat(200));
    fs::write(&large, game.repeat(12_000)).unwrap();
    for file in [&files[1], &files[3]] {
        fs::write(file, "(;PB[one];B[cc])(;PB[two];B[dd])").unwrap();
    }
    let mut indexer = Indexer::open(&path, false).unwrap();
    let mut parts = 0;
    let added = indexer.add_until(files.iter().cloned(), |file| {
        parts += u32::from(file.path.ends_with("large.sgf"));
        if parts < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    added.unwrap();
    assert_eq!(parts, 2);
    let report = indexer.finish(false).unwrap();
    // Only the file before it was read: the old games of the others are there.
    assert_eq!((report.read, report.added, report.games), (1, 2, 5));
    let report = make(&path, &paths(&files));
    assert_eq!((report.read, report.games), (2, 12_005));
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
