//! Games whose points are letters and a number.

use crate::square;
use kifu_sgf::games::{hex, lines_of_action as loa, twixt};
use kifu_sgf::value::{Point, Repair, ValueErrorKind as Kind};
use proptest::prelude::*;

use super::{assert_refused, assert_written};

#[test]
fn lines_of_action() {
    let size = square(8);
    let read = |raw| loa::Move::parse(raw, size);
    for (raw, written) in [
        ("e1-e3", "e1-e3"),
        ("C2:C5++", "c2:c5"),
        ("a1-h8!", "a1-h8"),
        ("pass", "Pass"),
        ("RESIGN", "Resign"),
        ("Forfeit", "Forfeit"),
        ("escape", "Escape"),
    ] {
        assert_written(raw, read(raw), written);
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("e1e3", Kind::NotAMove, 0..4),
        ("e1-i3", Kind::OffBoard, 3..5),
        ("e9-e3", Kind::OffBoard, 0..2),
        ("e0-e3", Kind::NotAMove, 0..2),
        ("e1-", Kind::NotAMove, 3..3),
        ("e1-e3?", Kind::NotAMove, 3..6),
    ] {
        assert_refused(raw, read(raw), kind, span);
    }
    assert_eq!(
        loa::Point::parse("A5", size),
        Ok(loa::Point { column: 0, row: 4 })
    );
    let lenient = loa::Move::parse_lenient("e1 - e3", size).unwrap();
    assert_eq!(lenient.repair, Some(Repair::WhiteSpace));
}

#[test]
fn hex() {
    let size = square(11);
    let read = |raw| hex::Move::parse(raw, size);
    for (raw, written) in [
        ("a1", "a1"),
        ("K11", "k11"),
        ("swap-pieces", "swap-pieces"),
        ("Swap-Sides", "swap-sides"),
        ("pass", "pass"),
        ("resign", "resign"),
        ("forfeit", "forfeit"),
    ] {
        assert_written(raw, read(raw), written);
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("l1", Kind::OffBoard, 0..2),
        ("a12", Kind::OffBoard, 0..3),
        ("11", Kind::NotAMove, 0..2),
        ("a", Kind::NotAMove, 0..1),
        ("a0", Kind::NotAMove, 0..2),
        ("a1b", Kind::NotAMove, 0..3),
        // Which of the two it is, is unknown.
        ("swap", Kind::NotAMove, 0..4),
        ("zzzzzzzz1", Kind::NotAMove, 0..9),
        ("a99999999999", Kind::NotAMove, 0..12),
    ] {
        assert_refused(raw, read(raw), kind, span);
    }
    let huge = square(1000);
    for (raw, column) in [
        ("z1", 25),
        ("aa1", 26),
        ("az1", 51),
        ("ba1", 52),
        ("zz1", 701),
        ("aaa1", 702),
    ] {
        assert_eq!(
            hex::parse_point(raw, huge),
            Ok(Point::new(column, 0)),
            "{raw:?}"
        );
        assert_eq!(hex::name(Point::new(column, 0)).to_string(), raw);
    }
    assert_eq!(
        hex::name(hex::parse_point("c1", size).unwrap().transposed()).to_string(),
        "a3"
    );
}

#[test]
fn twixt() {
    let size = square(24);
    assert_eq!(
        twixt::Move::parse("D11", size),
        Ok(twixt::Move::Peg(Point::new(3, 10)))
    );
    assert_eq!(
        twixt::Move::parse("resign", size),
        Ok(twixt::Move::Long("resign"))
    );
    assert_eq!(
        twixt::Move::parse("d11-C2*", size),
        Ok(twixt::Move::Long("d11-C2*"))
    );
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("a25", Kind::OffBoard, 0..3),
        ("24", Kind::NotAMove, 0..2),
        ("a1?", Kind::NotAMove, 0..3),
    ] {
        assert_refused(raw, twixt::Move::parse(raw, size), kind, span);
    }
    let lenient = twixt::Move::parse_lenient("d 11", size).unwrap();
    assert_eq!(lenient.repair, Some(Repair::WhiteSpace));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(column in 0_u16..65_534, row in 0_u16..65_534, captures: bool) {
        let size = square(65_535);
        let point = Point::new(column, row);
        prop_assert_eq!(hex::parse_point(&hex::name(point).to_string(), size), Ok(point));
        let step = loa::Move::Step {
            from: loa::Point { column: (column % 26) as u8, row: (row % 26) as u8 },
            to: loa::Point { column: (row % 26) as u8, row: (column % 26) as u8 },
            captures,
        };
        prop_assert_eq!(loa::Move::parse(&step.to_string(), size), Ok(step));
    }
}
