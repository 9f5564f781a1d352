//! Games with names and words of `testdata/encodings/texts.tsv`, drawn at random: each, rightly declared, reads back.

use std::collections::BTreeMap;

use kifu_sgf::encoding::{DoubtKind, EncodingProblemKind};

use super::languages::{encodings, texts};
use super::{assert_none_is_wrong, charset, kinds, read};

/// Number of games of each language in each encoding, for each size.
const GAMES: usize = 400;

/// Numbers of texts in a game, and whether they are in upper case.
const SIZES: [(usize, bool); 6] = [
    (1, false),
    (1, true),
    (2, false),
    (4, false),
    (6, true),
    (12, false),
];

/// Encodings of neighbors, which have some or all of the letters of a language.
const FOREIGN: [(&str, &str); 8] = [
    ("sl", "windows-1252"),
    ("baltic", "windows-1252"),
    ("cs", "windows-1252"),
    ("hu", "windows-1252"),
    ("tr", "windows-1252"),
    ("baltic", "ISO-8859-4"),
    ("sl", "ISO-8859-15"),
    ("pl", "windows-1257"),
];

/// A linear congruential generator: the same games on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn game(label: &str, texts: &[String]) -> String {
    const NAMES: [&str; 12] = [
        "PB", "PW", "EV", "PC", "RO", "GN", "US", "AN", "SO", "ON", "BT", "WT",
    ];
    let properties = NAMES.iter().zip(texts);
    let properties = properties.map(|(name, text)| format!("{name}[{text}]"));
    let properties = properties.collect::<String>();
    format!("(;FF[4]GM[1]SZ[19]CA[{label}]{properties};B[pd])")
}

#[test]
fn drawn_games_are_read_as_declared() {
    let mut languages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (language, text) in texts() {
        languages.entry(language).or_default().push(text);
    }
    let pairs = languages.keys().flat_map(|language| {
        let own = encodings(language)
            .iter()
            .map(move |label| (&**language, *label));
        own.chain(FOREIGN.into_iter().filter(move |(of, _)| of == language))
    });
    let mut random = Random(23);
    let mut wrong = Vec::new();
    for (language, label) in pairs {
        let charset = charset(label);
        let written = |text: &String| charset.encode(text).is_ok();
        for (count, is_upper) in SIZES {
            let words = languages[language].iter();
            let words = words.map(|text| {
                if is_upper {
                    text.to_uppercase()
                } else {
                    text.clone()
                }
            });
            let words = words.filter(written).collect::<Vec<_>>();
            let mut missed = Vec::new();
            for _ in 0..GAMES {
                let drawn = (0..count).map(|_| words[random.below(words.len())].clone());
                let text = game(label, &drawn.collect::<Vec<_>>());
                let source = read(&charset.encode(&text).unwrap());
                if source.text() != text {
                    missed.push(format!("{text} -> {}", source.text()));
                } else if kinds(&source).contains(&EncodingProblemKind::WrongCharset) {
                    missed.push(format!("{text}: wrong charset"));
                }
            }
            missed.sort_by_key(String::len);
            if let Some(first) = missed.first() {
                let number = missed.len();
                wrong.push(format!(
                    "{language} {label} {count} {is_upper}: {number}: {first}"
                ));
            }
        }
    }
    assert_none_is_wrong(&wrong);
}

/// A guess against a declaration that is possible is in doubt: the file is not rewritten unless its encoding is named.
#[test]
fn a_guess_against_a_declaration_is_in_doubt() {
    for (label, own, text) in [
        ("ISO-8859-1", "GBK", "聂卫平 古力九段 中国围棋队 黑中盘胜"),
        (
            "windows-1252",
            "Shift_JIS",
            "井山裕太 武宮正樹 九段 黒中押し勝ち",
        ),
        ("ISO-8859-1", "EUC-KR", "조훈현 이창호 구단은 바둑을 둔다"),
        (
            "ISO-8859-1",
            "windows-1251",
            "Александр Динерштейн, победа белых",
        ),
        ("macintosh", "GBK", "聂卫平 古力九段 中国围棋队 黑中盘胜"),
    ] {
        let text = game(label, &[text.to_owned()]);
        let source = read(&charset(own).encode(&text).unwrap());
        assert_eq!(source.text(), text, "{label} {own}");
        let doubt = source.doubt().expect("a guess");
        assert_eq!(
            (doubt.kind, doubt.charset),
            (DoubtKind::Guess, charset(own))
        );
    }
}
