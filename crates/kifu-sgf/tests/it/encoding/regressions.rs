//! Files whose encoding was read wrongly once, in `testdata/regressions/encodings`.

use kifu_sgf::{Collection, GameReader};
use kifu_testkit::{corpus, workspace};

use super::{assert_none_is_wrong, check_laws, read};

/// A file, and texts that it holds.
const FILES: &[(&str, &[&str])] = &[
    ("big-endian-in-values", &["PB[Müller]PW[Shusaku];"]),
    ("big5-name-cut", &["PB[周俊\u{FFFD}]PW[Smith]RE[B+R]"]),
    ("bopomofo-in-gbk", &["PB[ㄅㄆㄇㄈ]"]),
    (
        "escape-behind-a-trail-byte",
        &["PB[許\\\\ ]PW[x];B[aa]C[許\\\\ ]"],
    ),
    ("euc-jp-declared-as-utf8", &["PB[井山裕太]PW[武宮正樹]EV["]),
    (
        "game-not-closed-before-another-encoding",
        &["PB[武宮正樹];", "PB[井山裕太];"],
    ),
    ("gbk-name-cut", &["PB[聂卫\u{FFFD}]PW[Smith]RE[B+R]"]),
    ("hz-cut", &["PB[古力]PW[常昊]C[黑中盘胜"]),
    (
        "japanese-declared-as-gb18030",
        &["PB[井山裕太]PW[武宮正樹 九段]EV["],
    ),
    ("japanese-in-gb18030", &["PB[ヒカルの碁、すばらしい];"]),
    ("jis-by-chance", &["PB[井山裕太]", "PB[聂卫平]"]),
    ("jis-left-open-before-a-game", &["PB[武宮正樹];B[cc]"]),
    (
        "jis-not-ended",
        &[
            "PB[井山裕太];B[aa]C[黒の勝ち",
            "PB[Smith];B[bb]",
            "PB[武宮正樹]",
        ],
    ),
    (
        "latin-behind-chinese",
        &["PB[聂卫平]PW[古力]", "PB[André Moussa]PW[René Frédéric]EV["],
    ),
    (
        "latin-declared-as-chinese",
        &["PB[André Moussa]PW[René Frédéric]EV["],
    ),
    (
        "latin-declared-as-utf8-cut",
        &["PB[René]PW[André];B[pd]C[René"],
    ),
    ("latin-declared-as-utf8", &["PB[André]PW[René]EV["]),
    ("nul-in-ascii", &["PB[Smith\0]PW[Jones];"]),
    ("nuls-in-utf8", &["PB[A\0\0B]C[a\0b\0c\0d\0é];"]),
    ("rubbish-behind-a-game", &["PB[武宮正樹];"]),
    ("russian-in-euc-jp", &["PB[Иван Петров]"]),
    (
        "shift-jis-name-cut",
        &["PB[井山裕\u{FFFD}]PW[Smith]RE[B+R]"],
    ),
    (
        "text-between-in-another-encoding",
        &["PB[Müller];", "PB[聂卫平];"],
    ),
    ("tildes-that-are-no-hz", &["C[~{};~{};~{ok];B[aa]"]),
    (
        "traditional-declared-as-gb18030",
        &["PB[周俊勳九段]PW[林海峰名譽天元]EV["],
    ),
    ("trail-bytes-escaped", &["PB[許功蓋世]C[餐廳];"]),
    ("utf16-behind-latin", &["PB[Müller];", "PB[武宮正樹];"]),
    ("utf8-name-cut", &["PB[武宮正樹]PW[\u{FFFD}]RE[B+R]"]),
];

/// Each is read right, as a whole and game by game, and stays as it is when it is written.
#[test]
fn files_that_were_read_wrongly_are_read_right() {
    let folder = workspace().join("testdata/regressions/encodings");
    let found = corpus::files(&folder, "sgf");
    let names = found
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap());
    assert!(names.eq(FILES.iter().map(|(name, _)| *name)), "{found:?}");
    let mut wrong = Vec::new();
    for (path, (name, texts)) in found.iter().zip(FILES) {
        let bytes = std::fs::read(path).unwrap();
        let source = read(&bytes);
        check_laws(&source);
        let games: String = GameReader::new(&*bytes)
            .map(|game| game.unwrap().text().to_owned())
            .collect();
        for text in *texts {
            if !source.text().contains(text) {
                wrong.push(format!("{name}: {text}, but {:?}", source.text()));
            }
            if !games.contains(text) {
                wrong.push(format!("{name}, game by game: {text}, but {games:?}"));
            }
        }
        let collection = Collection::from_bytes(bytes.clone());
        assert_eq!(
            collection.to_bytes().expect("nothing is new"),
            bytes,
            "{name}"
        );
    }
    assert_none_is_wrong(&wrong);
}
