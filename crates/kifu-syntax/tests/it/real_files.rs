//! Every file of the corpus, read in every way.

use std::fs;

use kifu_syntax::{Parser, Reader};
use kifu_testkit::corpus;
use kifu_testkit::strategy::Chunks;

use crate::readings::{by_feed, by_fold, by_slice, by_stream, by_visitor};

/// Reads all files of an archive or folder of the corpus; all ways must agree.
fn agree(name: &str) {
    let folder =
        if name.contains('.') || corpus::root().is_some_and(|root| root.join(name).is_dir()) {
            corpus::path(name)
        } else {
            corpus::archive(name)
        };
    let Some(folder) = folder else {
        return;
    };
    for (number, path) in corpus::files(&folder, "").into_iter().enumerate() {
        let input = fs::read(&path).expect("the file can be read");
        let expected = by_slice(&input);
        let size = 1 + number % 97;
        let streamed = by_stream(&input, vec![size, 3, 4096]);
        assert!(streamed == expected, "`{}` streamed", path.display());
        assert!(by_fold(&input) == expected, "`{}` at once", path.display());
        assert!(by_feed(&input) == expected, "`{}` fed", path.display());
        assert!(
            by_visitor(&input) == expected,
            "`{}` visited",
            path.display()
        );
    }
}

#[test]
fn professional_games() {
    agree("pro19");
}

#[test]
fn problems() {
    agree("problems");
}

#[test]
fn analysis() {
    agree("ai");
}

#[test]
fn joseki() {
    agree("joseki");
}

#[test]
fn server_games() {
    agree("server9");
}

#[test]
fn files_of_programs() {
    agree("programs");
}

#[test]
fn files_of_sgfc() {
    agree("sgfc");
}

#[test]
fn files_in_other_encodings() {
    agree("encodings");
}

/// The largest of them, whose events are too many to be held.
#[test]
#[ignore = "takes too long without optimization: `cargo xtask test` runs it"]
fn a_hundred_thousand_games() {
    let Some(path) = corpus::compressed("tygem100k.sgf") else {
        return;
    };
    let input = fs::read(path).expect("the file can be read");
    let mut problems = Vec::new();
    let mut expected = Parser::with_sink(&input[..], &mut problems);
    Parser::new(&input).for_each(|event| assert_eq!(Some(event), expected.next(), "at once"));
    assert_eq!(expected.next(), None);
    let mut reader = Reader::with_sink(Chunks::new(&input, vec![5, 4096, 77]), Vec::new());
    let mut expected = Parser::new(&input);
    while let Some(event) = reader.next_event().expect("a slice can be read") {
        assert_eq!(Some(event), expected.next(), "streamed");
        assert_eq!(reader.bytes(event.span), event.span.of(&input));
    }
    assert_eq!(expected.next(), None);
    assert_eq!(reader.into_sink(), problems);
}
