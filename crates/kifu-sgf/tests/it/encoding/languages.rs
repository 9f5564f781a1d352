//! Natural texts of many languages, in each of their encodings: `testdata/encodings/texts.tsv`.

use kifu_sgf::encoding::{Charset, DoubtKind, EncodingProblemKind};
use kifu_testkit::workspace;

use super::{assert_none_is_wrong, charset, check_laws, kinds, read};

const JAPANESE: &[&str] = &["Shift_JIS", "EUC-JP", "ISO-2022-JP"];
const SIMPLIFIED: &[&str] = &["GB2312", "GBK", "GB18030", "HZ-GB-2312"];
const TRADITIONAL: &[&str] = &["Big5", "GBK", "GB18030"];
const CYRILLIC: &[&str] = &[
    "windows-1251",
    "KOI8-R",
    "KOI8-U",
    "IBM866",
    "ISO-8859-5",
    "x-mac-cyrillic",
];
const WESTERN: &[&str] = &["windows-1252", "ISO-8859-1", "ISO-8859-15", "macintosh"];
const CENTRAL: &[&str] = &["windows-1250", "ISO-8859-2"];

/// The encodings beside UTF-8 that files of a language use.
pub(super) fn encodings(language: &str) -> &'static [&'static str] {
    match language {
        "ja" => JAPANESE,
        "zh-Hans" => SIMPLIFIED,
        "zh-Hant" => TRADITIONAL,
        "ko" | "ko-Hani" => &["EUC-KR"],
        "ru" | "uk" => CYRILLIC,
        "de" | "fr" | "es" | "pt" | "it" | "nordic" => WESTERN,
        "pl" | "cs" | "hu" | "sl" => CENTRAL,
        "ro" => &["windows-1250", "ISO-8859-2", "ISO-8859-16"],
        "el" => &["windows-1253", "ISO-8859-7"],
        "tr" => &["windows-1254", "ISO-8859-9"],
        "baltic" => &["windows-1257", "ISO-8859-13"],
        "vi" => &["windows-1258"],
        "th" => &["windows-874"],
        "he" => &["windows-1255", "ISO-8859-8"],
        "ar" => &["windows-1256", "ISO-8859-6"],
        _ => panic!("no encodings for {language}"),
    }
}

/// Every text, with its language.
pub(super) fn texts() -> Vec<(String, String)> {
    let path = workspace().join("testdata/encodings/texts.tsv");
    let file = std::fs::read_to_string(path).unwrap();
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let texts = lines.flat_map(|line| {
        let mut fields = line.split('\t');
        let language = fields.next().unwrap().to_owned();
        let texts = fields.nth(1).unwrap().split('|');
        texts.map(move |text| (language.clone(), text.to_owned()))
    });
    texts.collect()
}

/// Files with `text` in one value, in several ones, in a variation only, and in a game after another one.
fn files(label: &str, text: &str) -> [String; 4] {
    [
        format!("(;FF[4]GM[1]CA[{label}]SZ[19]C[{text}];B[aa])"),
        format!("(;CA[{label}]PB[{text}]PW[Lee Sedol]RE[B+R];B[pd]C[{text}];W[dd])"),
        format!("(;FF[4]CA[{label}]PW[Smith];B[pd](;W[dd])(;W[dp]C[{text}](;B[aa])(;B[bb])))"),
        format!("(;CA[{label}]PB[{text}]PW[Cho];B[pd](;W[dd])(;W[pp]))\n(;CA[{label}]C[{text}])"),
    ]
}

#[test]
fn declared_encodings_are_believed() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (language, text) in texts() {
        for label in encodings(&language) {
            let charset = charset(label);
            for file in files(label, &text) {
                let Ok(bytes) = charset.encode(&file) else {
                    continue;
                };
                count += 1;
                let source = read(&bytes);
                if source.text() != file {
                    wrong.push(format!("{label}: {text}: {}", source.text()));
                } else if kinds(&source).contains(&EncodingProblemKind::WrongCharset) {
                    wrong.push(format!("{label}: {text}: wrong charset"));
                }
            }
        }
    }
    assert!(count > 20_000, "{count}");
    assert_none_is_wrong(&wrong);
}

#[test]
fn declared_encodings_are_believed_beside_other_games() {
    let others = ["UTF-8", "GBK", "windows-1251", "Shift_JIS"].map(|label| {
        let text = match label {
            "GBK" => "聂卫平 古力 黑中盘胜",
            "windows-1251" => "Александр Динерштейн",
            _ => "武宮正樹 黒中押し勝ち",
        };
        let game = format!("(;FF[4]CA[{label}]C[{text}])\n");
        charset(label).encode(&game).unwrap().into_owned()
    });
    let mut wrong = Vec::new();
    for (number, (language, text)) in texts().into_iter().enumerate() {
        for label in encodings(&language) {
            let game = format!("(;FF[4]CA[{label}]C[{text}];B[aa])");
            let Ok(bytes) = charset(label).encode(&game) else {
                continue;
            };
            let other = &others[number % others.len()];
            for file in [[other, &*bytes].concat(), [&*bytes, b"\n", other].concat()] {
                let source = read(&file);
                if !source.text().contains(&game) {
                    wrong.push(format!("{label}: {text}: {}", source.text()));
                }
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// Every character that an encoding of two bytes has, alone in its game.
#[test]
fn single_characters_are_believed() {
    let mut wrong = Vec::new();
    for label in ["Shift_JIS", "EUC-JP", "GBK", "Big5", "EUC-KR"] {
        let charset = charset(label);
        for char in ('\u{A0}'..='\u{9FFF}')
            .chain('\u{AC00}'..='\u{D7A3}')
            .chain('\u{FF01}'..='\u{FFEE}')
        {
            let text = char.to_string();
            let Ok(bytes) = charset.encode(&text) else {
                continue;
            };
            if std::str::from_utf8(&bytes).is_err() {
                continue;
            }
            let [file, ..] = files(label, &text);
            let source = read(&charset.encode(&file).unwrap());
            if source.text() != file {
                wrong.push(format!("{label}: {text}: {}", source.text()));
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// UTF-8 under a wrong `CA` is recognized if the declared reading is implausible. What remains is text of a letter or
/// two that the declared encoding reads as well.
#[test]
fn utf8_is_recognized_under_a_wrong_declaration() {
    let mut wrong = Vec::new();
    // Of 10,000 files, so many at most are read as declared.
    for (label, most) in [
        ("ISO-8859-1", 20),
        ("windows-1251", 120),
        ("KOI8-R", 20),
        ("GB2312", 470),
        ("Shift_JIS", 730),
        ("EUC-KR", 320),
        ("EUC-JP", 180),
        ("Big5", 180),
    ] {
        let (mut count, mut missed) = (0, Vec::new());
        for (_, text) in texts() {
            for file in files(label, &text).into_iter().filter(|_| !text.is_ascii()) {
                count += 1;
                if read(file.as_bytes()).text() != file {
                    missed.push(text.clone());
                }
            }
        }
        if missed.len() * 10_000 > most * count {
            let number = missed.len();
            missed.dedup();
            wrong.push(format!("{label}: {number} of {count}: {missed:?}"));
        }
    }
    assert_none_is_wrong(&wrong);
}

/// Text in UTF-8 with bytes lost to `?`, or cut, stays UTF-8, and is never rewritten without being asked for by name.
#[test]
fn damaged_utf8_stays_utf8() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (_, text) in texts() {
        let bytes = text.as_bytes();
        let is_lost = |byte: &u8| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
        let lost = |byte: &u8| if is_lost(byte) { b'?' } else { *byte };
        let damaged: Vec<u8> = bytes.iter().map(lost).collect();
        if damaged == bytes || text.chars().filter(|char| !char.is_ascii()).count() < 4 {
            continue;
        }
        for head in ["FF[4]", "FF[4]CA[UTF-8]"] {
            count += 1;
            let file = [b"(;", head.as_bytes(), b"PB[", &damaged, b"];B[aa])"].concat();
            let source = read(&file);
            check_laws(&source);
            let charset = source.segment_at(head.len() + 6).charset;
            let doubt = source.doubt().map(|doubt| doubt.kind);
            if charset != Charset::UTF_8 || doubt != Some(DoubtKind::Damaged) {
                wrong.push(format!("{head} {text}: {charset}: {}", source.text()));
            }
        }
    }
    assert!(count > 400, "{count}");
    assert_none_is_wrong(&wrong);
}
