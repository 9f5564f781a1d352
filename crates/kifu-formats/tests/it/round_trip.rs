//! From SGF and back: content that a format can hold is kept, and the rest is reported.

use std::collections::BTreeMap;

use kifu_formats::{Format, Lost};
use kifu_sgf::value::{self, Size, point_list};
use kifu_sgf::{Collection, GameTree, Node};
use proptest::prelude::*;

use crate::round_trip::games::{Recipe, recipe};

mod games;
mod othello;

/// The properties of a node that a format holds: lists of points as sets, texts as they read.
fn held(node: Node<'_>, format: Format, size: Size) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for property in node.properties() {
        let identifier = property.identifier().into_owned();
        if ["FF", "GM", "CA"].contains(&&*identifier)
            || !format.support().has(&identifier, node.is_root())
        {
            continue;
        }
        let is_list =
            ["AB", "AW", "AE", "TR", "SQ", "CR", "MA", "TB", "TW", "VW"].contains(&&*identifier);
        let values = all.entry(identifier).or_default();
        for raw in property.values() {
            match point_list::parse_lenient(raw, size) {
                Ok(items) if is_list => {
                    values.extend(point_list::expand(items.value).map(|point| point.to_string()));
                }
                // A paragraph is one line there.
                _ if format == Format::Ishi => {
                    let text = kifu_syntax::text::unescape_text(raw);
                    values.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                _ => values.push(kifu_syntax::text::unescape_text(raw).trim().to_owned()),
            }
        }
        values.sort();
    }
    all
}

/// The number of the parent of a node, and the properties of the node.
pub(crate) type Shape = Vec<(usize, BTreeMap<String, Vec<String>>)>;

/// A game as a format holds it.
pub(crate) fn shape(game: GameTree<'_>, format: Format) -> Shape {
    let raw = game.root().value("SZ").unwrap_or("19");
    let raw = if game.kind() == Some(kifu_sgf::schema::Game::Othello) {
        "8"
    } else {
        raw
    };
    let size = value::size::parse_lenient(raw).expect("a size").value;
    let mut nodes: Vec<_> = if format.support().variations {
        game.nodes().collect()
    } else {
        game.main_line().collect()
    };
    if format.support().nodes.is_empty() {
        nodes.truncate(1);
    }
    let numbers: BTreeMap<_, _> = nodes
        .iter()
        .enumerate()
        .map(|(index, node)| (node.id(), index))
        .collect();
    let parent = |node: &Node<'_>| node.parent().map_or(0, |parent| numbers[&parent.id()]);
    nodes
        .iter()
        .map(|node| (parent(node), held(*node, format, size)))
        .collect()
}

/// Writes a game, reads it back and compares; returns the losses.
fn there_and_back(format: Format, text: &str) -> Result<Vec<String>, TestCaseError> {
    let collection = Collection::from(text.to_owned());
    let game = collection.game(0).expect("one game");
    let export = format.write(game).expect("it can be written");
    let written = String::from_utf8_lossy(&export.bytes).into_owned();
    prop_assert_eq!(Format::of(&export.bytes), Some(format), "{}", written);
    let import = format.read(&export.bytes);
    let back = import.collection.game(0);
    prop_assert!(back.is_some(), "{}", written);
    let back = back.expect("it was asked");
    prop_assert!(
        import.notes.is_empty(),
        "{}: {:?}\n{}",
        text,
        import.notes,
        written
    );
    prop_assert_eq!(import.collection.len(), 1, "{}\n{}", text, written);
    prop_assert_eq!(
        shape(back, format),
        shape(game, format),
        "{}\n{}\n{}",
        text,
        written,
        import.collection.to_compact()
    );
    // Properties without a place in the format are counted, each as often as it occurs.
    let nodes: Vec<_> = if format.support().variations {
        game.nodes().collect()
    } else {
        game.main_line().collect()
    };
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    for node in nodes {
        for property in node.properties() {
            let identifier = property.identifier().into_owned();
            let is_neutral = ["FF", "GM", "CA"].contains(&&*identifier);
            if !is_neutral && !format.support().has(&identifier, node.is_root()) {
                *expected.entry(identifier).or_default() += 1;
            }
        }
    }
    for (identifier, count) in &expected {
        let lost = export
            .losses
            .iter()
            .find(|loss| loss.lost == Lost::Property(identifier.clone()));
        prop_assert!(
            lost.is_some_and(|loss| loss.count >= *count),
            "{identifier}: {:?}",
            export.losses
        );
    }
    Ok(export.losses.iter().map(ToString::to_string).collect())
}

#[test]
fn text_in_a_charset_is_a_loss() {
    let collection = Collection::from("(;GM[1]CA[UTF-8][Kept by Bob]CA[gbk][x y]SZ[9];B[aa])");
    let plain = Collection::from("(;GM[1]CA[x-own]CA[UTF-8]SZ[9];B[aa])");
    for format in [Format::Xml, Format::Ishi, Format::Ogs] {
        let losses = |collection: &Collection| {
            let export = format.write_all(collection).unwrap();
            export
                .losses
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(losses(&collection), ["2 `CA`"], "{}", format.name());
        assert!(losses(&plain).is_empty(), "{}", format.name());
    }
}

fn check(format: Format, recipe: &Recipe) -> Result<(), TestCaseError> {
    there_and_back(format, &recipe.text(format)).map(|_| ())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gtp(recipe in recipe()) {
        check(Format::Gtp, &recipe)?;
    }

    #[test]
    fn sensei(recipe in recipe()) {
        check(Format::Sensei, &recipe)?;
    }

    #[test]
    fn coordinates(recipe in recipe()) {
        check(Format::Coordinates, &recipe)?;
    }

    #[test]
    fn xml(recipe in recipe()) {
        check(Format::Xml, &recipe)?;
    }

    #[test]
    fn ishi(recipe in recipe()) {
        check(Format::Ishi, &recipe)?;
    }

    #[test]
    fn gotools(recipe in recipe()) {
        check(Format::GoTools, &recipe)?;
    }

    #[test]
    fn ogs(recipe in recipe()) {
        check(Format::Ogs, &recipe)?;
    }

    #[test]
    fn katago(recipe in recipe()) {
        check(Format::Katago, &recipe)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ggf(choices in prop::collection::vec(any::<u8>(), 0..70), value in prop::option::of(-64..64_i32)) {
        let value = value.map(|value| format!("V[{value}]")).unwrap_or_default();
        let text = othello::game("PB[Ben]PW[Anna]BR[1500]DT[2003-12-15]PC[here]TM[300]RE[W+12]C[x]", &choices, &value);
        there_and_back(Format::Ggf, &text)?;
    }

    #[test]
    fn wthor(choices in prop::collection::vec(any::<u8>(), 0..70)) {
        let root = "PB[WTHOR player 7]PW[WTHOR player 65535]EV[WTHOR tournament 2]DT[1999]RE[B+12]KM[1]";
        let text = othello::game(root, &choices, "C[y]");
        there_and_back(Format::Wthor, &text)?;
    }
}

/// Chess keeps its tree: comments, variations, annotations, and tags without a property.
#[test]
fn pgn_keeps_the_moves() {
    for text in [
        "(;FF[4]GM[3]SZ[8]EV[Cup]PC[Edo]DT[2024-05-03]RO[1]PW[A \"x\" \\\\]PB[B]RE[W+]WR[1900]XPGN[ECO:C20][PlyCount:7]C[Start.]\
         ;W[e4];B[e5](;W[Bc4]XNAG[1][10]C[Good.];B[Nc6](;W[Qh5];B[Nf6];W[Qxf7#])(;W[d3]))(;W[Nf3](;B[d6])(;B[Nc6]C[Two\nlines.])))",
        "(;GM[3]SZ[8]RE[Draw]PL[B]XPGN[FEN:4k3/8/8/8/8/8/4q3/4K3 b - - 0 1][SetUp:1];B[Qe3+];W[Kf1])",
        "(;GM[3]SZ[8]PW[A];W[O-O-O];B[e8=Q+])",
        "(;GM[3]SZ[8]XPGN[Site:-][Date:-][Round:-][ECO:C20];W[e4];B[e5](;W[Nf3])(;W[d4]C[Before and after.]))",
        "(;GM[2]SZ[8]PB[A]DT[1956];B[fe];W[fd];B[](;W[cc])(;W[dc]))",
    ] {
        let lost = there_and_back(Format::Pgn, text);
        assert_eq!(
            lost.unwrap_or_else(|error| panic!("{error}")),
            Vec::<String>::new(),
            "{text}"
        );
    }
}

/// The reason for a win is kept; a margin is reported.
#[test]
fn pgn_keeps_reasons_for_results() {
    for (root, losses) in [
        ("RE[B+T]", 0),
        ("RE[W+R]", 0),
        ("RE[B+F]", 0),
        ("RE[W+T]XPGN[Termination:Time forfeit]", 0),
        ("RE[W+]XPGN[Termination:Normal]", 0),
        (
            "RE[W+T]XPGN[Termination:adjudication][Termination:time forfeit]",
            0,
        ),
        ("RE[W+3.5]", 1),
        ("RE[W+R]XPGN[Termination:Normal]", 1),
    ] {
        for game in ["GM[3]SZ[8]", "GM[2]SZ[8]"] {
            let text = format!("(;FF[4]{game}{root})");
            let game = Collection::from(&*text);
            let export = Format::Pgn.write_all(&game).expect("it is written");
            assert_eq!(export.losses.len(), losses, "{text}");
            if losses == 0 {
                let lost = there_and_back(Format::Pgn, &text);
                assert!(lost.is_ok_and(|lost| lost.is_empty()), "{text}");
            }
        }
    }
}

/// A tree of moves as PGN has them, written twice.
/// A comment that quotes another game stays one.
#[test]
fn pgn_keeps_games_in_comments() {
    let quoted = "See\n\n[Event \"b\"\\]\n\n1. d4";
    let text = |quoted: &str| format!("(;GM[3]SZ[8];W[e4]C[{quoted}];B[e5])");
    let lost = there_and_back(Format::Pgn, &text(quoted)).expect("it is the same");
    assert!(lost.is_empty(), "{lost:?}");
    let export = Format::Pgn
        .write_all(&Collection::from(text(&format!("{quoted} {{x"))))
        .expect("it is chess");
    let lost: Vec<_> = export.losses.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["1 sign `{` of comments"]);
    let back = Format::Pgn.read(&export.bytes).collection;
    assert_eq!((back.len(), back.node_count()), (1, 3));
}

#[test]
fn pgn_of_deep_and_wide_trees() {
    let deep = "(;W[a1];B[a2]".repeat(20_000) + &")".repeat(20_000);
    let wide = format!("(;GM[3]SZ[8];W[e4]{})", "(;B[e5])".repeat(20_000));
    for text in [format!("(;GM[3]SZ[8]{deep})"), wide] {
        let game = Collection::from(text);
        let export = Format::Pgn.write_all(&game).expect("it is chess");
        let back = Format::Pgn.read(&export.bytes).collection;
        assert_eq!(back.node_count(), game.node_count());
    }
}

/// Hex keeps its tree, in the words of the server.
#[test]
fn hsgf_keeps_everything() {
    for text in [
        "(;FF[4]GM[11]EV[hex.rt.1]SO[https://www.littlegolem.net]SZ[13]RE[B+]PL[W];W[a1];B[swap-pieces]\
         (;W[m13]C[Two letters: mm.];B[resign])(;W[c4];B[d10]))",
        "(;GM[11]EV[hex.x]SO[littlegolem]SZ[30]PL[W];W[ad28];B[z1])",
    ] {
        let lost = there_and_back(Format::Hsgf, text);
        assert_eq!(
            lost.unwrap_or_else(|error| panic!("{error}")),
            Vec::<String>::new(),
            "{text}"
        );
    }
    let swap = "(;GM[11]EV[hex.x]SO[littlegolem]SZ[5];W[a1];B[swap-sides];W[forfeit])";
    let export = Format::Hsgf
        .write_all(&Collection::from(swap))
        .expect("it is Hex");
    let lost: Vec<_> = export.losses.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["1 `B`", "1 `W`"]);
}

/// Names of players and tournaments are in separate files.
#[test]
fn wthor_has_names_beside() {
    let game = Collection::from(
        "(;GM[2]SZ[8]PB[WTHOR player 1]PW[WTHOR player 9]EV[WTHOR tournament 0];B[fe])",
    );
    let mut list = vec![0; 16];
    for name in ["???", "Tamenori H."] {
        let mut entry = name.as_bytes().to_vec();
        entry.resize(20, 0);
        list.extend(entry);
    }
    let mut named = game;
    kifu_formats::wthor::name(&mut named, &list, b"short");
    let root = named.game(0).expect("it is there").root();
    assert_eq!(root.simple_text("PB").as_deref(), Some("Tamenori H."));
    assert_eq!(root.simple_text("PW").as_deref(), Some("WTHOR player 9"));
    assert_eq!(
        root.simple_text("EV").as_deref(),
        Some("WTHOR tournament 0")
    );
}

#[test]
fn losses_are_named() {
    let text = "(;GM[1]SZ[9]KM[6.5]PB[A]C[x];B[aa]C[y]TR[aa](;W[bb])(;W[cc]))";
    let lost = there_and_back(Format::Gtp, text).expect("it is kept");
    assert_eq!(lost, ["2 `C`", "1 `PB`", "1 `TR`", "1 variation"]);
}

fn losses(format: Format, games: &str) -> Vec<String> {
    let export = format.write_all(&Collection::from(games.to_owned()));
    let losses = export.expect("it is written").losses;
    losses.iter().map(ToString::to_string).collect()
}

/// A query without rules is refused by the engine, and so is a komi of another fraction than a half.
#[test]
fn katago_has_rules_and_half_points() {
    const ADDED: &str = "1 game without rules that KataGo knows, written with `tromp-taylor`";
    for (root, written, expected) in [
        ("RU[Japanese]KM[6.5]", "\"komi\":6.5", &[][..]),
        ("RU[Tromp-Taylor]", "\"rules\":\"tromp-taylor\"", &[]),
        ("", "\"rules\":\"tromp-taylor\"", &[ADDED]),
        (
            "RU[house]",
            "\"rules\":\"tromp-taylor\"",
            &["1 `RU`", ADDED],
        ),
        ("RU[Ing]", "\"rules\":\"goe\"", &[]),
        ("RU[japanese]", "\"rules\":\"japanese\"", &[]),
        (
            "RU[koSIMPLEscoreAREAtaxNONEsui0]",
            "\"rules\":\"koSIMPLEscoreAREAtaxNONEsui0\"",
            &[],
        ),
        (
            "RU[{\"ko\":\"SIMPLE\"}]",
            "\"rules\":{\"ko\":\"SIMPLE\"}",
            &[],
        ),
        ("RU[Chinese]KM[3.75]", "\"komi\":7.5", &[]),
        ("RU[AGA]KM[3.75]", "\"komi\":4.0", &["1 `KM`"]),
        ("RU[AGA]KM[200]", "\"moves\":[]", &["1 `KM`"]),
    ] {
        let text = format!("(;GM[1]SZ[9]{root})");
        assert_eq!(losses(Format::Katago, &text), expected, "{root}");
        let bytes = Format::Katago.write_all(&Collection::from(text)).unwrap();
        let query = String::from_utf8(bytes.bytes).unwrap();
        assert!(query.contains(written), "{query}");
        assert!(!query.contains("200"), "{query}");
    }
}

/// Komi, rules and time of an engine hold for its later games.
#[test]
fn gtp_reports_settings_of_earlier_games() {
    let game = "(;GM[1]SZ[9];B[aa])";
    let set = "(;GM[1]SZ[9]KM[6.5]RU[Japanese]TM[60];B[aa])";
    assert_eq!(
        losses(Format::Gtp, &[game, set, set].concat()),
        Vec::<String>::new()
    );
    assert_eq!(
        losses(
            Format::Gtp,
            &[set, game, game, "(;GM[1]SZ[9]KM[0];B[aa])"].concat()
        ),
        [
            "2 games without a `KM` of GTP, in which the komi of an earlier one holds",
            "3 games without a `RU` of GTP, in which the rules of an earlier one hold",
            "3 games without a `TM` of GTP, in which the time of an earlier one holds",
        ]
    );
}

/// A score is written in any case: it is a fact only of a finished game.
#[test]
fn wthor_reports_results_without_a_score() {
    const ADDED: &str =
        "1 unfinished game without a result, written with a score by its last position";
    let lost = |root: &str| losses(Format::Wthor, &format!("(;GM[2]SZ[8]{root};B[fe])"));
    assert_eq!(lost("RE[B+12]"), Vec::<String>::new());
    assert_eq!(lost("RE[W+R]"), ["1 `RE`"]);
    assert_eq!(lost(""), [ADDED]);
    // White has no disc left.
    let finished = "(;GM[2]SZ[8];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])";
    assert_eq!(losses(Format::Wthor, finished), Vec::<String>::new());
}

/// A move in the root is written by every format of Go that has moves.
#[test]
fn moves_of_the_root_are_written() {
    let text = "(;GM[1]SZ[9]RU[Japanese]B[aa]W[ii]C[x];B[bb](;W[cc])(;W[dd]))";
    let moved = "2 moves in the root, written after it";
    for (format, expected) in [
        (Format::Gtp, &["1 `C`", "1 variation"][..]),
        (Format::Coordinates, &["1 `C`", "1 `RU`", "1 variation"]),
        (Format::Ogs, &["1 `C`", "1 variation"]),
        (Format::Katago, &["1 `C`", "1 variation"]),
        (Format::Ishi, &[moved]),
        (Format::Xml, &[moved]),
    ] {
        assert_eq!(losses(format, text), expected, "{}", format.name());
        let export = format.write_all(&Collection::from(text)).unwrap();
        let back = format.read(&export.bytes).collection.to_compact();
        assert!(
            back.contains(";B[aa];W[ii];B[bb]") && back.contains("W[cc]"),
            "{}: {back}",
            format.name()
        );
        assert_eq!(
            back.contains("(;W[cc])(;W[dd])"),
            format.support().variations,
            "{}: {back}",
            format.name()
        );
    }
}

/// Broken files have several values where the standard has one. A format has a place for the first.
#[test]
fn further_values_are_losses() {
    let game = Collection::from("(;GM[1]SZ[9]PB[x][z]PB[y];B[aa]C[first]C[second];W[bb][cc])");
    for (format, expected) in [
        (
            Format::Ishi,
            &["1 `C`", "2 `PB`", "1 node with two moves, written as two"][..],
        ),
        (Format::Xml, &["1 `PB`", "1 `W`"]),
    ] {
        let losses = format.write_all(&game).expect("it is written").losses;
        let losses: Vec<_> = losses.iter().map(ToString::to_string).collect();
        assert_eq!(losses, expected, "{}", format.name());
    }
}

/// XML has one comment for a node, with the texts of all values.
#[test]
fn xml_joins_comments() {
    let game = Collection::from("(;GM[1]SZ[9];B[aa]C[first][second]C[third])");
    let export = Format::Xml.write_all(&game).expect("it is written");
    assert_eq!(export.losses, []);
    let back = Format::Xml.read(&export.bytes).collection;
    let comment = back
        .game(0)
        .and_then(|game| game.main_line().nth(1)?.text("C"));
    assert_eq!(comment.as_deref(), Some("first\nsecond\nthird"));
}

/// A property without an XML element is kept unchanged.
#[test]
fn xml_keeps_everything() {
    for text in [
        "(;GM[1]SZ[9]AP[Kifu:1]EV[An event]ON[x]OT[5x30 byo-yomi]HA[0]KM[5.5]PL[W]ST[2]\
         ;B[aa]BL[300]OB[3]WL[200]MN[1];W[]MN[8]N[x]GB[2]TE[1];B[bb]MN[3]KO[]\
         (;W[cc]MN[4]AR[aa:bb]LN[cc:dd]DD[aa:cc]VW[]TB[]TW[aa][bb];AB[dd:ff]AE[aa]FG[257:A figure\\: b]PM[2])\
         (;W[dd]MN[20];B[ee]XX[a\\]b][c])(;C[ no move ]LB[aa:A][bb:12\\:30];W[ff]))",
        "(;GM[1]SZ[30]AB[aa][DD];B[zz];W[AA])",
        "(;GM[1]SZ[19](;GN[one];B[aa])(;GN[two]PB[x];B[bb]))",
        "(;GM[1]SZ[5];B[aa]W[bb];AB[cc]W[dd])",
        "(;GM[1]SZ[5]PB[x]PB[y]GN[a]GN[b];B[aa])",
    ] {
        let lost = there_and_back(Format::Xml, text);
        assert_eq!(
            lost.unwrap_or_else(|error| panic!("{error}")),
            Vec::<String>::new(),
            "{text}"
        );
    }
}

/// Games and problems of several files in one.
#[test]
fn several_games_in_a_file() {
    let games = Collection::from(
        "(;SZ[19]GN[p0000001]AB[aa]AW[bb])(;SZ[19]GN[p0000002]AW[cc])(;SZ[19]GN[p0000003])",
    );
    for format in [Format::GoTools, Format::Xml, Format::Ishi, Format::Sensei] {
        let export = format.write_all(&games).expect("it holds several");
        let back = format.read(&export.bytes).collection;
        assert_eq!(
            back.len(),
            3,
            "{}: {}",
            format.name(),
            String::from_utf8_lossy(&export.bytes)
        );
        for (game, other) in games.games().zip(back.games()) {
            let size = Size::GO;
            assert_eq!(
                held(game.root(), format, size),
                held(other.root(), format, size)
            );
        }
    }
}

#[test]
fn moves_of_one_color_in_a_row_stay_in_pgn() {
    for moves in [
        ";W[e4];W[d4];B[e5];B[d5](;B[a5];W[a4])(;W[b4];W[b5])",
        ";W[e4];W[d4];W[a4];W[b4];W[c4]",
        ";B[e5];W[e4];B[d5]",
        ";B[e5];B[d5];B[a5];W[a4]",
    ] {
        let game = Collection::from(format!("(;FF[4]GM[3]SZ[8]{moves})"));
        let written = Format::Pgn.write_all(&game).expect("chess is written");
        let back = Format::Pgn.read(&written.bytes).collection;
        let [own, read] = [&game, &back].map(|games| {
            let text = games.to_compact();
            let root = text.find("SZ[8]").expect("it has a size");
            text[root..].to_owned()
        });
        assert_eq!(read, own, "{}", String::from_utf8_lossy(&written.bytes));
    }
}
