//! How files come in: whatever the number of threads, piece by piece, out of archives.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use kifu_sgf::Collection;
use kifu_store::{Cause, Indexer, Input, Piece, Pieces, Report, Store};

/// Games of several sizes, some with variations, each different from the others.
fn games(count: usize) -> String {
    let mut text = String::new();
    for n in 0..count {
        let size = [9, 13, 19][n % 3];
        let point = |n: usize| {
            let letter = |n: usize| char::from(b'a' + (n % size) as u8);
            format!("{}{}", letter(n), letter(n / size))
        };
        let _ = write!(
            text,
            "(;GM[1]SZ[{size}]PB[player {}]RE[W+{}.5]",
            n % 50,
            n % 9
        );
        for (at, color) in (0..n % 60).zip(["B", "W"].into_iter().cycle()) {
            let _ = write!(text, ";{color}[{}]C[{n}, {at}]", point(n + at * 7));
        }
        if n % 5 == 0 {
            let _ = write!(text, "(;B[{}])(;B[];W[tt])", point(n));
        }
        text.push_str(")\n");
    }
    text
}

/// All files of a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn threads_do_not_change_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    // Some files are small, and one is read piece by piece.
    for n in 0..150 {
        let path = folder.path().join(format!("{n}.sgf"));
        fs::write(&path, games(n % 7 + 1)).unwrap();
        inputs.push(path);
    }
    let large = folder.path().join("large.sgf");
    let text = games(30_000);
    assert!(text.len() > 10 << 20, "{}", text.len());
    fs::write(&large, &text).unwrap();
    inputs.insert(70, large);
    let mut made = Vec::new();
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let path = folder.path().join("games.kifu");
        let report = pool.build().unwrap().install(|| {
            let mut indexer = Indexer::open(&path, true).unwrap();
            let inputs = inputs.iter().cloned();
            indexer
                .add(inputs, |done| assert!(done.error.is_none()))
                .unwrap();
            indexer.finish(false).unwrap()
        });
        assert_eq!((report.read, report.games), (151, 30_000 + 594));
        made.push((report, files(&path)));
        fs::rename(&path, folder.path().join(format!("{threads}.kifu"))).unwrap();
    }
    let (first, rest) = made.split_first().unwrap();
    for other in rest {
        assert_eq!(format!("{:?}", first.0), format!("{:?}", other.0));
        assert!(first.1 == other.1, "the files differ");
    }
    // Reading headers alone gives the answer of the whole tree.
    let store = Store::open(folder.path().join("2.kifu")).unwrap();
    let whole = Collection::from(text);
    let mut seen = 0;
    let all = "file~large".parse().unwrap();
    store
        .select(&all)
        .for_each(|_, info| {
            let game = whole.game(info.number as usize).unwrap();
            assert_eq!(info.nodes as usize, game.node_count());
            assert_eq!(
                info.moves as usize,
                game.main_line()
                    .filter(|node| node.play().is_some())
                    .count()
            );
            seen += 1;
        })
        .unwrap();
    assert_eq!(seen, 30_000);
}

/// An archive with these pieces, and whether it was unpacked.
fn archive(path: &Path, pieces: Vec<Result<Piece, Cause>>) -> (Input, Rc<Cell<bool>>) {
    let is_unpacked = Rc::new(Cell::new(false));
    let flag = is_unpacked.clone();
    let unpack = move || -> Pieces {
        flag.set(true);
        Box::new(pieces.into_iter())
    };
    let input = Input::Archive {
        path: path.to_owned(),
        unpack: Box::new(unpack),
    };
    (input, is_unpacked)
}

fn piece(path: &str, first: usize, bytes: &str) -> Piece {
    Piece {
        path: path.to_owned(),
        first,
        bytes: bytes.as_bytes().to_vec(),
    }
}

/// Adds an input: the report, the errors, whether an archive was unpacked.
fn add(index: &Path, (input, is_unpacked): (Input, Rc<Cell<bool>>)) -> (Report, Vec<String>, bool) {
    let mut indexer = Indexer::open(index, false).unwrap();
    let mut errors = Vec::new();
    let tell = |done: kifu_store::FileDone<'_>| {
        errors.extend(
            done.error
                .map(|error| format!("{}: {error}", done.path.display())),
        );
    };
    indexer.add([input], tell).unwrap();
    (indexer.finish(false).unwrap(), errors, is_unpacked.get())
}

fn names(index: &Path) -> Vec<(String, u32)> {
    let mut names = Vec::new();
    let store = Store::open(index).unwrap();
    let all = kifu_select::Selection::default();
    store
        .select(&all)
        .for_each(|_, info| {
            names.push((info.path.to_string(), info.number));
        })
        .unwrap();
    names
}

#[test]
fn an_archive_is_read_anew_when_it_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, index) = (folder.path().join("a.zip"), folder.path().join("a.kifu"));
    fs::write(&path, "packed").unwrap();
    let whole = || {
        vec![
            Ok(piece("a.zip/1", 0, "(;B[aa])(;B[bb])")),
            Ok(piece("a.zip/1", 2, "(;B[cc])")),
            Ok(piece("a.zip/2", 0, "(;B[dd])")),
        ]
    };
    let expected = [
        ("a.zip/1", 0),
        ("a.zip/1", 1),
        ("a.zip/1", 2),
        ("a.zip/2", 0),
    ];
    let expected = expected.map(|(path, number)| (path.to_owned(), number));
    let (report, errors, is_unpacked) = add(&index, archive(&path, whole()));
    assert_eq!((report.read, report.games, is_unpacked), (1, 4, true));
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(names(&index), expected);
    // Not if it is as it was, or its content is.
    for modified in [None, Some(std::time::SystemTime::UNIX_EPOCH)] {
        if let Some(modified) = modified {
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(modified).unwrap();
        }
        let (report, _, is_unpacked) = add(&index, archive(&path, whole()));
        assert_eq!((report.unchanged, report.games, is_unpacked), (1, 4, false));
    }
    // An error of a record is reported, the others are taken, and it is tried again the next time.
    for _ in 0..2 {
        fs::write(&path, "packed in another way").unwrap();
        let broken = vec![
            Err("3: it is encrypted".into()),
            Ok(piece("a.zip/1", 0, "dear reader")),
            Ok(piece("a.zip/1", 1, "(;B[cc])")),
            Ok(piece("a.zip/2", 0, "(;B[dd])")),
        ];
        let (report, errors, is_unpacked) = add(&index, archive(&path, broken));
        assert_eq!((report.games, errors.len(), is_unpacked), (1, 2, true));
        assert!(
            errors[0].contains("a.zip: 3: it is encrypted"),
            "{errors:?}"
        );
        assert!(errors[1].contains("a.zip/1: not SGF"), "{errors:?}");
        assert_eq!(names(&index), [("a.zip/2".to_owned(), 0)]);
    }
    // An archive of which nothing can be read keeps what is known of it; one that is empty does not.
    fs::write(&path, "broken").unwrap();
    let none = vec![Err("it is broken".into())];
    let (report, errors, _) = add(&index, archive(&path, none));
    assert_eq!((report.games, errors.len()), (1, 1));
    fs::write(&path, "empty").unwrap();
    let (report, errors, _) = add(&index, archive(&path, Vec::new()));
    assert_eq!((report.games, errors.len()), (0, 0));
}

#[test]
fn a_large_file_that_is_no_record_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let (path, index) = (folder.path().join("a.sgf"), folder.path().join("a.kifu"));
    fs::write(&path, "(;B[aa])").unwrap();
    let file = || (Input::File(path.clone()), Rc::default());
    assert_eq!(add(&index, file()).0.games, 1);
    fs::write(&path, "dear reader\n".repeat(1 << 20)).unwrap();
    let (report, errors, _) = add(&index, file());
    assert_eq!((report.games, errors.len()), (0, 1), "{errors:?}");
    assert!(
        errors[0].ends_with("not SGF: no game tree found"),
        "{errors:?}"
    );
}

#[test]
fn identifiers_in_lower_case_are_those_of_the_tree() {
    let (_folder, store) = crate::index("(;pb[Ann];b[cc];w[dd]c[so])");
    let mut infos = Vec::new();
    let all = kifu_select::Selection::default();
    store
        .select(&all)
        .for_each(|_, info| infos.push(info))
        .unwrap();
    let info = infos.remove(0);
    assert_eq!((info.moves, &*info.properties), (2, "B,C,PB,W"));
    assert_eq!(info.text(kifu_store::Text::Black), Some("Ann"));
}

#[test]
fn moves_without_a_value_are_those_of_the_tree() {
    let (_folder, store) = crate::index("(;FF[4]SZ[9]B[aa];W;B[cc];W C[x];C[y])");
    let mut moves = Vec::new();
    let all = kifu_select::Selection::default();
    store
        .select(&all)
        .for_each(|_, info| moves.push(info.moves))
        .unwrap();
    assert_eq!(moves, [4]);
}
