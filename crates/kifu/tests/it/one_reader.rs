//! Every consumer answers the same before and after `fix`.

mod notation;

use kifu::collection::dedupe::{Finder, Fingerprint, Line, Options};
use kifu::collection::extract;
use kifu::collection::transform::Turn;
use kifu::diagram::{binding, text};
use kifu::encoding::DecodeOptions;
use kifu::formats::Format;
use kifu::games::go::Replay;
use kifu::go::Symmetry;
use kifu::lint::{Applicability, fix};
use kifu::select::Selection;
use kifu::value::Size;
use kifu::{Collection, InfoValue};

fn fixed(text: &str) -> Collection {
    let options = kifu::lint::Options::default();
    let decode = DecodeOptions::default();
    let fixed = fix(
        text.as_bytes().to_vec(),
        &decode,
        &options,
        Applicability::Safe,
    );
    Collection::from_source(fixed.source)
}

/// The position at the end of the main line: as the rules of Go, the drawing and the extract have it, and the stones of
/// the root after a turn of the board.
fn positions(game: kifu::GameTree<'_>) -> [String; 4] {
    let last = game.main_line().last().unwrap();
    let board = Replay::at(last).game().board().to_string();
    let drawn = binding::scene(last, &binding::Options::default()).unwrap();
    let drawn = text::draw(&drawn.scene, &text::Options::default());
    let extract = extract::position(last).unwrap();
    let extract = ["AB", "AW", "PL"].map(|identifier| {
        let root = extract.game(0).unwrap().root();
        root.values(identifier).collect::<String>()
    });
    let mut turned = extract::main_line(game);
    let turn = Turn {
        symmetry: Symmetry::Rotate90,
        ..Turn::default()
    };
    turn.apply(&mut turned.game_mut(0).unwrap()).unwrap();
    let root = turned.game(0).unwrap().root();
    let turned = ["AB", "AW"].map(|identifier| {
        let points = root.points(identifier, Size::GO);
        points
            .iter()
            .map(|point| point.to_string())
            .collect::<String>()
    });
    [board, drawn, extract.join(" "), turned.join(" ")]
}

#[test]
fn a_fact_is_read_alike_before_and_after_fix() {
    for text in [
        "(;FF[4]GM[1]SZ[19]AB[aa]AB[bb]AW[cc])",
        "(;FF[4]GM[1]SZ[19]AB[aa:bb]AW[cc]AB[dd])",
        "(;FF[4]GM[1]SZ[19]AddBlack[aa]AddBlack[bb]AW[cc];B[dd])",
        "(;FF[4]GM[1]SiZe[9]ab[aa]aw[bb];b[cc];w[dd])",
        "(;FF[4]GM[1]SZ[19]AB[aa]LB[aa:1]TR[cc]LB[bb:2]TR[dd])",
        "(;FF[4]GM[1]SZ[19]PB[Ada]KM[6,5]RE[b+res]DT[2003/4/5];B[aa];W[bb])",
    ] {
        let (before, after) = (Collection::from(text), fixed(text));
        let (old, new) = (before.game(0).unwrap(), after.game(0).unwrap());
        for identifier in ["AB", "AW"] {
            let points = |game: kifu::GameTree<'_>| {
                let points = game.root().points(identifier, Size::GO);
                points.iter().collect::<Vec<_>>()
            };
            assert_eq!(points(old), points(new), "{identifier} of {text}");
        }
        assert_eq!(positions(old), positions(new), "{text}");
        assert_eq!(old.info().size(), new.info().size(), "{text}");
        let value = |game: kifu::GameTree<'_>| {
            let info = game.info();
            let date = info.date().and_then(InfoValue::into_value);
            let result = info.result().and_then(InfoValue::into_value);
            (date, result, info.komi().and_then(InfoValue::into_value))
        };
        assert_eq!(value(old), value(new), "{text}");
        for expression in [
            "size=19",
            "komi=6.5",
            "result=B+R",
            "date=2003-04",
            "has(AB)",
        ] {
            let selection: Selection = expression.parse().unwrap();
            assert_eq!(
                selection.matches(old),
                selection.matches(new),
                "{expression} of {text}"
            );
        }
        let mut finder = Finder::new(Options::default().with_least_moves(1));
        finder.add(Fingerprint::of(old));
        finder.add(Fingerprint::of(new));
        for number in finder.games_to_read().to_vec() {
            finder.give(number, Line::of(if number == 0 { old } else { new }));
        }
        assert_eq!(finder.groups().len(), 1, "dedupe of {text}");
        let xml = |game| Format::from_name("xml").unwrap().write(game).unwrap().bytes;
        let points = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().matches("at=").count();
        assert_eq!(points(xml(old)), points(xml(new)), "XML of {text}");
    }
}
