//! Laws for any bytes.

use std::fs;
use std::time::{Duration, Instant};

use kifu_formats::{Confidence, Format};
use kifu_sgf::{Collection, GameTree};
use kifu_testkit::{corpus, generate, workspace};
use proptest::prelude::*;

/// Reading by every format does not panic, and gives SGF.
fn read_by_all(bytes: &[u8]) {
    detected_by_confidence(bytes);
    for &format in Format::ALL {
        let import = format.read(bytes);
        assert!(import.notes.iter().len() <= 100);
        let text = import.collection.to_compact();
        let back = Collection::from(text.clone());
        assert_eq!(
            back.len(),
            import.collection.len(),
            "{}: {text}",
            format.name()
        );
        assert_eq!(
            back.node_count(),
            import.collection.node_count(),
            "{}: {text}",
            format.name()
        );
        if format.writes() {
            for game in import.collection.games() {
                stays(format, game);
            }
        }
    }
}

/// The file that a format writes has all it can hold: reading and writing it again changes nothing.
fn stays(format: Format, game: GameTree<'_>) {
    let again = |bytes: &[u8]| {
        let back = format.read(bytes).collection;
        let export = (back.len() == 1).then(|| format.write_all(&back).ok());
        export.flatten().map(|export| export.bytes)
    };
    let Ok(export) = format.write(game) else {
        return;
    };
    // The first time, what was lost may have left its traces: a diagram of its own for a move that is not shown.
    let Some(second) = again(&export.bytes) else {
        return;
    };
    let third = again(&second).expect("it is one game again");
    let [second, third] = [second, third].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(third, second, "{}", format.name());
}

fn samples() -> Vec<Vec<u8>> {
    let files = corpus::files(&workspace().join("testdata/formats"), "");
    files
        .iter()
        .map(|path| fs::read(path).expect("it is there"))
        .collect()
}

/// Detection takes the format of the highest confidence, and its fast path changes nothing.
fn detected_by_confidence(bytes: &[u8]) {
    let detected = Format::detect(bytes);
    let best = Format::ALL
        .iter()
        .map(|format| format.confidence(bytes))
        .max();
    let highest = best.filter(|best| *best > Confidence::No);
    assert_eq!(
        detected.map(|(_, confidence)| confidence),
        highest,
        "{detected:?}: {}",
        String::from_utf8_lossy(bytes)
    );
    if let Some((format, confidence)) = detected {
        assert_eq!(format.confidence(bytes), confidence);
    }
}

/// Beginnings of all formats in one file.
fn mixed() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        "\\HS\n",
        "19\n",
        "x\n",
        "PMABBREER\n",
        "GI\n",
        "(RD[2001]GK[x]",
        "(TE[x]KO[6]",
        "(;GM[1]",
        "(;\nGM[1]",
        "(;B[aa])",
        ";",
        ")",
        "(",
        "EV[hex.littlegolem]",
        "SO[littlegolem.net]",
        "];",
        "(;GM[Othello]TY[8]B[d3];)",
        "GM[Go]",
        "[Header]\n",
        "NIP100;",
        "<Go>",
        "$$B\n",
        "$$ | . X\n",
        "play B D4\n",
        "boardsize 9\n",
        "EVENT x\n",
        "B 1 d4\n",
        "$ p1000000\n",
        "\u{feff}",
        " ",
        "\n",
    ]);
    prop::collection::vec(line, 0..8).prop_map(|lines| lines.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_surest_format_is_detected(bytes in mixed()) {
        detected_by_confidence(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_by_all(&bytes);
    }

    /// Samples cut short, with a piece changed or doubled.
    #[test]
    fn damaged_files(
        which in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        put in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(b"\n[]$|(){},;:0A\\ ".to_vec())], 0..6),
    ) {
        let samples = samples();
        let mut bytes = which.get(&samples).clone();
        bytes.truncate(cut.index(bytes.len() + 1));
        let place = at.index(bytes.len() + 1);
        let end = (place + 2).min(bytes.len());
        bytes.splice(place..end, put);
        read_by_all(&bytes);
    }
}

#[test]
fn every_truncation() {
    for sample in samples() {
        for end in (0..sample.len()).step_by(7) {
            read_by_all(&sample[..end]);
        }
    }
}

/// Long inputs of the shapes that hurt: a few seconds each at the very most.
#[test]
fn nothing_takes_long() {
    let repeat = |unit: &str| unit.repeat(400_000 / unit.len()).into_bytes();
    let mut inputs: Vec<_> = generate::hostile(200_000);
    for (name, start, unit) in [
        ("moves of GIB", "\\HS\n\\HE\n\\GS\n", "STO 0 2 1 3 3\n"),
        ("open fields of GIB", "\\HS\n", "\\[A=b\nc\n"),
        ("fields of GIB", "\\HS\n\\[GAMEINFOMAIN=", "A:b,c,"),
        ("moves of NGF", "x\n19\n", "PMABBREER\n"),
        ("comments of NGF", "x\n19\nPMABBREER\n", "IDB[1] x\n"),
        ("moves of UGF", "[Header]\n[Data]\n", "QP,B1,1,0\n"),
        (
            "figures of UGF",
            "[Header]\n[Data]\nQP,B1,1,0\n[Figure]\n",
            ".Fig,1\nQP,B1,0,0\nAA,B1,1,0\n",
        ),
        (
            "texts of UGF",
            "[Header]\n[Data]\nQP,B1,1,0\n[Figure]\n",
            ".Text,1\nx\n.#,1,1,a\n",
        ),
        ("diagrams", "", "$$B\n$$ | . 1 2\n"),
        ("commands of GTP", "boardsize 19\n", "play B D4\nundo\n"),
        ("open elements of XML", "<Go><GoGame><Nodes>", "<Variation>"),
        (
            "variations of XML",
            "<Go><GoGame><Nodes>",
            "<Variation><Black at=\"D4\"/></Variation>",
        ),
        (
            "comments of XML",
            "<Go><GoGame><Nodes><Node>",
            "<Comment><P>x</P></Comment>",
        ),
        (
            "properties of XML",
            "<Go><GoGame><Nodes><Node>",
            "<SGF type=\"AA\"><Arg>x</Arg></SGF>",
        ),
        ("variations of Ishi", "EVENT x\nB 1 d4\n", "VAR\nB 1 d5\n"),
        ("comments of Ishi", "EVENT x\nB 1 d4\n", "COM\nx\nENDCOM\n"),
        ("stones of GoTools", "$ p1000000\n", "AAA"),
        ("problems of GoTools", "", "$ p1000000\nAAA\nA+d#1:BA:\n"),
        ("games of GGF", "", "(;GM[Othello]TY[8]B[d3];)"),
        ("open GGF", "", "(;GM[Othello]B[d3"),
        ("points", "", "D4 Q16 "),
        ("variations of PGN", "[Event \"x\"]\n1. e4 ", "(1. d4 "),
        ("open tags of PGN", "", "[Event \"x"),
        ("comments of PGN", "[Event \"x\"]\n1. e4 ", "{x"),
        ("games of PGN", "", "[Event \"x\"]\n1. e4 *\n"),
        (
            "moves of Piskvork",
            "Piskvorky 20x20, 11:11, 0\n",
            "1,2,3\n",
        ),
        ("moves of RenLib", "\u{0}", "\u{1}\u{1}"),
        (
            "games of RIF",
            "<database><games>",
            "<game id=\"1\"><move>h8 h9</move></game>",
        ),
        ("open games of RIF", "<database><games>", "<game><move>h8"),
        ("moves of PandaNet", "", " 15(B): Q16 16(W): D4\n"),
        ("titles of PandaNet", "", "Game 1: a vs b\n 0(B): Q16\n"),
        (
            "moves of OGS",
            "{\"width\":19,\"height\":19,\"phase\":1,\"moves\":[[1,1]",
            ",[1,2]",
        ),
        ("open JSON", "", "[{\"moves\":"),
        ("answers of KataGo", "", "{\"moveInfos\":[]}\n"),
        ("records in JSON", "[\"(;GM[1])\"", ",\"(;B[aa])\""),
    ] {
        let mut bytes = start.as_bytes().to_vec();
        bytes.extend(repeat(unit));
        inputs.push((name, bytes));
    }
    for (name, bytes) in inputs {
        for &format in Format::ALL {
            let start = Instant::now();
            let import = format.read(&bytes);
            let read = start.elapsed();
            drop(import.collection.to_compact());
            let all = start.elapsed();
            assert!(
                all < Duration::from_secs(8),
                "{name} as {}: {read:?}, {all:?}",
                format.name()
            );
        }
    }
}

/// A few bytes name a whole board: the output is no more than a share of the input, and the stones come back.
#[test]
fn rectangles_are_not_multiplied() {
    let text = format!("(;FF[4]SZ[52]{})", ";AB[aa:ZZ]TR[aa:ZZ]".repeat(2_000));
    let collection = Collection::from(&*text);
    let game = collection.game(0).expect("there is a game");
    let written = Format::Xml.write(game).expect("it is square");
    let most = 40 * ((1 << 17) + text.len());
    assert!(written.bytes.len() < most, "{}", written.bytes.len());
    let back = Format::Xml.read(&written.bytes).collection;
    let last = |collection: &Collection| {
        let game = collection.game(0).expect("there is a game");
        let node = game.main_line().last().expect("there is a root");
        let size = kifu_sgf::value::Size::LARGEST;
        ["AB", "TR"].map(|identifier| node.points(identifier, size).len())
    };
    assert_eq!(last(&back), [52 * 52; 2]);
    assert_eq!(last(&back), last(&collection));
}
