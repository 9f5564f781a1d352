//! Every file of the corpus: the laws of the tree and of its writers.

use std::fs;
use std::path::Path;

use kifu_sgf::{Collection, Compare, GameReader, WriteError};
use kifu_testkit::corpus;

use crate::write::bare;

fn keep_the_laws(name: &str) {
    let folder = match corpus::root() {
        Some(root) if root.join(name).is_dir() => corpus::path(name),
        _ => corpus::archive(name),
    };
    let Some(folder) = folder else {
        return;
    };
    for path in corpus::files(&folder, "") {
        check(&path, &fs::read(&path).expect("the file can be read"));
    }
}

fn check(path: &Path, bytes: &[u8]) {
    let collection = Collection::from_bytes(bytes.to_owned());
    let path = path.display();
    assert!(
        collection.to_bytes().unwrap() == bytes,
        "`{path}` untouched"
    );

    let mut edited = collection.clone();
    for number in 0..edited.len() {
        edited.game_mut(number).unwrap();
    }
    assert!(edited.to_bytes().unwrap() == bytes, "`{path}` opened");

    for number in 0..edited.len() {
        let mut game = edited.game_mut(number).unwrap();
        let root = game.root();
        game.set(root, "ZZ", &["new"]).unwrap();
    }
    match edited.to_bytes() {
        Ok(bytes) => {
            let back = Collection::from_bytes(bytes);
            assert!(back.is_same(&edited, Compare::Ordered), "`{path}` changed");
        }
        // Half a character, or an encoding that is a guess.
        Err(WriteError::Misread) => assert!(!collection.source().is_same(), "`{path}`"),
        Err(error) => panic!("`{path}`: {error}"),
    }

    let (canonical, compact) = (collection.to_canonical(), collection.to_compact());
    let collection = bare(collection);
    for written in [canonical, compact] {
        let back = bare(Collection::from_bytes(written.into()));
        assert!(
            back.is_same(&collection, Compare::Unordered),
            "`{path}` written"
        );
    }
}

#[test]
fn professional_games() {
    keep_the_laws("pro19");
}

#[test]
fn problems() {
    keep_the_laws("problems");
}

#[test]
fn analysis() {
    keep_the_laws("ai");
}

#[test]
fn joseki() {
    keep_the_laws("joseki");
}

#[test]
fn server_games() {
    keep_the_laws("server9");
}

#[test]
fn files_of_programs() {
    keep_the_laws("programs");
}

#[test]
fn files_of_sgfc() {
    keep_the_laws("sgfc");
}

#[test]
fn encodings() {
    keep_the_laws("encodings");
}

#[test]
#[ignore = "takes too long without optimization: `cargo xtask test` runs it"]
fn a_hundred_thousand_games() {
    let Some(path) = corpus::compressed("tygem100k.sgf") else {
        return;
    };
    let bytes = fs::read(&path).expect("the file can be read");
    check(&path, &bytes);
    let whole = Collection::from_bytes(bytes.clone());
    let mut games = whole.games();
    for piece in GameReader::new(&bytes[..]) {
        let piece = piece.expect("a slice can be read");
        let (own, game) = (piece.games().next(), games.next());
        let is_same = own
            .zip(game)
            .is_some_and(|(own, game)| own.is_same(game, Compare::Ordered));
        assert!(is_same && piece.len() == 1, "{game:?}");
    }
    assert!(games.next().is_none());
}
