//! Values of points, written and changed.

use kifu_board::{Point, Size};
use kifu_games::Notation;

#[test]
fn the_name_of_a_point_reads_as_the_point() {
    let size = Size::NINE;
    let inverted = |inverted| Notation::LinesOfAction { size, inverted };
    for (notation, name) in [
        (Notation::GoLike(size), "bc"),
        (Notation::Labeled(size), "b3"),
        (inverted(false), "b7"),
        (inverted(true), "b3"),
        (Notation::Chess(size), "b7"),
        (Notation::Octi(size), "27"),
    ] {
        let point = Point::new(1, 2);
        assert_eq!(notation.name(point), name);
        assert_eq!(notation.point(name), Ok(point), "{name}");
    }
    for x in 0..26 {
        let (point, notation) = (Point::new(x, 0), Notation::Backgammon);
        assert_eq!(notation.point(&notation.name(point)), Ok(point));
    }
}

#[test]
fn a_point_is_removed_from_a_rectangle() {
    let notation = Notation::GoLike(Size::NINE);
    let middle = Point::new(4, 4);
    for (raw, expected) in [
        ("dd:ff", Some("dd:fd de fe df:ff")),
        ("ee:ff", Some("fe ef:ff")),
        ("ee", Some("")),
        (" ee ", Some("")),
        ("dd", None),
        ("aa:dd", None),
    ] {
        let others = notation.without(raw, middle);
        assert_eq!(others.map(|others| others.join(" ")).as_deref(), expected);
    }
    let chess = Notation::Chess(Size::NINE).without("d5:f5", middle);
    assert_eq!(chess, Some(vec!["d5".to_owned(), "f5".to_owned()]));
}
