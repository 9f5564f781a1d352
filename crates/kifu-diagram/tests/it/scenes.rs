//! Scenes that several tests draw.

use kifu_diagram::scene::{Backgammon, Cube, Hint, Octi, Place, Pod, Role};
use kifu_diagram::{Board, Color, CoordinateLabels, Mark, Note, Piece, Point, Scene};

pub(crate) const MARKS: [Mark; 5] = [
    Mark::Circle,
    Mark::Cross,
    Mark::Square,
    Mark::Selected,
    Mark::Triangle,
];

pub(crate) fn stone(scene: &mut Scene, x: u16, y: u16, side: Color) {
    scene.spot(Point::new(x, y)).piece = Some(Piece::Stone(side));
}

/// All marks and labels, on bare points and on stones of either color.
pub(crate) fn markup() -> Scene {
    let mut scene = Scene::go(9, 9);
    for (y, side) in [(1, None), (2, Some(Color::Black)), (3, Some(Color::White))] {
        for (x, mark) in (0..).zip(MARKS) {
            let spot = scene.spot(Point::new(x, y));
            spot.piece = side.map(Piece::Stone);
            spot.mark = Some(mark);
        }
        for (x, label) in (5..).zip(["a", "12", "123", "囲"]) {
            let spot = scene.spot(Point::new(x, y));
            spot.piece = side.map(Piece::Stone);
            spot.label = Some(label.into());
        }
        for (x, mark) in (0..).zip(MARKS) {
            let spot = scene.spot(Point::new(x, y + 3));
            spot.piece = side.map(Piece::Stone);
            spot.mark = Some(mark);
            spot.number = Some(u32::from(x) * 37 + 1);
        }
        scene.spot(Point::new(5, y + 3)).territory = Some(Color::Black);
        scene.spot(Point::new(6, y + 3)).territory = Some(Color::White);
        let spot = scene.spot(Point::new(7, y + 3));
        spot.piece = side.map(Piece::Stone);
        spot.last = true;
        let spot = scene.spot(Point::new(8, y + 3));
        spot.piece = side.map(Piece::Stone);
        spot.dim = true;
    }
    scene.spot(Point::new(5, 5)).piece = Some(Piece::Stone(Color::White));
    scene.spot(Point::new(6, 5)).piece = Some(Piece::Stone(Color::Black));
    scene.spot(Point::new(1, 8)).hint = Some(Hint {
        text: "A".into(),
        side: Some(Color::Black),
    });
    scene.spot(Point::new(2, 8)).hint = Some(Hint {
        text: String::new(),
        side: None,
    });
    scene.spot(Point::new(5, 8)).label = Some("label".into());
    scene.arrows.push((Point::new(0, 2), Point::new(3, 0)));
    scene.arrows.push((Point::new(4, 0), Point::new(6, 0)));
    scene.lines.push((Point::new(6, 7), Point::new(8, 7)));
    scene.lines.push((Point::new(7, 4), Point::new(8, 6)));
    scene
}

/// A game record as a book prints it, with words around it.
pub(crate) fn figure() -> Scene {
    let mut scene = Scene::go(19, 19);
    let mut number = 90;
    for y in 2..8_u16 {
        for x in (2..17_u16).step_by(2) {
            let side = if number % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let x = x + y % 2;
            scene.spot(Point::new(x, y)).number = Some(number);
            stone(&mut scene, x, y, side);
            number += 1;
        }
    }
    for (x, y) in [(3, 15), (15, 15), (16, 13)] {
        stone(&mut scene, x, y, Color::Black);
        stone(&mut scene, x, y - 1, Color::White);
    }
    scene.spot(Point::new(3, 15)).mark = Some(Mark::Triangle);
    scene.spot(Point::new(9, 12)).label = Some("a".into());
    scene.spot(Point::new(11, 13)).label = Some("b".into());
    scene.title = "The 12th Kisei Title Match".into();
    scene.info = vec![
        ("Black".into(), "Kobayashi Koichi 9p".into()),
        ("White".into(), "武宮正樹 九段".into()),
        ("Result".into(), "B+2.5".into()),
    ];
    scene.notes = vec![
        Note {
            number: 96,
            side: None,
            place: Place::Number(91),
        },
        Note {
            number: 99,
            side: None,
            place: Place::Number(91),
        },
        Note {
            number: 102,
            side: None,
            place: Place::Label("a".into()),
        },
        Note {
            number: 139,
            side: None,
            place: Place::Point(Point::new(3, 3)),
        },
        Note {
            number: 140,
            side: None,
            place: Place::Pass,
        },
    ];
    scene.caption = "Figure 2 (90–137)".into();
    scene.to_play = Some(Color::Black);
    scene.prisoners = Some([3, 11]);
    scene.comment =
        "White 91 is the vital point. After Black \"a\" White lives at b, so Black has to \
        think again.\n\n黒は隅を守る。白の大模様が完成し、黒は苦しい。"
            .into();
    scene
}

/// A corner: the board goes on to the left and below.
pub(crate) fn corner() -> Scene {
    let mut scene = Scene::go(19, 19);
    for (x, y) in [(15, 3), (16, 2), (13, 2)] {
        stone(&mut scene, x, y, Color::Black);
    }
    for (x, y) in [(15, 2), (16, 4), (14, 3)] {
        stone(&mut scene, x, y, Color::White);
    }
    scene.shrink(1);
    scene
}

pub(crate) fn othello() -> Scene {
    let mut scene = Scene::new(Board::Cells { checkered: false }, 8, 8);
    for (x, y, side) in [
        (3, 3, Color::White),
        (4, 3, Color::Black),
        (3, 4, Color::Black),
        (4, 4, Color::White),
    ] {
        stone(&mut scene, x, y, side);
    }
    scene.stars = [(2, 2), (6, 2), (2, 6), (6, 6)].map(Point::from).to_vec();
    scene.coordinates = CoordinateLabels::letters_down();
    scene.spot(Point::new(3, 2)).mark = Some(Mark::Circle);
    scene
}

pub(crate) fn amazons() -> Scene {
    let mut scene = Scene::new(Board::Cells { checkered: true }, 10, 10);
    for (x, y) in [(3, 9), (6, 9), (0, 6), (9, 6)] {
        scene.spot(Point::new(x, y)).piece = Some(Piece::Queen(Color::Black));
        scene.spot(Point::new(x, 9 - y)).piece = Some(Piece::Queen(Color::White));
    }
    scene.spot(Point::new(5, 5)).piece = Some(Piece::Burnt);
    scene.spot(Point::new(6, 4)).piece = Some(Piece::Burnt);
    scene.arrows.push((Point::new(3, 9), Point::new(3, 5)));
    scene.coordinates = CoordinateLabels::letters_up();
    scene
}

pub(crate) fn chess() -> Scene {
    let mut scene = Scene::new(Board::Cells { checkered: true }, 8, 8);
    scene.coordinates = CoordinateLabels::letters_up();
    let back = [
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Queen,
        Role::King,
    ];
    for (x, role) in (3..).zip(back) {
        scene.spot(Point::new(x, 0)).piece = Some(Piece::Chess(Color::Black, role));
        scene.spot(Point::new(x - 3, 7)).piece = Some(Piece::Chess(Color::White, role));
    }
    let pawn = scene.spot(Point::new(4, 4));
    pawn.piece = Some(Piece::Chess(Color::White, Role::Pawn));
    pawn.last = true;
    scene.spot(Point::new(3, 7)).label = Some("12".into());
    scene.spot(Point::new(5, 0)).mark = Some(Mark::Triangle);
    scene.spot(Point::new(4, 3)).mark = Some(Mark::Cross);
    scene
}

pub(crate) fn hex() -> Scene {
    let mut scene = Scene::new(Board::Hex, 11, 11);
    stone(&mut scene, 5, 5, Color::Black);
    stone(&mut scene, 6, 4, Color::White);
    scene.spot(Point::new(3, 7)).piece = Some(Piece::Cell(Color::Black));
    scene.spot(Point::new(4, 7)).piece = Some(Piece::Cell(Color::White));
    scene.spot(Point::new(6, 4)).number = Some(2);
    scene.spot(Point::new(2, 2)).label = Some("a".into());
    scene.coordinates = CoordinateLabels::letters_down();
    scene
}

pub(crate) fn octi() -> Scene {
    let mut octi = Octi::default();
    for (x, side) in [(2, Color::Black), (4, Color::White), (6, Color::White)] {
        octi.squares[side as usize].insert(Point::new(x, 2));
    }
    let pod = |side, prongs, super_prongs| Pod {
        side,
        prongs,
        super_prongs,
    };
    octi.pods
        .insert(Point::new(2, 2), vec![Pod::new(Color::Black)]);
    octi.pods
        .insert(Point::new(6, 2), vec![pod(Color::White, 0b1000_0001, 0)]);
    octi.pods.insert(
        Point::new(4, 4),
        vec![pod(Color::Black, 0b1111_1111, 0b0000_0100)],
    );
    octi.pods.insert(
        Point::new(5, 4),
        vec![pod(Color::White, 1, 0), pod(Color::White, 2, 0)],
    );
    octi.pods
        .insert(Point::new(0, 0), vec![Pod::new(Color::Black); 6]);
    let mut scene = Scene::new(Board::Octi(Box::new(octi)), 9, 7);
    scene.coordinates = CoordinateLabels::numbers_up();
    scene.spot(Point::new(6, 2)).last = true;
    scene.spot(Point::new(2, 2)).mark = Some(Mark::Circle);
    scene.spot(Point::new(8, 6)).label = Some("a".into());
    scene.arrows.push((Point::new(4, 4), Point::new(6, 2)));
    scene
}

pub(crate) fn twixt() -> Scene {
    let mut scene = Scene::new(Board::Holes, 24, 24);
    for (x, y) in [(10, 10), (11, 12), (13, 13)] {
        scene.spot(Point::new(x, y)).piece = Some(Piece::Peg(Color::White));
    }
    for (x, y) in [(12, 10), (14, 11)] {
        scene.spot(Point::new(x, y)).piece = Some(Piece::Peg(Color::Black));
    }
    scene.links = vec![
        (Point::new(10, 10), Point::new(11, 12), Color::White),
        (Point::new(11, 12), Point::new(13, 13), Color::White),
        (Point::new(12, 10), Point::new(14, 11), Color::Black),
    ];
    scene.coordinates = CoordinateLabels::letters_down();
    scene
}

pub(crate) fn backgammon() -> Scene {
    let mut board = Backgammon::start();
    board.dice = vec![6, 5];
    board.turn = Some(Color::White);
    board.bar = [1, 0];
    board.tray = [0, 2];
    board.points[5].count = 7;
    board.cube = Some(Cube {
        value: 2,
        owner: Some(Color::Black),
    });
    let mut scene = Scene::new(Board::Backgammon(Box::new(board)), 26, 1);
    scene.spot(Point::new(18, 0)).mark = Some(Mark::Triangle);
    scene.arrows.push((Point::new(12, 0), Point::new(7, 0)));
    scene
}

pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("markup", markup()),
        ("figure", figure()),
        ("corner", corner()),
        ("othello", othello()),
        ("amazons", amazons()),
        ("chess", chess()),
        ("hex", hex()),
        ("octi", octi()),
        ("twixt", twixt()),
        ("backgammon", backgammon()),
    ]
}
