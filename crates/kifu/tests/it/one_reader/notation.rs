//! The law on generated notations and on real files: properties that stand twice, long and lower-case names, compressed
//! lists.

use kifu::collection::extract;
use kifu::collection::transform::Turn;
use kifu::encoding::DecodeOptions;
use kifu::formats::Format;
use kifu::go::Symmetry;
use kifu::lint::{Applicability, fix};
use kifu::select::Selection;
use kifu::value::Size;
use kifu::{Collection, GameTree};
use kifu_testkit::corpus;
use proptest::prelude::*;

fn fixed(bytes: Vec<u8>) -> Collection {
    let options = kifu::lint::Options::default();
    let fixed = fix(
        bytes,
        &DecodeOptions::default(),
        &options,
        Applicability::Safe,
    );
    Collection::from_source(fixed.source)
}

/// Stones and marks of a node, each as a set of points.
fn points(game: GameTree<'_>) -> Vec<String> {
    let size = game.info().size().unwrap_or(Size::GO);
    let mut all = Vec::new();
    for node in game.nodes() {
        for identifier in ["AB", "AW", "AE", "TR", "TB"] {
            let points = node.points(identifier, size);
            let points: Vec<_> = points.iter().map(|point| point.to_string()).collect();
            all.push(points.join(" "));
        }
    }
    // Setup next to a move gets a node of its own.
    all.retain(|points| !points.is_empty());
    all
}

fn transformed(game: GameTree<'_>) -> Vec<String> {
    let mut turned = extract::main_line(game);
    let turn = Turn {
        symmetry: Symmetry::Rotate90,
        ..Turn::default()
    };
    match turn.apply(&mut turned.game_mut(0).unwrap()) {
        Ok(_) => {
            let turned = turned.game(0).unwrap();
            let mut all = points(turned);
            let moves = turned.main_line().filter_map(|node| node.play());
            all.extend(moves.map(|(color, at)| format!("{color}{}", at.trim())));
            all
        }
        Err(refusal) => vec![refusal.to_string()],
    }
}

/// The position at the end as a record, and the problems of the game.
fn extracted(game: GameTree<'_>) -> Vec<String> {
    let last = game.main_line().last().unwrap();
    let setup = |collection: &Collection| points(collection.game(0).unwrap()).join("/");
    let position = extract::position(last).as_ref().map(setup);
    let problems = extract::problems(game);
    position
        .into_iter()
        .chain(problems.iter().map(setup))
        .collect()
}

const EXPRESSIONS: [&str; 16] = [
    "size=19",
    "size=9",
    "komi=6.5",
    "komi",
    "handicap=2",
    "result=B+R",
    "result",
    "date=2003-04",
    "date",
    "black=Ada",
    "player",
    "rules",
    "has(AB)",
    "moves>=2",
    "rank>=1d",
    "event",
];

fn selected(game: GameTree<'_>) -> Vec<bool> {
    let matches = |text: &&str| text.parse::<Selection>().unwrap().matches(game);
    EXPRESSIONS.iter().map(matches).collect()
}

/// Checks the law for the bytes of a file, if it has one game that stays one.
fn check(bytes: &[u8]) {
    let before = Collection::from_bytes(bytes.to_vec());
    let after = fixed(bytes.to_vec());
    let text = before.text();
    assert_eq!(before.len(), after.len(), "{text}");
    for (old, new) in before.games().zip(after.games()) {
        assert_eq!(points(old), points(new), "points of {text}");
        assert_eq!(transformed(old), transformed(new), "transform of {text}");
        assert_eq!(extracted(old), extracted(new), "extract of {text}");
        assert_eq!(selected(old), selected(new), "selection of {text}");
        let xml = |game| {
            let written = Format::Xml.write(game).ok()?;
            let back = Format::Xml.read(&written.bytes).collection;
            Some(points(back.game(0)?))
        };
        assert_eq!(xml(old), xml(new), "XML of {text}");
    }
}

/// A property in one of the ways that programs write it.
fn property(
    short: &'static str,
    long: &'static str,
    values: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        short.to_owned(),
        long.to_owned(),
        short.to_lowercase(),
    ]);
    (
        name,
        prop::sample::subsequence(values, 1..=values.len().min(3)),
    )
        .prop_map(|(name, values)| format!("{name}[{}]", values.join("][")))
}

fn root() -> impl Strategy<Value = String> {
    let single = |short, long, values: &'static [&'static str]| {
        let name = prop::sample::select(vec![String::from(short), String::from(long)]);
        (name, prop::sample::select(values)).prop_map(|(name, value)| format!("{name}[{value}]"))
    };
    let any = prop_oneof![
        property("AB", "AddBlack", &["aa", "bb", "aa:bb", "cc:ee", "dd"]),
        property("AW", "AddWhite", &["ff", "gg:hh", "hh", "gg"]),
        property("TR", "TRiangle", &["aa", "aa:cc", "bb"]),
        single("PB", "PlayerBlack", &["Ada", "Ada "]),
        single("KM", "KoMi", &["6.5", "6,5"]),
        single("RE", "REsult", &["B+R", "b+res", "W+3.5"]),
        single("DT", "DaTe", &["2003-04-05", "2003/4/5"]),
        single("HA", "HAndicap", &["2", "2 "]),
    ];
    prop::collection::vec(any, 0..6).prop_map(|all| all.concat())
}

fn moves() -> impl Strategy<Value = String> {
    let at = prop::sample::select(vec!["ia", "ib", "ic", "id", "ie", "if"]);
    let color = prop::sample::select(vec!["B", "W", "b", "w", "Black", "White"]);
    let mark = prop_oneof![
        Just(String::new()),
        property("TR", "TRiangle", &["aa", "aa:cc", "bb"]),
        property("LB", "LaBel", &["aa:1", "bb:2"]),
    ];
    let node = (color, at, mark).prop_map(|(color, at, mark)| format!(";{color}[{at}]{mark}"));
    prop::collection::vec(node, 0..4).prop_map(|all| all.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn generated_notations_are_read_alike(root in root(), moves in moves()) {
        check(format!("(;FF[4]GM[1]SZ[9]{root}{moves})").as_bytes());
    }
}

#[test]
fn real_files_are_read_alike() {
    for (archive, step) in [("programs", 211), ("pro19", 797), ("problems", 997)] {
        let Some(folder) = corpus::archive(archive) else {
            return;
        };
        for path in corpus::files(&folder, "sgf").iter().step_by(step) {
            let bytes = std::fs::read(path).unwrap();
            if bytes.len() < 100_000 {
                check(&bytes);
            }
        }
    }
}
