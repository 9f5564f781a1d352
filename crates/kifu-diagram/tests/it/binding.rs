//! Nodes of records to scenes.

mod figures;
mod games;

use kifu_diagram::binding::{self, Crop, Hints, Numbers, Options};
use kifu_diagram::{Color, CoordinateLabels, Mark, Piece, Point, Rect, Scene, Spot, figure, text};
use kifu_sgf::Collection;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/");

fn record(text: &str) -> Collection {
    Collection::from(text)
}

fn example(name: &str) -> Collection {
    Collection::open(format!("{EXAMPLES}{name}")).expect("the examples are there")
}

/// The scene at the end of the main line, which must have nothing to complain of.
fn last(collection: &Collection, options: &Options) -> Scene {
    let node = collection.game(0).unwrap().main_line().last().unwrap();
    let drawn = binding::scene(node, options).unwrap();
    assert_eq!(drawn.notes, []);
    assert_eq!(drawn.scene.problems(), []);
    drawn.scene
}

/// The board alone, in ASCII, without names.
fn board(scene: &Scene) -> String {
    let mut bare = Scene::new(scene.board.clone(), scene.columns, scene.rows);
    bare.spots = scene.spots.clone();
    for spot in bare.spots.values_mut() {
        spot.last = false;
    }
    let options = text::Options {
        ascii: true,
        ..text::Options::default()
    };
    text::draw(&bare, &options)
        .lines()
        .map(|line| line.split_whitespace().collect::<String>() + "\n")
        .collect()
}

fn count(scene: &Scene, piece: Piece) -> usize {
    let spots = scene.spots.values();
    spots.filter(|spot| spot.piece == Some(piece)).count()
}

#[test]
fn markup_is_read() {
    let record = record(
        "(;SZ[9]DD[aa:ii]VW[aa:ee];AB[cc]CR[aa]MA[ba]SQ[ca]SL[da]TR[ea]LB[ab:x][bb:a\\]b]AR[aa:cc]\
         LN[ac:bc]TB[ad]TW[bd];)",
    );
    let scene = last(&record, &Options::default());
    assert!(scene.at(Point::new(8, 8)).unwrap().dim, "DD is inherited");
    assert_eq!(scene.visible.as_ref().unwrap().len(), 25, "VW is inherited");
    assert_eq!(
        scene.at(Point::new(0, 0)).unwrap().mark,
        None,
        "marks are not"
    );

    let marked = record.game(0).unwrap().main_line().nth(1).unwrap();
    let scene = binding::scene(marked, &Options::default()).unwrap().scene;
    let marks: Vec<Mark> = (0..5)
        .filter_map(|x| scene.at(Point::new(x, 0))?.mark)
        .collect();
    assert_eq!(
        marks,
        [
            Mark::Circle,
            Mark::Cross,
            Mark::Square,
            Mark::Selected,
            Mark::Triangle
        ]
    );
    assert_eq!(
        scene.at(Point::new(1, 1)).unwrap().label.as_deref(),
        Some("a]b")
    );
    assert_eq!(scene.arrows, [(Point::new(0, 0), Point::new(2, 2))]);
    assert_eq!(scene.lines, [(Point::new(0, 2), Point::new(1, 2))]);
    assert_eq!(
        scene.at(Point::new(0, 3)).unwrap().territory,
        Some(Color::Black)
    );
    assert_eq!(
        scene.at(Point::new(1, 3)).unwrap().territory,
        Some(Color::White)
    );
}

/// A ko that is taken and retaken.
const KO: &str = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[ee];W[de];B[cb];W[])";

#[test]
fn hidden_moves_are_noted() {
    let record = record(KO);
    let options = Options {
        numbers: Numbers::All,
        ..Options::default()
    };
    let scene = last(&record, &options);
    // White 2 took Black 1, and Black 5 took White 2: the board is true.
    assert_eq!(scene.at(Point::new(2, 1)).unwrap().number, Some(5));
    assert_eq!(scene.at(Point::new(1, 1)).map(|s| s.piece), None);
    assert_eq!(scene.notes_line(), "1 at C4, 2 at B4, 6 pass");

    let game = record.game(0).unwrap();
    let drawn = figure::draw(&figure::by_marks(game), &Options::default()).unwrap();
    let scene = &drawn[0].scene;
    // In a book all stones stay.
    assert_eq!(scene.at(Point::new(2, 1)).unwrap().number, Some(1));
    assert_eq!(scene.at(Point::new(1, 1)).unwrap().number, Some(2));
    assert_eq!(scene.notes_line(), "5 at 1, 6 pass");
    assert_eq!(scene.caption, "Figure 1 (1–6)");
}

#[test]
fn numbers_are_chosen() {
    let record = record("(;SZ[9]PM[2];B[aa];W[ba]MN[117];B[ca];W[da];B[ea])");
    let shown = |numbers| {
        let options = Options {
            numbers,
            ..Options::default()
        };
        let scene = last(&record, &options);
        (0..5)
            .map(|x| scene.at(Point::new(x, 0)).unwrap().number.unwrap_or(0))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(Numbers::None), [0; 5]);
    assert_eq!(shown(Numbers::All), [1, 117, 118, 119, 120]);
    assert_eq!(shown(Numbers::Last(2)), [0, 0, 0, 19, 20]);
    assert_eq!(shown(Numbers::Range(118, 119)), [0, 0, 18, 19, 0]);
}

#[test]
fn numbers_are_on_their_own_stones_and_replace_labels() {
    // Numbers, names along the edges, the record, the notes, the words of the points in reading order.
    let cases = [
        (
            Numbers::Range(2, 2),
            true,
            "(;SZ[5];W[ba];B[aa];W[ab];B[ee];W[aa])",
            "2 at A5",
            "",
        ),
        (
            Numbers::Range(2, 3),
            true,
            "(;SZ[5];W[ba];B[aa];W[ab];B[ee];W[aa])",
            "2 at A5",
            "3",
        ),
        (
            Numbers::All,
            true,
            "(;SZ[5];B[aa];W[bb];AE[aa];AW[aa])",
            "1 at A5",
            "2",
        ),
        (
            Numbers::All,
            true,
            "(;SZ[9];B[ee];W[cc]LB[ee:A][cc:B][aa:C])",
            "A = 1, B = 2",
            "C 2 1",
        ),
        (
            Numbers::All,
            true,
            "(;SZ[9];B[ee];W[cc]LB[ee:1][cc:7])",
            "",
            "7 1",
        ),
        (
            Numbers::All,
            true,
            "(;SZ[5];B[ba];W[aa];B[ab];W[ee];B[aa];W[bb]LB[aa:X])",
            "2 at X, X = 5",
            "5 1 3 6 4",
        ),
        (
            Numbers::All,
            false,
            "(;SZ[5];B[ba];W[aa];B[ab];W[ee];B[aa];W[bb])",
            "2 at 5",
            "5 1 3 6 4",
        ),
        (
            Numbers::All,
            false,
            "(;SZ[5];B[ba];W[aa];B[ab];W[])",
            "2 at a, 4 pass",
            "a 1 3",
        ),
    ];
    for (numbers, has_names, text, notes, words) in cases {
        let options = Options {
            numbers,
            coordinates: (!has_names).then(CoordinateLabels::none),
            ..Options::default()
        };
        let scene = last(&record(text), &options);
        assert_eq!(scene.notes_line(), notes, "{text}");
        let mut shown: Vec<_> = scene.spots.iter().collect();
        shown.sort_by_key(|(point, _)| (point.y, point.x));
        let shown: Vec<String> = shown.iter().filter_map(|(_, spot)| spot.words()).collect();
        assert_eq!(shown.join(" "), words, "{text}");
    }
    let options = Options {
        numbers: Numbers::All,
        notes: false,
        ..Options::default()
    };
    let scene = last(&record("(;SZ[9];B[ee]LB[ee:A])"), &options);
    let words: Vec<_> = scene.spots.values().filter_map(Spot::words).collect();
    assert_eq!(words, ["A"], "nothing would explain the number");
}

#[test]
fn variations_are_marked_as_the_author_asks() {
    let hints = |style: &str, hints| {
        let record = record(&format!(
            "(;SZ[9]ST[{style}];B[aa](;W[ba];B[bb])(;W[ca])(;W[da]))"
        ));
        let node = record.game(0).unwrap().main_line().nth(1).unwrap();
        let options = Options {
            hints,
            ..Options::default()
        };
        let first = binding::scene(node, &options).unwrap().scene;
        let second = binding::scene(node.first_child().unwrap(), &options)
            .unwrap()
            .scene;
        [first, second].map(|scene| {
            let spots = scene.spots.values();
            spots
                .filter_map(|spot| spot.hint.as_ref().map(|hint| hint.text.clone()))
                .collect::<String>()
        })
    };
    assert_eq!(hints("0", Hints::AsAuthor), ["ABC", ""]);
    assert_eq!(hints("1", Hints::AsAuthor), ["", "BC"]);
    assert_eq!(hints("2", Hints::AsAuthor), ["", ""]);
    assert_eq!(hints("3", Hints::Children), ["ABC", ""]);
    assert_eq!(hints("0", Hints::Off), ["", ""]);
}

#[test]
fn what_cannot_be_drawn_is_named_with_its_place() {
    let text = "(;SZ[5]AB[aa][zz]TR[hh][bb]LB[aa]AR[aa:qq];B[ee];W[ee];W[xx])";
    let record = record(text);
    let node = record.game(0).unwrap().main_line().last().unwrap();
    let root = binding::scene(node.root(), &Options::default()).unwrap();
    let places = |notes: &[binding::Note]| {
        let spans = notes.iter().map(|note| note.span.unwrap());
        spans
            .map(|span| text[span.start..span.end].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&root.notes), ["zz", "hh", "aa", "aa:qq"]);
    assert_eq!(
        root.scene.at(Point::new(1, 1)).unwrap().mark,
        Some(Mark::Triangle)
    );
    let end = binding::scene(node, &Options::default()).unwrap();
    assert_eq!(places(&end.notes), ["zz", "ee", "xx"]);
    assert_eq!(
        end.scene.at(Point::new(4, 4)).unwrap().piece,
        Some(Piece::Stone(Color::White))
    );
}

#[test]
fn parts_are_cut_out() {
    let record = record("(;SZ[19]VW[aa:ss]AB[cc][dd])");
    let rect = |crop| {
        let options = Options {
            crop,
            ..Options::default()
        };
        last(&record, &options).window().rect
    };
    let corner = |to| Rect::new(Point::new(0, 0), Point::new(to, to));
    assert_eq!(rect(Crop::Whole), corner(18));
    assert_eq!(rect(Crop::Rect(corner(6))), corner(6));
    assert_eq!(rect(Crop::Shrink(1)), corner(4));
    // Only `Crop::View` hides what `VW` hides.
    let record = self::record("(;SZ[19]VW[pa:ss]AB[cc][dd])");
    let shown = |crop| {
        let options = Options {
            crop,
            ..Options::default()
        };
        last(&record, &options).shown().count()
    };
    let parts = [Crop::Whole, Crop::Rect(corner(6)), Crop::Shrink(1)];
    assert_eq!(parts.map(shown), [2; 3]);
    assert_eq!(shown(Crop::View), 0);
}

#[test]
fn a_walk_comes_back_to_every_node() {
    for name in [
        "problems/life-and-death.sgf",
        "other-games/hex.sgf",
        "other-games/twixt.sgf",
    ] {
        let record = example(name);
        for game in record.games() {
            let nodes: Vec<_> = game.nodes().collect();
            let mut walk = binding::Walk::new(game).unwrap();
            // Far and near, forth and back.
            for step in [1, nodes.len() / 2 + 1, nodes.len().saturating_sub(1)] {
                for index in (0..nodes.len()).map(|n| n * step % nodes.len()) {
                    let node = nodes[index];
                    assert!(walk.go_to(node));
                    let options = Options::default();
                    assert_eq!(
                        walk.scene(&options),
                        binding::scene(node, &options).unwrap()
                    );
                }
            }
        }
    }
}

// -- Other games ------------------------------------------------------------------------------

#[test]
fn places_are_found() {
    let record = record("(;SZ[9];B[aa](;W[ba](;B[ca])(;B[da]))(;W[ea]))");
    let game = record.game(0).unwrap();
    let play = |node: Option<kifu_sgf::Node<'_>>| node.unwrap().value("B").map(str::to_owned);
    assert_eq!(play(binding::at_path(game, "A.2")).as_deref(), Some("da"));
    assert_eq!(binding::at_path(game, "B").unwrap().value("W"), Some("ea"));
    assert!(binding::at_path(game, "C").is_none());
    assert!(binding::at_path(game, "B.1").is_none());
    assert_eq!(play(binding::at_move(game, 3)).as_deref(), Some("ca"));
    assert!(binding::at_move(game, 4).is_none());
    assert_eq!(play(binding::at_number(game, 4)).as_deref(), Some("da"));
}
