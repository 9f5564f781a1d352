//! Selections that ask for comments: the index answers as the files do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use kifu_go::{Board, Size};
use kifu_select::{Field, Record, Selection};
use kifu_sgf::Collection;
use kifu_store::{
    Drawing, Found, GameId, IndexedGame, Indexer, Input, Pattern, Piece, Pieces, Query, Store,
    StoreError, StoreErrorKind, Text, Unpack,
};
use proptest::prelude::*;

/// A game, by its place in the files.
type Place = (String, u32);

/// Files of all kinds: one game or many, boards of two sizes, comments on the main line, in variations, blank, in
/// other encodings, broken, or none.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut mixed = String::new();
    for n in 0..40 {
        let size = if n % 3 == 0 { 9 } else { 19 };
        let comment = [
            "",
            "C[a KO fight]",
            "C[]",
            "C[ \n]C[ko]",
            "C[joseki: ko\\]]",
        ][n % 5];
        let variation = if n % 4 == 0 {
            "(;W[ee]C[no ko here])(;W[ef])"
        } else {
            ";W[ee]"
        };
        let column = char::from(b'c' + (n % 5) as u8);
        let game = format!(
            "(;SZ[{size}]PB[player {n}]RE[{}]KM[{}];B[{column}c]{comment}{variation})\n",
            ["B+R", "W+3.5", ""][n % 3],
            ["6.5", "", "much"][n % 3],
        );
        mixed.push_str(&game);
        if n % 2 == 0 {
            files.push((format!("{n:02}.sgf"), game.into_bytes()));
        }
    }
    files.push(("mixed.sgf".to_owned(), mixed.into_bytes()));
    let chinese = in_gb18030("(;CA[GB18030]PB[吴清源];B[cc]C[劫争 ko];W[dd])");
    files.push(("gb.sgf".to_owned(), chinese));
    let broken = "(;PB[broken];B[cc]C[rank [3d] ko];W[dd](;B[ee]C[ko";
    files.push(("open.sgf".to_owned(), broken.into()));
    files.push((
        "long.sgf".to_owned(),
        "(;Black[cc]Comment[ko];W[dd])(;c[ko];b[cc];w[dd])".into(),
    ));
    files.push((
        "empty.sgf".to_owned(),
        "(;SZ[]HA[]KM[]PB[])(;SZ[ ]HA[ ];B[aa])(;SZ[9]HA[0])(;SZ[19]HA[2])".into(),
    ));
    let write = |(name, text): (String, Vec<u8>)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    files.into_iter().map(write).collect()
}

/// A text in GB18030.
fn in_gb18030(text: &str) -> Vec<u8> {
    let bytes = text.chars().flat_map(|letter| match letter {
        '吴' => vec![0xce, 0xe2],
        '清' => vec![0xc7, 0xe5],
        '源' => vec![0xd4, 0xb4],
        '劫' => vec![0xbd, 0xd9],
        '争' => vec![0xd5, 0xf9],
        other => vec![other as u8],
    });
    bytes.collect()
}

fn make(folder: &Path, files: &[PathBuf], keeps_sgf: bool) -> Store {
    let path = folder.join(if keeps_sgf { "kept.kifu" } else { "games.kifu" });
    let mut indexer = Indexer::open(&path, keeps_sgf).unwrap();
    indexer
        .add(files.iter().cloned(), |done| assert!(done.error.is_none()))
        .unwrap();
    indexer.finish(false).unwrap();
    Store::open(path).unwrap()
}

/// The selected games, as the files say.
fn selected(files: &[PathBuf], selection: &Selection) -> BTreeSet<Place> {
    let mut selected = BTreeSet::new();
    for file in files {
        let collection = Collection::from_bytes(fs::read(file).unwrap());
        let path = absolute(file);
        for (game, number) in collection.games().zip(0..) {
            if selection.matches(Record::in_file(game, &path)) {
                selected.insert((path.clone(), number));
            }
        }
    }
    selected
}

/// The absolute path of a file, as an index has it.
fn absolute(file: &Path) -> String {
    let path = dunce::canonicalize(file).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The first comments of all games of files.
fn comments(files: &[PathBuf]) -> BTreeMap<Place, String> {
    let mut comments = BTreeMap::new();
    for file in files {
        let collection = Collection::from_bytes(fs::read(file).unwrap());
        let path = absolute(file);
        for (game, number) in collection.games().zip(0..) {
            let comment = Record::from(game).text(Field::Comment).unwrap_or_default();
            comments.insert((path.clone(), number), comment.into_owned());
        }
    }
    comments
}

/// The places of all games of an index.
fn places(store: &Store) -> BTreeMap<GameId, Place> {
    let mut places = BTreeMap::new();
    let take = |id, info: IndexedGame| {
        places.insert(id, (info.path.to_string(), info.number));
    };
    store.select(&Selection::default()).for_each(take).unwrap();
    places
}

fn listed(store: &Store, selection: &Selection) -> (BTreeSet<Place>, Vec<GameId>) {
    let (mut places, mut ids) = (BTreeSet::new(), Vec::new());
    store
        .select(selection)
        .for_each(|id, info| {
            assert!(places.insert((info.path.to_string(), info.number)));
            ids.push(id);
        })
        .unwrap();
    (places, ids)
}

/// The games that a search finds.
fn found(store: &Store, query: &Query) -> Vec<Found> {
    store.search(query).unwrap().found.iter().collect()
}

fn condition() -> impl Strategy<Value = String> {
    let conditions = [
        "comment~ko",
        "comment!~ko",
        "comment",
        "comment=\"*ko]\"",
        "comment!=\"\"",
        "comment~劫",
        "has(C)",
        "black~\"player 1\"",
        "komi=6.5",
        "result=B+R",
        "size=9",
        "file=*mixed.sgf",
        "number>20",
        "encoding=gb18030",
        "variations>1",
        "komi=missing",
        "komi=unreadable",
        "size=missing",
        "size=unreadable",
        "handicap=missing",
        "handicap=0",
        "handicap",
        "black=missing",
        "black=\"\"",
    ];
    prop::sample::select(conditions.to_vec()).prop_map(str::to_owned)
}

fn selection() -> impl Strategy<Value = String> {
    condition().prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one} and {other})")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("({one} or {other})")),
            inner.prop_map(|one| format!("not {one}")),
        ]
    })
}

#[test]
fn an_index_means_the_games_that_its_files_mean() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let stores = [false, true].map(|keeps| {
        let store = make(folder.path(), &files, keeps);
        (places(&store), store)
    });
    let comments = comments(&files);
    let pattern = |text: &str| text.parse::<Drawing>().unwrap().pattern().unwrap();
    let patterns = [
        pattern("X"),
        pattern("-----/|..../|..../|..X./|...."),
        Pattern::of_board(&Board::new(Size::GO)),
    ];
    proptest!(ProptestConfig::with_cases(60), |(text in selection(), order in any::<bool>())| {
        let selection: Selection = text.parse().unwrap();
        let expected = selected(&files, &selection);
        for (places_of, store) in &stores {
            let search = |pattern: &Pattern| {
                let mut query = Query::new(pattern.clone());
                query.in_variations = true;
                let all = found(store, &query);
                query.selection = selection.clone();
                let own = found(store, &query);
                let of_all: Vec<Found> = all
                    .into_iter()
                    .filter(|found| expected.contains(&places_of[&found.game]))
                    .collect();
                assert_eq!(own, of_all, "{text}");
                let answer = store.search(&query).unwrap();
                assert!(answer.searched - answer.unread <= expected.len() as u64, "{text}");
            };
            // Earlier results must not matter.
            if order {
                patterns.iter().for_each(search);
            }
            let (places, ids) = listed(store, &selection);
            assert_eq!(places, expected, "{text}");
            assert!(ids.is_sorted(), "{text}");
            assert_eq!(store.count(&selection).unwrap(), expected.len() as u64, "{text}");
            let mut ids_of = Vec::new();
            let compare = |id, info: IndexedGame| {
                let place = (info.path.to_string(), info.number);
                let comment = info.field(Field::Comment).unwrap_or_default();
                assert_eq!(comment, comments[&place], "{text} {place:?}");
                ids_of.push(id);
            };
            store.select(&selection).with(&[Field::Comment]).for_each(compare).unwrap();
            assert_eq!(ids_of, ids, "{text}");
            let sizes = store.sizes_of(&selection).unwrap();
            let of_sizes: u64 = sizes.iter().map(|(_, games)| games).sum();
            assert_eq!(of_sizes, expected.len() as u64, "{text}");
            if !order {
                patterns.iter().for_each(search);
            }
        }
    });
}

/// Trees and counts of transpositions are those of the selected games: of an index of these alone.
#[test]
fn trees_are_of_the_selected_games() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let store = make(folder.path(), &files, false);
    let selection: Selection = "comment~ko and not comment~fight".parse().unwrap();
    let mut single = Vec::new();
    for (n, (path, number)) in selected(&files, &selection).iter().enumerate() {
        let collection = Collection::from_bytes(fs::read(path).unwrap());
        let game = collection.game(*number as usize).unwrap();
        let file = folder.path().join(format!("one{n}.sgf"));
        let text = game.span().unwrap_or_default().of_str(collection.text());
        fs::write(&file, text).unwrap();
        single.push(file);
    }
    let alone = folder.path().join("alone");
    fs::create_dir(&alone).unwrap();
    let alone = make(&alone, &single, false);
    let mut query = Query::new(Pattern::of_board(&Board::new(Size::GO)));
    let tree = |store: &Store, query: &Query| {
        let opening = store.opening(query, 5, 1).unwrap();
        let mut answer = store.search(query).unwrap();
        store.reached(query, &mut answer).unwrap();
        (opening.to_sgf(), answer.continuations())
    };
    let expected = tree(&alone, &query);
    query.selection = selection;
    assert_eq!(tree(&store, &query), expected);
    // Transpositions are read though the pattern is not in their games.
    let fresh = Store::open(store.path()).unwrap();
    assert_eq!(tree(&fresh, &query), expected);
}

#[test]
fn records_of_many_games_are_those_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    for keeps_sgf in [false, true] {
        let store = make(folder.path(), &files, keeps_sgf);
        let ids: Vec<GameId> = places(&store).into_keys().collect();
        let mut records = BTreeMap::new();
        let read = store.records(&ids, &mut |id, text| {
            records.insert(id, text);
            ControlFlow::Continue(())
        });
        read.unwrap();
        assert_eq!(records.len(), ids.len());
        for (id, text) in &records {
            assert_eq!(*text, store.record(*id).unwrap());
        }
        let mut taken = 0;
        let read = store.records(&ids, &mut |_, _| {
            taken += 1;
            ControlFlow::Break(())
        });
        read.unwrap();
        assert_eq!(taken, 1);
    }
    let store = Store::open(folder.path().join("games.kifu")).unwrap();
    fs::write(folder.path().join("mixed.sgf"), "(;B[aa])").unwrap();
    let ids: Vec<GameId> = places(&store).into_keys().collect();
    let error = store
        .records(&ids, &mut |_, _| ControlFlow::Continue(()))
        .unwrap_err();
    assert!(matches!(error.kind, StoreErrorKind::Changed), "{error}");
}

#[test]
fn missing_or_changed_files_are_reported_and_the_rest_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b", "c", "d"].map(|name| folder.path().join(format!("{name}.sgf")));
    for name in &names {
        fs::write(name, "(;B[cc]C[ko])(;B[dd])").unwrap();
    }
    let store = make(folder.path(), &names, false);
    let kept = make(folder.path(), &names, true);
    fs::remove_file(&names[1]).unwrap();
    fs::write(&names[2], "(;B[cc]C[so])(;B[dd])").unwrap();
    fs::remove_file(&names[3]).unwrap();
    fs::create_dir(&names[3]).unwrap();
    let selection: Selection = "comment~ko".parse().unwrap();
    let mut query = Query::new("X".parse::<Drawing>().unwrap().pattern().unwrap());
    query.selection = selection.clone();
    for _ in 0..2 {
        let answer = store.search_partial(&query).unwrap();
        assert_eq!(answer.main.games, 1);
        let mut list: Vec<String> = answer.damaged.iter().map(ToString::to_string).collect();
        list.sort();
        assert_eq!(list.len(), 3, "{list:?}");
        assert!(list[0].contains("b.sgf: the file is gone"), "{list:?}");
        assert!(list[1].contains("c.sgf: the file has changed"), "{list:?}");
        assert!(answer.damaged.iter().all(StoreError::is_of_records));
        let (count, errors) = store.count_partial(&selection).unwrap();
        assert_eq!((count, errors.len()), (1, 3));
        let mut listed = 0;
        let mut errors = Vec::new();
        let skip = |error| {
            errors.push(error);
            Ok(())
        };
        store
            .select(&selection)
            .on_error(skip)
            .for_each(|_, _| listed += 1)
            .unwrap();
        assert_eq!((listed, errors.len()), (1, 3));
        assert!(store.search(&query).unwrap_err().is_of_records());
    }
    // Nobody asks the records where the columns decide.
    query.selection = "comment~ko and number=2 or number=1 and has(C)"
        .parse()
        .unwrap();
    assert_eq!(store.search(&query).unwrap().main.games, 4);
    // An index with its records needs no files.
    assert_eq!(kept.count(&selection).unwrap(), 4);
    // A file that was touched only is read.
    fs::write(&names[2], "(;B[cc]C[ko])(;B[dd])").unwrap();
    let (count, errors) = store.count_partial(&selection).unwrap();
    assert_eq!((count, errors.len()), (2, 2));
    assert!(matches!(errors[0].kind, StoreErrorKind::Gone), "{errors:?}");
}

#[test]
fn what_no_record_is_asked_for_is_found_first() {
    let folder = tempfile::tempdir().unwrap();
    // The last file with a comment is large: its games come piece by piece.
    let game = "(;B[cc]C[ko];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj];B[kk])\n";
    let large = format!("{}(;B[cc]C[last])", game.repeat(150_000));
    let texts = ["(;B[cc])".repeat(5000), "(;B[cc]C[ko])".to_owned(), large];
    let files = ["a.sgf", "b.sgf", "c.sgf"].map(|name| folder.path().join(name));
    for (file, text) in files.iter().zip(&texts) {
        fs::write(file, text).unwrap();
    }
    let store = make(folder.path(), &files, false);
    let mut query = Query::new("X".parse::<Drawing>().unwrap().pattern().unwrap());
    query.selection = "comment~ko or not has(C)".parse().unwrap();
    fs::remove_file(&files[1]).unwrap();
    let mut parts = Vec::new();
    let take = |part: kifu_store::Answer| {
        parts.push((part.main.games, part.damaged.len()));
        if parts.len() == 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    store.search_stream(&query, take).unwrap();
    assert_eq!(parts, [(4096, 0)], "no file is read for the first games");
    let answer = store.search_partial(&query).unwrap();
    assert_eq!((answer.main.games, answer.damaged.len()), (155_000, 1));
    query.selection = "comment~last".parse().unwrap();
    let answer = store.search_partial(&query).unwrap();
    assert_eq!((answer.main.games, answer.damaged.len()), (1, 1));
}

/// An archive in the folder, and the index of what it unpacks to.
fn of_archive(folder: &Path, unpack: fn(&Path) -> Pieces) -> (PathBuf, PathBuf) {
    let archive = dunce::canonicalize(folder).unwrap().join("a.zip");
    fs::write(&archive, "packed").unwrap();
    let index = folder.join("games.kifu");
    let mut indexer = Indexer::open(&index, false).unwrap();
    let packed = archive.clone();
    let input = Input::Archive {
        path: archive.clone(),
        unpack: Box::new(move || unpack(&packed)),
    };
    indexer
        .add([input], |done| assert!(done.error.is_none()))
        .unwrap();
    indexer.finish(false).unwrap();
    (archive, index)
}

/// An archive of two records, one of them in two pieces.
fn pieces(path: &Path) -> Pieces {
    let name = |own: &str| format!("{}/{own}", path.display());
    let piece = |own: &str, first, text: &str| {
        Ok(Piece {
            path: name(own),
            first,
            bytes: text.as_bytes().to_vec(),
        })
    };
    Box::new(
        vec![
            piece("1", 0, "(;B[cc]C[ko])(;B[cc])"),
            piece("1", 2, "(;B[cc]C[so])(;B[cc]C[ko])"),
            piece("2", 0, "(;B[cc]C[ko])"),
        ]
        .into_iter(),
    )
}

#[test]
fn archives_are_unpacked_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let (archive, index) = of_archive(folder.path(), pieces);
    let selection: Selection = "comment~ko".parse().unwrap();
    // Who cannot unpack says so.
    let store = Store::open(&index).unwrap();
    let (count, errors) = store.count_partial(&selection).unwrap();
    assert_eq!((count, errors.len()), (0, 1));
    let store = store.unpacking(Unpack::new(|path, names| {
        assert_eq!(names.len(), 2, "{names:?}");
        let path = path.to_owned();
        Some(Box::new(move || pieces(&path)))
    }));
    let (places, _) = listed(&store, &selection);
    let own = |name: &str, number| (format!("{}/{name}", archive.display()), number);
    assert_eq!(places, [own("1", 0), own("1", 3), own("2", 0)].into());
    let store = Store::open(&index)
        .unwrap()
        .unpacking(Unpack::new(|path, _| {
            let path = path.to_owned();
            Some(Box::new(move || pieces(&path)))
        }));
    fs::write(&archive, "PACKED").unwrap();
    let (count, errors) = store.count_partial(&selection).unwrap();
    assert_eq!(count, 0);
    assert!(matches!(errors[..], [ref error] if matches!(error.kind, StoreErrorKind::Changed)));
}

/// Games with equal main lines have keys of their own, also in an archive, and after a copy of the index.
#[test]
fn keys_tell_the_records_of_an_archive_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (_, index) = of_archive(folder.path(), pieces);
    let keys = |store: &Store| {
        let mut ids = Vec::new();
        let all = Selection::default();
        store.select(&all).for_each(|id, _| ids.push(id)).unwrap();
        let keys = store.keys(&ids).unwrap();
        for (id, key) in ids.iter().zip(&keys) {
            assert_eq!(store.find(*key).unwrap(), Some(*id), "{key}");
            assert_eq!(key.to_string().parse(), Ok(*key));
        }
        keys.iter()
            .map(ToString::to_string)
            .collect::<BTreeSet<_>>()
    };
    let before = keys(&Store::open(&index).unwrap());
    assert_eq!(before.len(), 5, "{before:?}");
    assert_eq!(
        before
            .iter()
            .filter(|key| key.starts_with("0.1-0-"))
            .count(),
        1,
        "{before:?}"
    );
    Indexer::open(&index, false).unwrap().finish(true).unwrap();
    assert_eq!(keys(&Store::open(&index).unwrap()), before);
}

/// An archive of records of one name.
fn namesakes(path: &Path) -> Pieces {
    let name = format!("{}/game.sgf", path.display());
    let records = [
        "(;PB[Ann];B[cc]C[ko])(;PB[Ann];B[ee])",
        "(;PB[Bob];B[cc]C[so])",
        "(;PB[Cid]SZ[9];B[cc]C[ko too])(;PB[Cid];B[ff]C[ko])",
        "(;PB[Dan];B[dd])",
        "(;PB[Eve];B[cc]C[ko])",
    ];
    let pieces = records.map(|text| {
        Ok(Piece {
            path: name.clone(),
            first: 0,
            bytes: text.as_bytes().to_vec(),
        })
    });
    Box::new(pieces.into_iter())
}

/// Records of one name in an archive are distinguished by their moves, and by their order where these are equal.
#[test]
fn records_of_one_name_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (_, index) = of_archive(folder.path(), namesakes);
    let store = Store::open(&index)
        .unwrap()
        .unpacking(Unpack::new(|path, _| {
            let path = path.to_owned();
            Some(Box::new(move || namesakes(&path)))
        }));
    for (selection, expected) in [
        ("comment~ko", "Ann, Cid, Cid, Eve"),
        ("comment~ko and black=Eve", "Eve"),
        ("comment~ko and black=Bob", ""),
        ("comment~so and black=Bob", "Bob"),
        ("comment!~ko", "Ann, Bob, Dan"),
        ("comment~ko and black=Cid", "Cid, Cid"),
    ] {
        let selection: Selection = selection.parse().unwrap();
        let mut names = Vec::new();
        store
            .select(&selection)
            .for_each(|_, info| {
                names.push(info.text(Text::Black).unwrap_or_default().to_owned());
            })
            .unwrap();
        names.sort();
        assert_eq!(names.join(", "), expected, "{selection:?}");
    }
    let mut comments = Vec::new();
    let take = |_, info: IndexedGame| {
        let name = info.text(Text::Black).unwrap_or_default();
        let comment = info.field(Field::Comment).unwrap_or_default();
        comments.push(format!("{name}: {comment}"));
    };
    let all = Selection::default();
    store
        .select(&all)
        .with(&[Field::Comment])
        .for_each(take)
        .unwrap();
    comments.sort();
    assert_eq!(
        comments,
        [
            "Ann: ",
            "Ann: ko",
            "Bob: so",
            "Cid: ko",
            "Cid: ko too",
            "Dan: ",
            "Eve: ko"
        ]
    );
}
