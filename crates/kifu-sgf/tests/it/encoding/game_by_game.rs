//! Reading game by game finds the same encodings as reading the whole file.

use kifu_sgf::encoding::{Decision, DecodeOptions, Source};
use kifu_sgf::{Collection, GameReader};
use proptest::prelude::*;

use super::{charset, encoded};

/// The texts of all games of a file, one by one.
fn game_by_game(bytes: &[u8]) -> Vec<String> {
    GameReader::new(bytes)
        .map(|game| game.unwrap().text().to_owned())
        .collect()
}

const NAMES: [(&str, [&str; 4]); 5] = [
    ("GB18030", ["李", "常昊", "古力", "马晓春"]),
    ("Shift_JIS", ["林", "趙治勲", "高尾", "結城聡"]),
    ("Big5", ["王", "周俊勳", "林海峰", "張栩"]),
    ("EUC-KR", ["조훈현", "이창호", "박", "유창혁"]),
    ("windows-1251", ["Шикшин", "Иван", "Сурин", "Ли"]),
];

/// Games read together: one with much evidence, and names with little.
const COMMENTS: [&str; 5] = [
    "黑棋在布局阶段取得了实地，白棋得到了外势。中盘战斗中白棋出现失误，黑棋因此占优。",
    "黒は序盤で地を取り、白は外勢を得た。中盤の戦いで白が失着を打ち、黒が優勢になった。",
    "黑棋在佈局階段取得了實地，白棋得到了外勢。中盤戰鬥中白棋出現失誤，黑棋因此佔優。",
    "이 바둑은 아주 재미있는 한 판이었다. 흑이 초반에 실리를 차지하고 백은 세력을 얻었다.",
    "Чёрные в начале партии заняли углы, а белые построили большое влияние в центре доски.",
];

/// Names and comments, far more than a window of the reader: each name is read as its neighbors are.
#[test]
fn names_are_read_as_the_games_around_them() {
    for ((label, names), comment) in NAMES.into_iter().zip(COMMENTS) {
        let mut expected = Vec::new();
        for number in 0..8_000 {
            let name = names[number % 4];
            expected.push(if number % 50 == 7 {
                format!("(;GM[1]C[{comment}];B[aa])\n")
            } else {
                format!("(;GM[1]PB[{name}];B[aa];W[bb];B[cc];W[dd];B[ee])\n")
            });
        }
        let bytes = encoded(label, &expected.concat());
        assert!(bytes.len() > 300_000);
        let found = game_by_game(&bytes).concat();
        let wrong = found
            .lines()
            .zip(expected.iter())
            .find(|(found, expected)| found != &expected.trim_end());
        assert_eq!(wrong, None, "{label}");
    }
}

/// Root properties in the variations of a valid game do not split it, and `CA` in them declares nothing.
#[test]
fn a_lawful_game_is_one_decision() {
    for (before, line) in [("", "\n"), ("\n", " "), ("(;GM[1])\n", "\n")] {
        for (label, other) in [("GBK", "Big5"), ("Big5", "GBK"), ("GBK", "UTF-8")] {
            let text = [
                format!("{before}(;AB[pd]AW[qf]FF[4]GM[1]SZ[19]CA[{label}]"),
                "(;AB[cc]PL[W]C[白棋在中盤];W[dd])".to_owned(),
                format!("(;FF[4]GM[1]CA[{other}]PB[常昊]PW[林海峰]C[黑棋在]"),
                "(;SZ[19]AP[x]GM[1])(;AB[ee]PL[W];W[ff])))".to_owned(),
            ];
            let text = text.join(line);
            let bytes = encoded(label, &text);
            let source = Source::new(bytes.clone(), &DecodeOptions::default());
            assert_eq!(source.text(), text, "{label}");
            let own = source
                .segments()
                .iter()
                .filter(|segment| segment.declared.is_some());
            let own = own.collect::<Vec<_>>();
            assert_eq!(own.len(), 1, "{label} {other}: {own:?}");
            assert_eq!(own[0].decision, Decision::Declared);
            let games = Collection::from_bytes(bytes.clone()).len();
            assert_eq!(games, 1 + usize::from(before.contains('(')));
            assert_eq!(game_by_game(&bytes).concat(), text, "{label}");
        }
    }
}

/// A tree without a node is no game: it belongs to the one before it, or to the first one.
#[test]
fn each_item_is_one_game() {
    for (text, games) in [
        ("(;B[aa])()", 1),
        ("()(;B[aa])", 1),
        ("(()())(;B[aa])(())() x (;B[bb])\n()", 2),
        ("(;B[aa])(;B[bb])()(;B[cc])((;B[dd]))", 4),
    ] {
        let read = GameReader::new(text.as_bytes()).map(Result::unwrap);
        let read = read.collect::<Vec<_>>();
        let counts = read.iter().map(Collection::len).collect::<Vec<_>>();
        assert_eq!(counts, vec![1; games], "{text}");
        assert_eq!(read.iter().map(Collection::text).collect::<String>(), text);
    }
}

/// Text before a game that is not the first one is between games.
#[test]
fn problems_are_those_of_the_whole() {
    let text = "a(;B[aa])b(;B[bb]x)c(;B[cc])d";
    let kinds = |collection: &Collection| {
        let problems = collection.problems().iter();
        problems.map(|problem| problem.kind).collect::<Vec<_>>()
    };
    let read = GameReader::new(text.as_bytes()).map(|game| kinds(&game.unwrap()));
    assert_eq!(
        read.flatten().collect::<Vec<_>>(),
        kinds(&Collection::from(text))
    );
}

/// Evidence from games that were taken as bytes does not affect later games.
#[test]
fn games_may_be_taken_as_bytes_between() {
    let text = (0..200).fold(String::new(), |text, number| {
        let comment = if number % 20 == 3 { COMMENTS[1] } else { "林" };
        text + &format!("(;GM[1]C[{comment}];B[aa])\n")
    });
    let bytes = encoded("Shift_JIS", &text);
    let options = DecodeOptions::default().with_charset(charset("Shift_JIS"));
    let mut reader = GameReader::new(&bytes[..]);
    let mut found = String::new();
    while let Some(game) = reader.next() {
        found += game.unwrap().text();
        if let Some((bytes, _)) = reader.next_bytes(100).unwrap() {
            found += Collection::from_bytes_with(bytes, &options).text();
        }
    }
    assert_eq!(found, text);
}

/// A NUL is no sign of UTF-16, in which the whole is one item.
#[test]
fn a_nul_near_the_start() {
    let bytes = b"(;C[\0])(;C[b])(;C[c])";
    assert_eq!(game_by_game(bytes), ["(;C[\0])", "(;C[b])", "(;C[c])"]);
    let wide = encoded("UTF-16LE", "(;C[b])(;C[c])");
    assert_eq!(GameReader::new(&wide[..]).count(), 1);
}

proptest! {
    /// If a window holds the whole file, the guesses are the same.
    #[test]
    fn small_files_are_guessed_as_a_whole(
        games in prop::collection::vec((0..5_usize, 0..6_usize, any::<bool>()), 1..30),
        other in 0..8_usize,
    ) {
        let first = games[0].0;
        let mut bytes = Vec::new();
        for (of, which, mixes) in games {
            let of = if mixes && other == 0 { of } else { first };
            let (label, names) = NAMES[of];
            let text = match which {
                0..4 => format!("(;GM[1]PB[{}];B[aa])\n", names[which]),
                4 => format!("(;GM[1]C[{}])", COMMENTS[of]),
                _ => "(;GM[1]PB[Lee])\n".to_owned(),
            };
            bytes.extend(encoded(label, &text));
        }
        let whole = Collection::from_bytes(bytes.clone());
        prop_assert_eq!(game_by_game(&bytes).concat(), whole.text());
    }
}
