//! Saving in a chosen encoding, and files whose `CA` matches their bytes.

use kifu_sgf::Compare;
use kifu_sgf::encoding::{Charset, EncodingProblemKind};
use kifu_sgf::{Builder, Collection, NodeId, WriteError};

use super::languages::{encodings, texts};
use super::{assert_none_is_wrong, charset, kinds, read};

#[test]
fn what_is_saved_in_an_encoding_reads_back() {
    let mut wrong = Vec::new();
    let (mut saved, mut refused) = (0, 0);
    for (number, (language, text)) in texts().into_iter().enumerate() {
        let collection = Collection::from(format!("(;FF[4]CA[UTF-8]SZ[19];B[pd]C[{text}])"));
        let other = ["Big5", "KOI8-R", "UTF-16LE", "GB18030"][number % 4];
        for label in encodings(&language).iter().chain([&other]) {
            match collection.to_bytes_in(charset(label)) {
                Ok(bytes) => {
                    saved += 1;
                    let found = Collection::from_bytes(bytes);
                    let name = charset(label).name();
                    let expected = format!("(;FF[4]CA[{name}]SZ[19];B[pd]C[{text}])");
                    if found.text() != expected {
                        wrong.push(format!("{label}: {text}: {}", found.text()));
                    }
                }
                Err(WriteError::Unencodable(error)) => {
                    refused += 1;
                    let place = error
                        .place
                        .map(|(game, node, identifier)| (game, node.get(), identifier));
                    if place != Some((0, 1, "C".to_owned())) || !text.contains(error.error.char) {
                        wrong.push(format!("{label}: {text}: {place:?}"));
                    }
                }
                // In an encoding of another language the text may look like something else, and is refused.
                Err(WriteError::Misread) if !encodings(&language).contains(label) => refused += 1,
                Err(error) => wrong.push(format!("{label}: {text}: {error}")),
            }
        }
    }
    assert!(saved > 5_000 && refused > 200, "{saved} {refused}");
    assert_none_is_wrong(&wrong);
}

/// A `CA` that is set is the encoding that the game is written in.
#[test]
fn a_file_does_not_lie_about_itself() {
    let name = |label: &str| vec![label.to_owned()];
    for (before, label, text) in [
        ("UTF-8", "GBK", "古力"),
        ("UTF-8", "Shift_JIS", "武宮正樹"),
        ("GBK", "UTF-8", "古力"),
        ("Shift_JIS", "EUC-JP", "武宮正樹"),
        ("ISO-8859-1", "UTF-8", "Müller"),
    ] {
        let game = format!("(;FF[4]CA[{before}]PB[{text}];B[pd])");
        let bytes = charset(before).encode(&game).unwrap().into_owned();
        let mut collection = Collection::from_bytes(bytes);
        let mut first = collection.game_mut(0).unwrap();
        first.set(NodeId::ROOT, "CA", &name(label)).unwrap();
        let written = collection.to_bytes().unwrap();
        let expected = format!("(;FF[4]CA[{label}]PB[{text}];B[pd])");
        assert_eq!(
            written,
            *charset(label).encode(&expected).unwrap(),
            "{before} {label}"
        );
    }
    let built = Builder::go(19)
        .property("CA", &["GBK"])
        .players("古力", "常昊");
    let built = built.finish().to_bytes().unwrap();
    let source = read(&built);
    assert!(
        source.text().contains("PB[古力]PW[常昊]"),
        "{}",
        source.text()
    );
    assert!(!kinds(&source).contains(&EncodingProblemKind::WrongCharset));
    assert_eq!(source.segment_at(0).charset, Charset::GBK);
}

/// A file in Windows-1252 may be called ISO-8859-1, but other programs do not read a `€` there.
#[test]
fn a_narrow_name_is_taken_literally() {
    for (label, char, is_in_it) in [
        ("ISO-8859-1", "é", true),
        ("ISO-8859-1", "€", false),
        ("latin1", "’", false),
        ("ISO-8859-9", "ş", true),
        ("ISO-8859-9", "Š", false),
        ("US-ASCII", "é", false),
        ("windows-1252", "€", true),
        ("GB2312", "芈", true),
        ("EUC-KR", "똠", true),
        ("Shift_JIS", "①", true),
    ] {
        let file = format!("(;FF[4]CA[{label}]SZ[19];B[pd]C[x])");
        let mut collection = Collection::from_bytes(file.into_bytes());
        let mut game = collection.game_mut(0).unwrap();
        game.set(NodeId::new(1), "C", &[char]).unwrap();
        match collection.to_bytes() {
            Ok(bytes) if is_in_it => {
                let encoded = charset(label).encode(char).unwrap();
                assert!(bytes.windows(encoded.len()).any(|part| part == &*encoded));
            }
            Err(WriteError::Unencodable(error)) if !is_in_it => {
                let start = format!("`C` of node 1 of game 1: {}", error.error.name);
                assert!(error.to_string().starts_with(&start), "{error}");
                assert_eq!(error.error.char.to_string(), char);
            }
            written => panic!("{label} {char}: {written:?}"),
        }
        let bytes = collection.to_bytes_in(charset(label)).unwrap();
        let name = if is_in_it {
            label
        } else {
            charset(label).name()
        };
        let text = format!("(;FF[4]CA[{name}]SZ[19];B[pd]C[{char}])");
        assert_eq!(bytes, *charset(label).encode(&text).unwrap());
    }
    let mut collection = Collection::from_bytes("(;FF[4]CA[UTF-8]C[5 €];B[pd])".into());
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "CA", &["ISO-8859-1"]).unwrap();
    let error = collection.to_bytes().unwrap_err().to_string();
    assert!(error.contains("ISO-8859-1 has no `€`"), "{error}");
}

/// A wrong `CA` that is set to the value it has is right from then on.
#[test]
fn a_wrong_label_can_be_made_right() {
    let file = "(;FF[4]CA[UTF-8]PB[武宮正樹];B[pd]C[{}])";
    let bytes = Charset::SHIFT_JIS.encode(file).unwrap().into_owned();
    let mut collection = Collection::from_bytes(bytes);
    assert_eq!(collection.source().charsets(), [Charset::SHIFT_JIS]);
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::new(1), "C", &["이"]).unwrap();
    assert!(matches!(
        collection.to_bytes(),
        Err(WriteError::Unencodable(_))
    ));
    let mut game = collection.game_mut(0).unwrap();
    game.set(NodeId::ROOT, "CA", &["UTF-8"]).unwrap();
    assert_eq!(
        collection.to_bytes().unwrap(),
        file.replace("{}", "이").as_bytes()
    );
}

/// A character that the encoding of a game lacks is reported with its position, and the other games keep theirs.
#[test]
fn a_character_that_is_missing_is_named_with_its_place() {
    let game = charset("GBK")
        .encode("(;CA[GBK]PB[古力];B[pd])")
        .unwrap()
        .into_owned();
    let mut collection = Collection::from_bytes([&game[..], b"\n", &game].concat());
    let mut second = collection.game_mut(1).unwrap();
    second
        .set_text(NodeId::new(1), "C", "Sh\u{14D}ji 🀄")
        .unwrap();
    let error = collection.to_bytes().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`C` of node 1 of game 2: GBK has no `🀄`; write the file in UTF-8 instead"
    );
    let mut second = collection.game_mut(1).unwrap();
    second.set(NodeId::ROOT, "CA", &["UTF-8"]).unwrap();
    let written = collection.to_bytes().unwrap();
    assert_eq!(written[..game.len()], game[..]);
    let read = Collection::from_bytes(written);
    assert!(
        read.text()
            .ends_with("(;CA[UTF-8]PB[古力];B[pd]C[Sh\u{14D}ji 🀄])"),
        "{}",
        read.text()
    );
}

/// Games that are not closed are one unit for the encodings.
#[test]
fn broken_games_in_two_encodings_are_closed() {
    for text in [
        "(;CA[gbk];PB[ Ａ ]X[ [y] ]\n(;TC[3]PB[ Ａ ])(;))",
        "(;PB[ Ａ ]\n(;TE[1]CA[gbk];PB[ Ａ ])(;X[ [y] ]))",
    ] {
        let mut collection = Collection::from(text);
        for number in 0..collection.len() {
            let _ = collection.game_mut(number);
        }
        let back = Collection::from_bytes(collection.to_bytes().unwrap());
        assert!(back.is_same(&collection, Compare::Ordered), "{text}");
    }
}
