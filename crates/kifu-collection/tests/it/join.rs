use kifu_collection::join::{Joined, join};
use kifu_collection::{fingerprint, game_bytes, joined_bytes};
use kifu_sgf::{Collection, Compare};
use kifu_testkit::corpus;
use proptest::prelude::*;

/// All games in one file, and whether it reads as them.
fn joined<'a, C>(files: C) -> (Vec<u8>, bool)
where
    C: IntoIterator<Item = &'a Collection>,
    C::IntoIter: Clone,
{
    let files = files.into_iter();
    let mut written = Joined::default();
    for game in files.clone().flat_map(Collection::games) {
        written.add(fingerprint(game));
    }
    let (bytes, games) = join(files);
    assert_eq!(games, written.games());
    let is_whole = written.is_in(&Collection::from_bytes(bytes.clone()));
    (bytes, is_whole)
}

/// `吴清源` in two encodings, and `呉清源` in another.
const GB: &[u8] = b"\xCE\xE2\xC7\xE5\xD4\xB4";
const SHIFT_JIS: &[u8] = b"\x8C\xE0\x90\xB4\x8C\xB9";

fn game(ca: &str, name: &[u8]) -> Vec<u8> {
    [b"(;GM[1]", ca.as_bytes(), b" PB[", name, b"];B[aa])"].concat()
}

#[test]
fn bytes_are_kept_where_they_read_the_same() {
    let utf16: Vec<u8> = "\u{FEFF}(;PB[吴];B[aa])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (file, alone, beside) in [
        (game("", b"A"), game("", b"A"), game("", b"A")),
        (
            game("CA[GB2312]", GB),
            game("CA[GB2312]", GB),
            game("CA[GB2312]", GB),
        ),
        (
            game("CA[Shift_JIS]", SHIFT_JIS),
            game("CA[Shift_JIS]", SHIFT_JIS),
            game("CA[Shift_JIS]", SHIFT_JIS),
        ),
        (
            game("", "吴清源".as_bytes()),
            game("", "吴清源".as_bytes()),
            "(;GM[1] PB[吴清源]CA[UTF-8];B[aa])".into(),
        ),
        (
            utf16,
            "(;PB[吴]CA[UTF-8];B[aa])".into(),
            "(;PB[吴]CA[UTF-8];B[aa])".into(),
        ),
        (
            b"(;C[open];B[aa]".to_vec(),
            b"(;C[open];B[aa]".to_vec(),
            b"(;C[open];B[aa])".to_vec(),
        ),
    ] {
        let file = Collection::from_bytes(file);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        let game = file.game(0).unwrap();
        assert_eq!(shown(&game_bytes(game)), shown(&alone));
        assert_eq!(shown(&joined_bytes(game)), shown(&beside));
    }
}

#[test]
fn games_in_different_encodings_stay_what_they_are() {
    let files = [
        game("CA[Shift_JIS]", SHIFT_JIS),
        game("", "吴清源".as_bytes()),
        game("CA[GB2312]", GB),
        game("", b"\xE9t\xE9"),
        game("CA[UTF-8]", GB),
        b"text before (;PB[x] and after".to_vec(),
        b"(;B[aa](;W[bb])(;W[cc]".to_vec(),
        game("", b"A"),
    ]
    .map(Collection::from_bytes);
    let (bytes, is_whole) = joined(&files);
    assert!(is_whole, "{}", String::from_utf8_lossy(&bytes));
    let together = Collection::from_bytes(bytes);
    assert_eq!(
        together.game(2).unwrap().root().text("PB").unwrap(),
        "吴清源"
    );
    assert_eq!(together.game(3).unwrap().root().text("PB").unwrap(), "été");
}

#[test]
fn what_is_not_written_is_noticed() {
    let file = Collection::from("(;PB[A])(;PB[B])");
    let mut written = Joined::default();
    for game in file.games() {
        written.add(fingerprint(game));
    }
    assert!(written.is_in(&file));
    for other in [
        "(;PB[B])(;PB[A])",
        "(;PB[A])",
        "(;PB[A])(;PB[B])(;)",
        "(;PB[A])(;PB[b])",
    ] {
        assert!(!written.is_in(&Collection::from(other)), "{other}");
    }
}

#[test]
fn real_files_come_apart_and_together() {
    for name in ["programs", "problems", "joseki", "ai"] {
        let Some(folder) = corpus::archive(name) else {
            continue;
        };
        let files = corpus::files(&folder, "sgf");
        for path in files.iter().take(400) {
            let file = Collection::open(path).unwrap();
            let mut pieces = Vec::new();
            for game in file.games() {
                let piece = Collection::from_bytes(game_bytes(game));
                assert_eq!(piece.len(), 1, "{}", path.display());
                let same = fingerprint(piece.game(0).unwrap()) == fingerprint(game);
                assert!(same, "{}: {}", path.display(), game.number() + 1);
                pieces.push(piece);
            }
            let (bytes, is_whole) = joined(&pieces);
            assert!(is_whole, "{}: {}", path.display(), bytes.len());
        }
    }
}

proptest! {
    #[test]
    fn split_and_joined_is_the_same(text in kifu_testkit::strategy::well_formed_sgf()) {
        let file = Collection::from(text);
        let pieces: Vec<_> = file.games().map(|game| Collection::from_bytes(game_bytes(game))).collect();
        let (bytes, is_whole) = joined(&pieces);
        prop_assert!(is_whole);
        let together = Collection::from_bytes(bytes);
        prop_assert_eq!(together.len(), file.len());
        for (one, other) in together.games().zip(file.games()) {
            prop_assert_eq!(fingerprint(one), fingerprint(other));
        }
        if text_is_ascii(&file) {
            prop_assert!(together.is_same(&file, Compare::Ordered));
        }
    }

    #[test]
    fn broken_files_come_apart_and_together(bytes in kifu_testkit::strategy::messy_sgf()) {
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let file = Collection::from_bytes(bytes);
        let pieces: Vec<_> = file.games().map(|game| Collection::from_bytes(game_bytes(game))).collect();
        for (piece, game) in pieces.iter().zip(file.games()) {
            prop_assert_eq!(fingerprint(piece.game(0).unwrap()), fingerprint(game), "{} {:?}", shown, String::from_utf8_lossy(piece.source().bytes()));
        }
        let (bytes, is_whole) = joined(&pieces);
        prop_assert!(is_whole, "{}", String::from_utf8_lossy(&bytes));
        let (bytes, is_whole) = joined([&file]);
        prop_assert!(is_whole, "{}", String::from_utf8_lossy(&bytes));
    }
}

fn text_is_ascii(file: &Collection) -> bool {
    file.text().is_ascii()
}
