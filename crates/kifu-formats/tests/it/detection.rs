//! Game records in SGF are not taken for another format.

use kifu_formats::Format;
use proptest::prelude::*;

/// Whether no other format is detected.
fn is_sgf(text: &str) -> bool {
    Format::of(text.as_bytes()).is_none()
}

#[test]
fn a_name_of_the_game_does_not_make_ggf() {
    for text in [
        "(;GM[Go]FF[4]SZ[19];B[pd];W[dd];)",
        "(;GM[Go]SZ[19]PB[x];B[pd];)",
        "(;GM[Othello]SZ[8];B[cd];W[cc];)",
        "(;GM[Othello]SZ[8];)",
        "(;FF[4](;GM[Go];B[aa];)(;B[bb];))",
        "(;FF[4]GM[Othello]B[cd];)",
        "(;SZ[19](;GM[K];W[aa];))(;B[bb];)",
        "(;GM[Go]B[pd](;W[dd];)(;W[dp];))",
    ] {
        assert!(is_sgf(text), "{text}");
    }
}

#[test]
fn ggf_is_detected() {
    for text in [
        "(;GM[Othello]TY[8]B[d3];)",
        "(;GM[Othello]PB[x]BO[8 ---]W[a1];)(;GM[Amazons]TY[10];)",
        "\n( ; GM[ Othello ] TY[8r4] B[d3//1] W[c5] ; )\n",
    ] {
        assert_eq!(
            Format::of(text.as_bytes()).map(Format::name),
            Some("ggf"),
            "{text}"
        );
    }
}

#[test]
fn a_quoted_game_does_not_hide_the_format() {
    const GAME: &str = "(;GM[1]SZ[9];B[cc])";
    for (before, name) in [
        ("[Event \"x\"]\n\n1. e4 {see ", Some("pgn")),
        ("\u{feff}\n% x\n[White \"x\"]\n{", Some("pgn")),
        ("[Event \"", Some("pgn")),
        ("1. e4 e5 2. Nf3 {see ", Some("pgn")),
        ("{intro} 1. e4 e5 2. Nf3 {see ", Some("pgn")),
        ("{intro} {more}\n1. e4 e5 2. Nf3 Nc6\n", Some("pgn")),
        ("1. e4 is the usual move, 2. Nf3 the next.\n", None),
        (
            "<?xml version=\"1.0\"?>\n<Go><GoGame><Nodes><Comment>",
            Some("xml"),
        ),
        ("<Go><GoGame name=\"", Some("xml")),
        (
            "<!-- Jago --><!DOCTYPE Go [ <!ELEMENT Go (GoGame)> ]>\n<Go><GoGame name=\"",
            Some("xml"),
        ),
        (
            "<!DOCTYPE Go [\n<!ELEMENT Go (GoGame)>\n] >\n<Go><GoGame name=\"",
            Some("xml"),
        ),
        ("<Go\tv=\"1\"><GoGame name=\"", Some("xml")),
        ("<GoGame\n name=\"x\"><Nodes>", Some("xml")),
        // Its root is another one.
        ("<?xml version=\"1.0\"?><html><Go><body>", None),
        ("EVENT\nBOARDSIZE 9\nB 1 e5\nCOM\n", Some("ishi")),
        ("BOARDSIZE 9\nCOM\n", Some("ishi")),
        ("\\HS\n", Some("gib")),
        // Text before a game of SGF.
        ("", None),
        (" \n", None),
        ("Hello,\n", None),
        ("Hello,\n[Event \"x\"]\n", None),
        ("<html><body>", None),
        ("White to play\n", None),
        ("Event  x\nBoardsize 9\n", None),
        ("$$B\n$$ | . X\n$$ | O\n", None),
        ("play B D4\nplay W D6\n", None),
        ("B1 Q16\n", None),
    ] {
        let text = format!("{before}{GAME}\n");
        let found = Format::of(text.as_bytes()).map(Format::name);
        assert_eq!(found, name, "{text}");
    }
}

#[test]
fn a_letter_is_not_ishi() {
    for (text, is_ishi) in [
        ("White to play\nhello world\n", false),
        ("Black Anna\nWhite Ben\nKomi 6.5\nResult B+R\n", false),
        (
            "Black to kill.\nB 1 is not enough.\nW\nBoardsize of 9\n",
            false,
        ),
        ("Event\nSetup of the stones\nVar\n", false),
        ("EVENT Club\nBLACK Anna\nWHITE Ben\n", true),
        ("EVENT Club\nBLACK Anna\nand Ben\n", false),
        ("BLACK Anna\nWHITE Ben\nB 1 q16\n", true),
        ("event club\nb 1: q16\nw 2. pass\n", true),
        ("SETUP B c3 g7\nB e5\n", true),
        ("KOMI 5.5\nBOARDSIZE 9\nB 1 e5\n", true),
    ] {
        let found = Format::of(text.as_bytes());
        assert_eq!(found == Some(Format::Ishi), is_ishi, "{text}: {found:?}");
    }
}

/// A node with properties and texts that other formats are detected by.
fn node() -> impl Strategy<Value = String> {
    let property = prop::sample::select(vec![
        "GM[Go]",
        "GM[Othello]",
        "TY[8]",
        "BO[8]",
        "B[aa]",
        "C[$$B\n$$ . X\n$$ O\n]",
        "C[\nplay B D4\nboardsize 19\n]",
        "EV[hex.littlegolem]",
        "C[[Header\\]\n[Data\\]\n]",
        "C[\\\\HS\n]",
        "C[{\"moveInfos\":{\"gamedata\":[\\]}}]",
        "RD[2001]",
    ]);
    prop::collection::vec(property, 0..4).prop_map(|all| format!(";{}", all.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_begins_with_its_version_is_sgf(
        space in "[ \n]{0,2}",
        line in prop::collection::vec(node(), 0..4),
        variations in prop::collection::vec(prop::collection::vec(node(), 1..4), 0..3),
    ) {
        let mut text = format!("{space}({space};FF[4]GM[1]{}", line.concat());
        for nodes in variations {
            text.extend(["(", &nodes.concat(), ")"]);
        }
        text.push(')');
        prop_assert!(is_sgf(&text), "{}", text);
    }
}
