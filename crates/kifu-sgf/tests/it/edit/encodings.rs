//! Changes are written in the encoding of their game.

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Collection, Compare, NodeId};

use super::N;

/// Text put after the last character of a game is in its encoding, not in that of the next game.
#[test]
fn the_end_of_a_game_is_written_in_its_encoding() {
    let (first, second) = (
        "(;GM[1]CA[Shift_JIS]PB[\u{4e95}\u{5c71}];B[aa",
        "(;GM[1]CA[GBK]PB[\u{67ef}\u{6d01}];B[bb]",
    );
    let first = Charset::SHIFT_JIS.encode(first).unwrap();
    let second = Charset::GBK.encode(second).unwrap();
    let mut collection = Collection::from_bytes([first.clone(), second.clone()].concat());
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(N(1), "C", "\u{9ed2}\u{306e}\u{52dd}\u{3061}")
        .unwrap();
    let comment = Charset::SHIFT_JIS
        .encode("]C[\u{9ed2}\u{306e}\u{52dd}\u{3061}])")
        .unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        [first, comment, second].concat()
    );
}

/// A new game is in the encoding at the end of the file, even after removals.
#[test]
fn a_copy_is_in_the_encoding_of_the_end() {
    let first = Charset::EUC_KR
        .encode("(;GM[1]CA[EUC-KR]PB[\u{bc14}\u{b451}];B[aa])")
        .unwrap();
    let second = Charset::GBK
        .encode("(;GM[1]CA[GBK]PB[\u{9ed1}\u{80dc}];B[bb])")
        .unwrap();
    let mut collection = Collection::from_bytes([first.clone(), second.clone()].concat());
    let copied = collection.clone();
    collection.add_copy(copied.game(1).unwrap());
    collection.remove_game(1).unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        [&first[..], b"\n", &second[..]].concat()
    );
}

/// A copy that the encoding of the end cannot write is in UTF-8, and says so.
#[test]
fn a_copy_with_other_characters_is_in_utf_8() {
    let chinese = Charset::GBK
        .encode("(;GM[1]CA[GBK]PB[\u{8042}\u{536b}\u{5e73}];B[aa])")
        .unwrap();
    let chinese = Collection::from_bytes(chinese.into_owned());
    let korean = Collection::from_bytes("(;CA[UTF-8]PB[\u{bc14}\u{b451}])".into());
    for start in [
        &b"(;GM[1]PB[Gr\xF6\xDFe];B[aa])"[..],
        b"(;GM[1]CA[ISO-8859-1]PB[Gr\xF6\xDFe];B[aa])",
        b"(;GM[1]CA[Shift_JIS]PB[\x95\x5C];B[aa])",
    ] {
        let mut collection = Collection::from_bytes(start.to_vec());
        for copied in [&chinese, &korean] {
            let copy = collection.add_copy(copied.game(0).unwrap());
            assert_eq!(copy.tree().root().value("CA"), Some("UTF-8"));
        }
        let bytes = collection.to_bytes().unwrap();
        assert!(bytes.starts_with(start));
        assert!(Collection::from_bytes(bytes).is_same(&collection, Compare::Ordered));
    }
}

/// Bytes that are no characters are not lost by a change beside them, nor in its way.
#[test]
fn bytes_that_are_no_text_are_kept() {
    let text = b"(;CA[UTF-8]C[caf\xE9 \xC3\xA9];x\xE9 N[a]B[aa] \xE9;C[\xE9 [x] y\xE9])\xE9";
    let options = DecodeOptions::default().with_charset(Charset::UTF_8);
    let mut collection = Collection::from_bytes_with(text.to_vec(), &options);
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(N(1), "N", "\u{68cb}").unwrap();
    game.add(N(2), "C", "more").unwrap();
    assert_eq!(
        collection.to_bytes().unwrap().escape_ascii().to_string(),
        b"(;CA[UTF-8]C[caf\xE9 \xC3\xA9];x\xE9 N[\xE6\xA3\x8B]B[aa] \xE9;C[\xE9 \\[x\\] y\xE9][more])\xE9"
            .escape_ascii()
            .to_string()
    );
    // In another encoding, and where the broken node must be written anew.
    let text = b"(;CA[Shift_JIS]C[\x95\x5C\xFF [x]N[\x8Eq]) text ])";
    let options = DecodeOptions::default().with_charset(Charset::SHIFT_JIS);
    let mut collection = Collection::from_bytes_with(text.to_vec(), &options);
    let mut game = collection.game_mut(0).unwrap();
    assert!(game.remove_property(N(0), "N").unwrap());
    assert_eq!(
        collection.to_bytes().unwrap().escape_ascii().to_string(),
        b"(;CA[Shift_JIS]C[\x95\x5C\xFF \\[x]) text ])"
            .escape_ascii()
            .to_string()
    );
}

#[test]
fn an_edit_keeps_the_encoding() {
    // A name in Shift_JIS whose second byte is a backslash.
    let bytes = b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq];B[aa]C[x])".to_vec();
    let mut collection = Collection::from_bytes(bytes);
    assert_eq!(
        collection
            .game(0)
            .unwrap()
            .root()
            .simple_text("PB")
            .unwrap(),
        "表子"
    );
    collection
        .game_mut(0)
        .unwrap()
        .set_text(N(1), "C", "表")
        .unwrap();
    let written = collection.to_bytes().unwrap();
    assert_eq!(
        written,
        b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq];B[aa]C[\x95\x5C])"
    );
    collection
        .game_mut(0)
        .unwrap()
        .set_text(N(1), "C", "\u{1f600}")
        .unwrap();
    assert!(collection.to_bytes().is_err());
    assert!(collection.to_canonical().contains("C[\u{1f600}]"));
}

#[test]
fn a_copy_names_its_encoding() {
    let bytes = b"(;CA[Shift_JIS]PB[\x95\x5C\x8Eq])(;CA[Shift_JIS]PW[\x8Eq])".to_vec();
    let collection = Collection::from_bytes(bytes);
    let parts = collection.split();
    let written = parts
        .iter()
        .map(|part| part.to_bytes().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(written[0], "(;CA[UTF-8]PB[\u{8868}\u{5b50}])\n".as_bytes());
    for (part, bytes) in parts.iter().zip(written) {
        let read = Collection::from_bytes(bytes);
        assert!(read.is_same(part, Compare::Ordered));
        assert_eq!(read.source().problems(), []);
    }
    let mut other = collection.clone();
    other.add_copy(
        Collection::from("(;CA[UTF-8]PB[\u{8868}])")
            .game(0)
            .unwrap(),
    );
    let written = other.to_bytes().unwrap();
    assert!(
        written.ends_with(b")\n(;CA[Shift_JIS]PB[\x95\x5C])"),
        "{}",
        written.escape_ascii()
    );
}

#[test]
fn a_saved_file_is_read_again() {
    let folder = std::env::temp_dir().join(format!("kifu-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("game.sgf");
    let mut collection = Collection::from("(;PB[Ada];B[aa])");
    collection.save(&path).unwrap();
    let root = NodeId::ROOT;
    collection
        .game_mut(0)
        .unwrap()
        .set_text(root, "PB", "Bea")
        .unwrap();
    collection.save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"(;PB[Bea];B[aa])");
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(names.len(), 1, "no temporary file is left: {names:?}");
    let missing = folder.join("no").join("game.sgf");
    let error = collection.save(&missing).unwrap_err().to_string();
    assert!(error.contains("game.sgf"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Text that was decoded has no bytes to keep: an edit of one game leaves all games in the encodings that they name.
#[test]
fn text_is_written_in_the_encodings_that_it_names() {
    let text = "(;CA[GBK]PB[\u{67ef}\u{6d01}])(;CA[Shift_JIS]PB[\u{4e95}\u{5c71}])(;PB[Ann])";
    let expected = [
        Charset::GBK
            .encode("(;CA[GBK]PB[\u{67ef}\u{6d01}])")
            .unwrap(),
        Charset::SHIFT_JIS
            .encode("(;CA[Shift_JIS]PB[\u{4e95}\u{5c71}])")
            .unwrap(),
        b"(;PB[Ann])".into(),
    ]
    .concat();
    let mut collection = Collection::from(text);
    assert_eq!(collection.to_bytes().unwrap(), expected);
    let mut game = collection.game_mut(0).unwrap();
    game.set_text(N(0), "PB", "\u{67ef}\u{6d01}").unwrap();
    assert_eq!(collection.to_bytes().unwrap(), expected);
}

/// Where an encoding lacks a character of the text, or cannot be written, `CA` is changed.
#[test]
fn text_that_its_encoding_lacks_is_utf8() {
    for label in ["GBK", "UTF-16"] {
        let mut collection = Collection::from(format!("(;CA[{label}]PB[\u{1f600}];B[aa])"));
        let expected = "(;CA[UTF-8]PB[\u{1f600}];B[aa])";
        assert_eq!(collection.to_bytes().unwrap(), expected.as_bytes());
        let mut game = collection.game_mut(0).unwrap();
        game.set(N(1), "B", &["aa"]).unwrap();
        assert_eq!(collection.to_bytes().unwrap(), expected.as_bytes());
    }
}

/// A game without `CA` names its encoding as soon as it has more than ASCII, unless something else decided it.
#[test]
fn new_text_in_a_game_without_ca_is_declared() {
    let new = "\u{68cb} \u{fc}";
    let is_declared = |bytes: &[u8]| {
        let mut collection = Collection::from_bytes(bytes.to_vec());
        let mut game = collection.game_mut(0).unwrap();
        game.set_text(N(1), "C", new).unwrap();
        let written = collection.to_bytes().unwrap();
        let again = Collection::from_bytes(written.clone());
        let game = again.game(0).unwrap();
        assert_eq!(game.node(N(1)).unwrap().text("C").unwrap(), new);
        String::from_utf8(written).unwrap().contains("CA[UTF-8]")
    };
    assert!(is_declared(b"(;FF[4]PB[Ann];B[aa])"));
    assert!(is_declared(b"(;FF[4]PB[Ann];B[aa])(;PB[J\xc3\xb6rg])"));
    assert!(is_declared(b"(;;B[aa]"));
    // An empty `CA` names nothing; another name is the user's.
    assert!(is_declared(b"(;FF[4]CA[]PB[Ann];B[aa])"));
    assert!(!is_declared(b"(;FF[4]CA[foo]PB[Ann];B[aa])"));
    assert!(!is_declared("(;PB[Jörg];B[aa])".as_bytes()));
    assert!(!is_declared(b"\xef\xbb\xbf(;PB[Ann];B[aa])"));

    let mut text = Collection::from("(;PB[Ann];B[aa])\n(;PB[Bea])");
    let mut game = text.game_mut(1).unwrap();
    game.set_text(N(0), "PB", "J\u{f6}rg").unwrap();
    let expected = "(;PB[Ann];B[aa])\n(;PB[J\u{f6}rg]CA[UTF-8])";
    assert_eq!(text.to_bytes().unwrap(), expected.as_bytes());
    let mut game = text.game_mut(1).unwrap();
    game.set_text(N(0), "PB", "Joe").unwrap();
    assert_eq!(text.to_bytes().unwrap(), b"(;PB[Ann];B[aa])\n(;PB[Joe])");
}

/// What other games declare, or are guessed to be in, is no evidence about a game of ASCII.
#[test]
fn the_encoding_of_another_game_is_not_taken() {
    let gbk = Charset::GBK
        .encode("(;PB[\u{67ef}\u{6d01}]C[\u{9ed1}\u{68cb}\u{4e2d}\u{76d8}\u{80dc}]")
        .unwrap();
    let others: [&[u8]; 6] = [
        b"(;FF[4]CA[GB2312]PB[x];B[aa])",
        b"(;FF[4]CA[ISO-8859-1]PB[x];B[aa])",
        b"(;FF[4]CA[UTF-8]PB[x];B[aa])",
        "(;FF[4]CA[UTF-8]PB[\u{68cb}];B[aa])".as_bytes(),
        b"(;FF[4]CA[ISO-8859-1]PB[J\xf6rg];B[aa])",
        &[&gbk, &b")"[..]].concat(),
    ];
    for other in others {
        for new in ["\u{68cb}\u{8b5c}", "J\u{f6}rg"] {
            let mut collection = Collection::from_bytes([other, b"(;FF[4]PB[a])"].concat());
            let mut game = collection.game_mut(1).unwrap();
            game.set_text(N(0), "PB", new).unwrap();
            let expected = format!("(;FF[4]PB[{new}]CA[UTF-8])");
            assert_eq!(
                collection.to_bytes().unwrap(),
                [other, expected.as_bytes()].concat()
            );

            let mut collection = Collection::from_bytes(other.to_vec());
            let mut game = collection.add_game();
            game.set_text(N(0), "PB", new).unwrap();
            let expected = format!("\n(;PB[{new}]CA[UTF-8])");
            assert_eq!(
                collection.to_bytes().unwrap(),
                [other, expected.as_bytes()].concat()
            );
        }
    }
}

/// A new game and a copy name their encoding, unless the caller named that of the file.
#[test]
fn a_new_game_is_declared() {
    let mut collection = Collection::new();
    let mut game = collection.add_game();
    game.set_text(N(0), "PB", "\u{68cb}").unwrap();
    let written = "(;PB[\u{68cb}]CA[UTF-8])\n";
    assert_eq!(collection.to_bytes().unwrap(), written.as_bytes());

    let undeclared = Collection::from_bytes("(;PB[J\u{f6}rg])".into());
    let mut copy = Collection::new();
    copy.add_copy(undeclared.game(0).unwrap());
    let written = "(;PB[J\u{f6}rg]CA[UTF-8])\n";
    assert_eq!(copy.to_bytes().unwrap(), written.as_bytes());

    let options = DecodeOptions::default().with_charset(Charset::for_label("KOI8-R").unwrap());
    let mut named = Collection::from_bytes_with(b"(;PB[\xf1])".to_vec(), &options);
    let mut game = named.add_game();
    game.set_text(N(0), "PB", "\u{42f}").unwrap();
    assert_eq!(named.to_bytes().unwrap(), b"(;PB[\xf1])\n(;PB[\xf1])");
}
