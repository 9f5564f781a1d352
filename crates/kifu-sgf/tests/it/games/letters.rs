//! Games whose points are written as in Go.

use crate::square;
use kifu_sgf::games::{amazons, ataxx, gess, little_golem};
use kifu_sgf::value::{Point, Repair, ValueErrorKind as Kind};
use proptest::prelude::*;

use super::{assert_refused, assert_written};

#[test]
fn amazons() {
    let size = square(10);
    let read = |raw| amazons::Move::parse(raw, size);
    assert_eq!(
        read("djddgd"),
        Ok(amazons::Move {
            from: Point::new(3, 9),
            to: Point::new(3, 3),
            arrow: Point::new(6, 3),
        })
    );
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("djdd", Kind::NotAMove, 0..4),
        ("djddg1", Kind::NotAPoint, 4..6),
        ("djkkgd", Kind::OffBoard, 2..4),
        ("dé段", Kind::NotAMove, 0..6),
    ] {
        assert_refused(raw, read(raw), kind, span);
    }
    let lenient = amazons::Move::parse_lenient("dj dd gd", size).unwrap();
    assert_eq!(lenient.repair, Some(Repair::WhiteSpace));
    assert!(amazons::Move::parse_lenient("dj dd g", size).is_err());
}

#[test]
fn gess() {
    let size = square(20);
    for raw in ["bb:ss", "dd:dg"] {
        assert_written(raw, gess::Move::parse(raw, size), raw);
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("dddg", Kind::NotAMove, 0..4),
        ("ad:dg", Kind::OffBoard, 0..2),
        ("dd:td", Kind::OffBoard, 3..5),
        ("dd:d", Kind::NotAMove, 3..4),
    ] {
        assert_refused(raw, gess::Move::parse(raw, size), kind, span);
    }
    let lenient = gess::Move::parse_lenient("dd : dg", size).unwrap();
    assert_eq!(lenient.value.to_string(), "dd:dg");
}

#[test]
fn ataxx() {
    let size = square(7);
    for raw in ["", "gg", "aacc"] {
        assert_written(raw, ataxx::Move::parse(raw, size), raw);
    }
    assert_refused("hh", ataxx::Move::parse("hh", size), Kind::OffBoard, 0..2);
    assert_refused("aac", ataxx::Move::parse("aac", size), Kind::NotAMove, 0..3);
    let lenient = ataxx::Move::parse_lenient("pass", size).unwrap();
    assert_eq!(
        (lenient.value, lenient.repair),
        (ataxx::Move::Pass, Some(Repair::Word))
    );
}

#[test]
fn little_golem() {
    let size = square(24);
    for raw in ["dd", "xx", "swap", "resign", "qi|draw"] {
        assert_written(raw, little_golem::Move::parse(raw, size), raw);
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("yy", Kind::OffBoard, 0..2),
        ("qi|", Kind::NotAMove, 0..3),
        ("d4", Kind::NotAMove, 0..2),
    ] {
        assert_refused(raw, little_golem::Move::parse(raw, size), kind, span);
    }
    let lenient = little_golem::Move::parse_lenient("SWAP", size).unwrap();
    assert_eq!(lenient.repair, Some(Repair::LetterCase));
    assert!(little_golem::is_move_identifier("r") && !little_golem::is_move_identifier("B"));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(points in [(1_u16..51, 1_u16..51), (1..51, 1..51), (1..51, 1..51)]) {
        let size = square(52);
        let [from, to, arrow] = points.map(|(column, row)| Point::new(column, row));
        let amazon = amazons::Move { from, to, arrow };
        prop_assert_eq!(amazons::Move::parse(&amazon.to_string(), size), Ok(amazon));
        let piece = gess::Move { from, to };
        prop_assert_eq!(gess::Move::parse(&piece.to_string(), size), Ok(piece));
        let jump = ataxx::Move::Jump { from, to };
        prop_assert_eq!(ataxx::Move::parse(&jump.to_string(), size), Ok(jump));
    }
}
