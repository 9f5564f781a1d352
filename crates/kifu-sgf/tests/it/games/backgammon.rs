use kifu_sgf::games::backgammon::{Move, Point, Roll, Step};
use kifu_sgf::value::{Repair, ValueErrorKind as Kind};
use proptest::prelude::*;

use super::{assert_refused, assert_written};

#[test]
fn points() {
    let point = |raw| Point::parse(raw).unwrap();
    assert_eq!(
        (point("a").white_number(), point("a").black_number()),
        (Some(1), Some(24))
    );
    assert_eq!(
        (point("x").white_number(), point("x").black_number()),
        (Some(24), Some(1))
    );
    assert_eq!((point("y"), point("z")), (Point::BAR, Point::TRAY));
    assert_eq!(Point::BAR.white_number(), None);
    for number in 1..=24 {
        assert_eq!(
            Point::of_white(number).and_then(Point::white_number),
            Some(number)
        );
        assert_eq!(
            Point::of_black(number).and_then(Point::black_number),
            Some(number)
        );
    }
    assert_eq!((Point::of_white(0), Point::of_black(25)), (None, None));
    for raw in ["", "A", "aa", "1", "é"] {
        assert!(Point::parse(raw).is_err(), "{raw:?}");
    }
}

#[test]
fn moves() {
    for raw in [
        "31hefe",
        "61yg",
        "66",
        "66fzezdzcz",
        "double",
        "take",
        "drop",
    ] {
        assert_written(raw, Move::parse(raw), raw);
    }
    let Ok(Move::Roll(roll)) = Move::parse("61yg") else {
        panic!("a roll");
    };
    assert_eq!(roll.dice(), [6, 1]);
    assert_eq!(
        roll.steps().map(|step| step.from).collect::<Vec<_>>(),
        [Point::BAR]
    );
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("7", Kind::NotAMove, 0..1),
        ("71ab", Kind::NotAMove, 0..4),
        ("31a", Kind::NotAMove, 2..3),
        ("31abA1", Kind::NotAMove, 4..6),
        ("11abcdefghij", Kind::NotAMove, 2..12),
        ("31é", Kind::NotAMove, 2..4),
        ("Double", Kind::NotAMove, 0..6),
    ] {
        assert_refused(raw, Move::parse(raw), kind, span);
    }
    for (raw, written, repair) in [
        ("Double", "double", Repair::LetterCase),
        ("31HEFE", "31hefe", Repair::LetterCase),
        ("31 he fe", "31hefe", Repair::WhiteSpace),
    ] {
        let read = Move::parse_lenient(raw).unwrap();
        assert_eq!(
            (read.value.to_string().as_str(), read.repair),
            (written, Some(repair))
        );
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        dice in [1_u8..=6, 1_u8..=6],
        letters in prop::collection::vec(("[a-z]", "[a-z]"), 0..=4),
    ) {
        let point = |raw: &String| Point::parse(raw).unwrap();
        let steps: Vec<Step> = letters
            .iter()
            .map(|(from, to)| Step { from: point(from), to: point(to) })
            .collect();
        let played = Move::Roll(Roll::new(dice, &steps).unwrap());
        prop_assert_eq!(Move::parse(&played.to_string()), Ok(played));
    }
}
