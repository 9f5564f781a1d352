//! Every text form, value by value.

use kifu_board::{Axis, Color, Coordinates, Move, ParseError, Point, Size, Symmetry};

const SIZE: Size = Size::GO;

#[test]
fn points_in_three_notations() {
    for (sgf, board, japanese) in [
        ("aa", "A19", "1の一"),
        ("pd", "Q16", "16の四"),
        ("jj", "K10", "10の十"),
        ("sa", "T19", "19の一"),
        ("as", "A1", "1の十九"),
        ("ik", "J9", "9の十一"),
    ] {
        let point: Point = sgf.parse().expect("a point");
        assert_eq!(point.to_string(), sgf);
        for (coordinates, name) in [
            (Coordinates::Sgf, sgf),
            (Coordinates::Board, board),
            (Coordinates::Japanese, japanese),
        ] {
            assert_eq!(coordinates.name(point, SIZE).to_string(), name);
            assert_eq!(coordinates.parse(name, SIZE), Ok(point), "{name}");
        }
    }
}

#[test]
fn other_spellings() {
    let point = Point::new(15, 3);
    for text in ["q16", "Q16"] {
        assert_eq!(Coordinates::Board.parse(text, SIZE), Ok(point), "{text}");
    }
    for text in ["16-四", "16四", "16,4", "１６の４", "16の4"] {
        assert_eq!(Coordinates::Japanese.parse(text, SIZE), Ok(point), "{text}");
    }
    let large = Size::square(52).expect("a size");
    let name = Coordinates::Board
        .name(Point::new(25, 0), large)
        .to_string();
    assert_eq!(name, "AA52");
    assert_eq!(
        Coordinates::Board.parse("aa52", large),
        Ok(Point::new(25, 0))
    );
}

#[test]
fn what_is_no_point_is_refused() {
    for text in [
        "",
        "I5",
        "Q",
        "16",
        "Q0",
        "Q 16",
        "16Q",
        "Q16 ",
        "Q-1",
        "Q99999999",
        "Ä4",
    ] {
        assert_eq!(
            Coordinates::Board.parse(text, SIZE),
            Err(ParseError::Point),
            "{text}"
        );
    }
    for text in ["Q20", "U1", "Q65535"] {
        let read = Coordinates::Board.parse(text, SIZE);
        let error = read.unwrap_err().to_string();
        assert!(error.ends_with(" is not on the 19×19 board"), "{error}");
    }
    for (coordinates, text, error) in [
        (Coordinates::Sgf, "tt", "`tt`"),
        (Coordinates::Board, "Q30", "row 30"),
        (Coordinates::Board, "u1", "column U"),
        (Coordinates::Board, "ZZ19", "column ZZ"),
        (Coordinates::Japanese, "1の二十", "row 20"),
        (Coordinates::Japanese, "20の一", "column 20"),
    ] {
        let read = coordinates.parse(text, SIZE).unwrap_err().to_string();
        assert_eq!(read, format!("{error} is not on the 19×19 board"));
    }
    for text in [
        "",
        "16",
        "164",
        "16の",
        "の四",
        "16の四の",
        "16の十十",
        "四の16",
    ] {
        let read = Coordinates::Japanese.parse(text, SIZE);
        assert_eq!(read, Err(ParseError::Point), "{text}");
    }
    for text in ["", "p", "pdd", "p4", "é"] {
        assert_eq!(text.parse::<Point>(), Err(ParseError::Point), "{text}");
    }
}

#[test]
fn colors_moves_and_sizes() {
    for (text, color) in [
        ("B", Color::Black),
        ("w", Color::White),
        ("White", Color::White),
    ] {
        assert_eq!(text.parse(), Ok(color));
    }
    assert_eq!("red".parse::<Color>(), Err(ParseError::Color));
    assert_eq!(
        (Color::Black.to_string(), Color::White.letter()),
        ("black".into(), "W")
    );
    assert_eq!(Color::from_letter(b'B'), Some(Color::Black));
    assert_eq!(!Color::Black, Color::White);

    assert_eq!("".parse(), Ok(Move::Pass));
    assert_eq!("Pass".parse(), Ok(Move::Pass));
    assert_eq!("pd".parse(), Ok(Move::Play(Point::new(15, 3))));
    assert_eq!(
        (Move::Pass.to_string(), Move::Pass.sgf().to_string()),
        ("pass".into(), String::new())
    );

    for (text, size) in [
        ("19", Size::new(19, 19)),
        ("19:13", Size::new(19, 13)),
        ("9x9", Size::new(9, 9)),
    ] {
        assert_eq!(text.parse(), size.map_err(|_| ParseError::Size));
    }
    for text in ["", "0", "19:", "+9", "19:13:5", "70000"] {
        assert_eq!(text.parse::<Size>(), Err(ParseError::Size), "{text}");
    }
    let oblong = Size::new(19, 13).expect("a size");
    assert_eq!(
        (oblong.to_string(), oblong.sgf().to_string()),
        ("19×13".into(), "19:13".into())
    );
    assert_eq!(Size::GO.sgf().to_string(), "19");
    assert!(Size::new(0, 5).is_err());
    assert_eq!(Size::GO.at_most(0), Size::new(1, 1).expect("a size"));
}

#[test]
fn lines_are_named() {
    for (axis, index, name) in [
        (Axis::Letters, 8, "J"),
        (Axis::Letters, 24, "Z"),
        (Axis::Letters, 25, "AA"),
        (Axis::LowerLetters, 701, "zz"),
        (Axis::AllLetters, 8, "I"),
        (Axis::Sgf, 51, "Z"),
        (Axis::Sgf, 52, ""),
        (Axis::Numbers, u16::MAX, "65536"),
        (Axis::Kanji, 18, "十九"),
        (Axis::Kanji, 19, "二十"),
        (Axis::Kanji, 119, "一二〇"),
    ] {
        assert_eq!(axis.name(index).to_string(), name);
    }
}

#[test]
fn a_turn_of_an_oblong_board() {
    let size = Size::new(13, 9).expect("a size");
    assert_eq!(
        Symmetry::Rotate90.size(size),
        Size::new(9, 13).expect("a size")
    );
    assert_eq!(
        Symmetry::Rotate90.apply(Point::new(0, 0), size),
        Point::new(8, 0)
    );
    assert_eq!(
        Symmetry::Rotate90.apply(Point::new(20, 0), size),
        Point::new(20, 0)
    );
}
