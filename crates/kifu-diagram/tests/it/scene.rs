//! The scene: contents, names and problems.

use kifu_diagram::scene::{Axis, Place, go_stars};
use kifu_diagram::{
    Board, Color, CoordinateLabels, Lang, Mark, Note, Piece, Point, Problem, Rect, Scene,
};

#[test]
fn stars() {
    let points = |size| {
        go_stars(size, size)
            .into_iter()
            .map(|p| (p.x, p.y))
            .collect::<Vec<_>>()
    };
    assert_eq!(points(4), []);
    assert_eq!(points(5), [(2, 2)]);
    assert_eq!(points(6), []);
    assert_eq!(points(9), [(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)]);
    assert_eq!(points(13), [(3, 3), (9, 3), (6, 6), (3, 9), (9, 9)]);
    assert_eq!(points(14), [(3, 3), (10, 3), (3, 10), (10, 10)]);
    assert_eq!(points(19).len(), 9);
    assert_eq!(points(52).len(), 4);
    assert_eq!(go_stars(9, 5), [Point::new(4, 2)]);
}

#[test]
fn names_of_lines() {
    assert_eq!(Axis::Letters.name(7).to_string(), "H");
    assert_eq!(Axis::Letters.name(8).to_string(), "J");
    assert_eq!(Axis::Letters.name(24).to_string(), "Z");
    assert_eq!(Axis::Letters.name(25).to_string(), "AA");
    assert_eq!(Axis::Letters.name(33).to_string(), "AJ");
    assert_eq!(Axis::LowerLetters.name(25).to_string(), "z");
    assert_eq!(Axis::LowerLetters.name(26).to_string(), "aa");
    assert_eq!(Axis::LowerLetters.name(701).to_string(), "zz");
    assert_eq!(Axis::LowerLetters.name(702).to_string(), "aaa");
    assert_eq!(Axis::Sgf.name(26).to_string(), "A");
    assert_eq!(Axis::Sgf.name(51).to_string(), "Z");
    assert_eq!(Axis::Sgf.name(52).to_string(), "");
    for (number, text) in [
        (1, "一"),
        (10, "十"),
        (19, "十九"),
        (20, "二十"),
        (52, "五十二"),
        (105, "一〇五"),
    ] {
        assert_eq!(Axis::Kanji.name(number - 1).to_string(), text);
    }
}

#[test]
fn names_of_points() {
    let mut scene = Scene::go(19, 19);
    let point = Point::new(3, 15);
    for (name, wanted) in [
        ("western", "D4"),
        ("sgf", "dp"),
        ("numbers", "4-16"),
        ("east-asian", "4-十六"),
        ("letters-down", "d16"),
        ("letters-up", "d4"),
        ("none", "dp"),
    ] {
        scene.coordinates = CoordinateLabels::named(name).expect(name);
        assert_eq!(scene.point_name(point), wanted);
    }
    assert_eq!(CoordinateLabels::named("eastern"), None);
}

#[test]
fn notes() {
    let mut scene = Scene::go(19, 19);
    let note = |number, place| Note {
        number,
        side: None,
        place,
    };
    scene.notes = vec![
        note(12, Place::Number(7)),
        note(15, Place::Number(6)),
        note(18, Place::Number(6)),
        note(20, Place::Label("a".into())),
        note(21, Place::Point(Point::new(3, 3))),
        note(22, Place::Pass),
        note(23, Place::Elsewhere),
        note(24, Place::Swap),
        note(25, Place::Draw),
        note(26, Place::Forfeit),
        note(27, Place::Resign),
    ];
    assert_eq!(
        scene.notes_line(),
        "12 at 7; 15, 18 at 6; 20 at a; 21 at D16; 22 pass; 23 elsewhere; 24 swaps; 25 draw; 26 forfeits; 27 resigns"
    );
    scene.notes.drain(..5);
    for (lang, wanted) in [
        (
            Lang::Japanese,
            "22はパス　23手抜き　24は交換　25で引き分け　26は反則負け　27は投了",
        ),
        (
            Lang::ChineseSimplified,
            "22虚手　23脱先　24交换　25和棋　26判负　27认输",
        ),
        (
            Lang::ChineseTraditional,
            "22虛手　23脫先　24交換　25和棋　26判負　27認輸",
        ),
        (
            Lang::Korean,
            "22 패스, 23 손뺌, 24 교환, 25 무승부, 26 몰수패, 27 기권",
        ),
    ] {
        scene.lang = lang;
        assert_eq!(scene.notes_line(), wanted);
    }
}

#[test]
fn window_follows_crop_then_view() {
    let mut scene = Scene::go(19, 19);
    let rect = |left, top, right, bottom| Rect {
        left,
        top,
        right,
        bottom,
    };
    assert_eq!(scene.window().rect, rect(0, 0, 18, 18));
    scene.visible = Some([(2, 3), (5, 4), (40, 40)].map(Point::from).into());
    assert_eq!(scene.window().rect, rect(2, 3, 5, 4));
    assert!(scene.window().shows(Point::new(2, 3)));
    assert!(!scene.window().shows(Point::new(3, 3)));
    // Corners in the wrong order, and beyond the board.
    scene.crop = Some(rect(30, 4, 1, 0));
    assert_eq!(scene.window().rect, rect(1, 0, 18, 4));
}

#[test]
fn shrink_takes_in_near_edges() {
    let mut scene = Scene::go(19, 19);
    scene.shrink(1);
    assert_eq!(scene.crop, None);
    scene.spot(Point::new(16, 2)).piece = Some(Piece::Stone(Color::Black));
    scene.spot(Point::new(12, 6)).mark = Some(Mark::Cross);
    scene.spot(Point::new(0, 18));
    scene.shrink(1);
    let crop = scene.crop.expect("something is there");
    assert_eq!(
        (crop.left, crop.top, crop.right, crop.bottom),
        (11, 0, 18, 7)
    );
}

#[test]
fn problems_name_the_place() {
    let mut scene = Scene::go(9, 9);
    scene.spot(Point::new(9, 0)).piece = Some(Piece::Stone(Color::Black));
    scene.spot(Point::new(3, 11)).label = Some("a".into());
    scene.arrows.push((Point::new(1, 1), Point::new(1, 1)));
    scene.lines.push((Point::new(1, 1), Point::new(1, 20)));
    scene.crop = Some(Rect::new(Point::new(30, 30), Point::new(40, 40)));
    let messages: Vec<String> = scene.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "the part to show has no point of the board and is ignored",
            "piece at column 10, row 1 is off the 9x9 board and was left out",
            "label at column 4, row 12 is off the 9x9 board and was left out",
            "line at column 2, row 21 is off the 9x9 board and was left out",
            "arrow at column 2, row 2 ends where it begins and was left out",
        ]
    );
}

#[test]
fn too_large_a_board_is_cut() {
    let scene = Scene::new(Board::Holes, 2000, 10);
    assert_eq!(scene.window().rect.columns(), 702);
    assert_eq!(
        scene.problems(),
        [Problem::TooLarge {
            columns: 2000,
            rows: 10
        }]
    );
}
