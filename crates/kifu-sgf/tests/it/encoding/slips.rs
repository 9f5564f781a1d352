//! Mistakes of programs about encodings, which are still read correctly.

use kifu_sgf::Collection;
use kifu_sgf::encoding::EncodingProblemKind;

use super::{assert_none_is_wrong, encoded, kinds, read};

/// Returns the values of the first node of a game, from `PB` and `PW` on.
fn root(bytes: Vec<u8>, game: usize) -> Vec<(String, String)> {
    let collection = Collection::from_bytes(bytes);
    let game = collection.game(game).expect("the game is there");
    game.root()
        .properties()
        .flat_map(|property| {
            let identifier = property.identifier().into_owned();
            let values: Vec<_> = property.values().map(str::to_owned).collect();
            values
                .into_iter()
                .map(move |value| (identifier.clone(), value))
        })
        .collect()
}

/// An encoding, and names that are written in it.
type Players = (&'static str, &'static str, &'static str);

const LATIN: [Players; 6] = [
    ("windows-1252", "André Moussa", "René Frédéric"),
    ("windows-1252", "Jürgen Müller", "Jörg Schäfer"),
    ("windows-1252", "José Peña", "Íñigo Muñoz"),
    ("windows-1252", "Åke Lindström", "Björn Östlund"),
    ("windows-1250", "Jiří Dvořák", "Radek Nechanický"),
    ("windows-1251", "Иван Детков", "Александр Динерштейн"),
];

fn european(black: &str, white: &str, before: &str) -> String {
    format!(
        "(;GM[1]FF[4]{before}SZ[19]PB[{black}]PW[{white}]EV[European Go Congress]DT[1999-07-24];B[pd];W[dp])\n"
    )
}

/// A game is read as it is alone, after a game with any declared encoding.
#[test]
fn a_game_does_not_take_after_one_that_says_its_own_encoding() {
    let firsts = [
        ("Shift_JIS", "井山裕太", "趙治勲"),
        ("EUC-JP", "井山裕太", "趙治勲"),
        ("GBK", "聂卫平", "古力"),
        ("Big5", "周俊勳", "張栩"),
        ("EUC-KR", "이세돌", "박정환"),
        ("windows-1253", "Γιώργος", "Παπαδόπουλος"),
        ("windows-1251", "Иван Детков", "Александр Динерштейн"),
        ("KOI8-R", "Иван Детков", "Александр Динерштейн"),
    ];
    let mut wrong = Vec::new();
    for (label, black, white) in firsts {
        let first = format!("(;GM[1]FF[4]SZ[19]CA[{label}]PB[{black}]PW[{white}];B[pd])\n");
        for (own, black, white) in LATIN {
            let game = encoded(own, &european(black, white, ""));
            let alone = root(game.clone(), 0);
            for (bytes, which) in [
                ([encoded(label, &first), game.clone()].concat(), 1),
                ([game, encoded(label, &first)].concat(), 0),
            ] {
                let beside = root(bytes, which);
                if beside != alone {
                    wrong.push(format!("{label}, {own}: {beside:?}"));
                }
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// A `CA` that swallows brackets, or makes signs of names, is not believed.
#[test]
fn a_ca_that_cannot_be_right_is_not_believed() {
    let japanese = ("Shift_JIS", "井山裕太", "武宮正樹 九段");
    let chinese = ("GB18030", "聂卫平", "古力九段 中国围棋队");
    let traditional = (
        "Big5",
        "周俊勳九段",
        "林海峰名譽天元 黑棋在佈局階段取得了實地，白棋得到了外勢",
    );
    let cases: &[(&[&str], Players)] = &[
        (&["GB2312", "Shift_JIS", "Big5", "EUC-KR"], LATIN[0]),
        (&["GB2312", "Shift_JIS", "Big5", "EUC-KR"], LATIN[1]),
        (&["GB2312", "Shift_JIS", "Big5", "EUC-KR"], LATIN[2]),
        (
            &["ISO-8859-1", "windows-1252", "UTF-8", "GB18030"],
            japanese,
        ),
        (&["ISO-8859-1", "windows-1252", "UTF-8"], chinese),
        (
            &["ISO-8859-1", "windows-1252", "UTF-8", "GB18030"],
            traditional,
        ),
    ];
    let mut wrong = Vec::new();
    for (labels, (own, black, white)) in cases {
        for label in *labels {
            let text = european(black, white, &format!("CA[{label}]"));
            let source = read(&encoded(own, &text));
            if source.text() != text {
                wrong.push(format!("{label} for {own}: {}", source.text()));
            } else if !kinds(&source).contains(&EncodingProblemKind::WrongCharset) {
                wrong.push(format!("{label} for {own}: no word"));
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// Programs cut names to so many bytes, within a character too: the property after it stays.
#[test]
fn half_a_character_does_not_swallow_the_bracket() {
    let names = [
        (
            "GBK",
            "聂卫平 古力 柯洁 常昊 马晓春 俞斌 孔杰 刘小光 曹大元 陈耀烨",
        ),
        ("Big5", "周俊勳 張栩 林海峰 王立誠 紅面棋王 吳清源 陳永安"),
        (
            "Shift_JIS",
            "井山裕太 武宮正樹 石田芳夫 小林光一 趙治勲 結城聡 山下敬吾",
        ),
    ];
    let mut wrong = Vec::new();
    for (label, names) in names {
        for name in names.split(' ') {
            for (before, behind) in [
                ("PB[", "]PW[Smith]RE[B+R];B[pd])"),
                ("PW[Smith]RE[B+R]PB[", "];B[pd])"),
                ("PW[Smith]RE[B+R]PB[", "]\r\n(;B[pd])(;B[dd]))"),
                ("PB[", "]\nPW[Smith]\nRE[B+R]\n;B[pd])"),
            ] {
                let cut = encoded(label, name);
                let bytes = [
                    format!("(;FF[4]GM[1]CA[{label}]{before}").as_bytes(),
                    &cut[..cut.len() - 1],
                    behind.as_bytes(),
                ]
                .concat();
                let source = read(&bytes);
                let whole = name.chars().count() - 1;
                let expected: String = name.chars().take(whole).chain(['\u{FFFD}']).collect();
                let found = root(bytes.clone(), 0);
                let value = |identifier: &str| {
                    let property = found.iter().find(|(found, _)| found == identifier);
                    property.map(|(_, value)| value.as_str())
                };
                if value("PB") != Some(&expected)
                    || value("PW") != Some("Smith")
                    || value("RE") != Some("B+R")
                {
                    wrong.push(format!("{label}, {name}: {found:?}"));
                }
                super::check_laws(&source);
                if !kinds(&source).contains(&EncodingProblemKind::InvalidBytes) {
                    wrong.push(format!("{label}, {name}: no word"));
                }
                let collection = Collection::from_bytes(bytes.clone());
                assert_eq!(collection.to_bytes().expect("nothing is new"), bytes);
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// UTF-8 that was cut within a character stays UTF-8, as does that in which a part is of another encoding.
#[test]
fn half_a_character_of_utf8_says_nothing_against_it() {
    let cases: [(&[u8], &str); 6] = [
        ("(;PB[东升712]PW[x丸".as_bytes(), "东升712"),
        ("(;FF[4]PB[Köln]PW[Jü]RE[B+R];B[pd])".as_bytes(), "Köln"),
        (
            "(;FF[4]PB[武宮正樹]PW[林]RE[B+R];B[pd])".as_bytes(),
            "武宮正樹",
        ),
        ("(;FF[4]PB[Иван]PW[Ли]RE[B+R];B[pd])".as_bytes(), "Иван"),
        (
            "(;FF[4]CA[UTF-8]PB[聂卫平]PW[古]RE[B+R];B[pd])".as_bytes(),
            "聂卫平",
        ),
        (
            "(;FF[4]CA[UTF-8]PB[Smith]PW[é]RE[B+R];B[pd])".as_bytes(),
            "Smith",
        ),
    ];
    for (bytes, name) in cases {
        // The last byte beyond ASCII is left out.
        let last = bytes.iter().rposition(|byte| !byte.is_ascii()).unwrap();
        let cut = [&bytes[..last], &bytes[last + 1..]].concat();
        let source = read(&cut);
        assert!(
            source.text().contains(&format!("PB[{name}]PW[")),
            "{}",
            source.text()
        );
    }
    let mixed = [
        "(;FF[4]CA[UTF-8]PB[聂卫平]PW[".as_bytes(),
        &encoded("GBK", "古力"),
        b"]RE[B+R];B[pd])",
    ];
    let source = read(&mixed.concat());
    assert!(source.text().contains("PB[聂卫平]PW["), "{}", source.text());
    assert!(source.text().contains("]RE[B+R]"), "{}", source.text());
}

/// A letter of a Latin alphabet at the end of names could be half a character of UTF-8, but nothing is in UTF-8.
#[test]
fn accents_at_the_end_of_names_are_no_utf8() {
    for names in [["André", "René"], ["Tomá", "Žofie"], ["Strauß", "Gödel"]] {
        let text = format!("(;FF[4]CA[UTF-8]PB[{}]PW[{}];B[pd])", names[0], names[1]);
        let label = if text.contains('Ž') {
            "windows-1250"
        } else {
            "windows-1252"
        };
        let source = read(&encoded(label, &text));
        assert_eq!(source.text(), text);
        assert!(kinds(&source).contains(&EncodingProblemKind::WrongCharset));
    }
}

/// A file that ends after such a letter says no more for UTF-8.
#[test]
fn an_accent_at_the_end_of_a_file_is_no_utf8() {
    let text = "(;FF[4]CA[UTF-8]PB[René]PW[André];B[pd]C[René";
    assert_eq!(read(&encoded("windows-1252", text)).text(), text);
}

/// A correct `CA` is trusted, for any alphabet and any length of text.
#[test]
fn a_ca_that_is_right_is_believed() {
    let russian = [
        "Иван Петров",
        "Это игра",
        "Чёрные играют очень хорошо, а белые в опасности. Это игра профессионалов, и в ней много красивых ходов",
    ];
    let mut texts = Vec::new();
    for label in ["GB18030", "GBK", "GB2312", "EUC-KR", "EUC-JP", "Shift_JIS"] {
        texts.extend(russian.map(|text| (label, text)));
    }
    for label in ["GB18030", "GBK"] {
        texts.extend(
            [
                "ヒカルの碁、すばらしい",
                "ナイス、これは日本語です。",
                "これは日本語です",
                "ㄅㄆㄇㄈ",
                "αβγ Γεια",
                "王一",
            ]
            .map(|text| (label, text)),
        );
    }
    texts.push(("EUC-JP", "Γεια σου"));
    let mut wrong = Vec::new();
    for (label, words) in texts {
        for (before, behind) in [("", ""), ("FF[4]GM[1]", "PW[Smith];B[pd]C[")] {
            let text = if behind.is_empty() {
                format!("(;{before}CA[{label}]PB[{words}])")
            } else {
                format!("(;{before}CA[{label}]PB[{words}]{behind}{words}])")
            };
            let source = read(&encoded(label, &text));
            if source.text() != text {
                wrong.push(format!("{label}: {words}: {}", source.text()));
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// A `CA` that is wrong is not believed because of a letter or two in UTF-8.
#[test]
fn letters_in_utf8_stay_so() {
    for label in ["GB2312", "Big5", "Shift_JIS", "EUC-KR", "EUC-JP"] {
        for name in [
            "Müller",
            "André",
            "Ångström",
            "Ödön",
            "José",
            "Núñez",
            "Łukasz",
        ] {
            let text = format!("(;FF[4]CA[{label}]PB[{name}];B[pd])");
            assert_eq!(read(text.as_bytes()).text(), text, "{label}");
        }
    }
}
