use kifu_sgf::games::octi::{Action, Move, Point, Prong, Stone};
use kifu_sgf::value::{Repair, ValueErrorKind as Kind};
use proptest::prelude::*;

use super::{assert_refused, assert_written};

#[test]
fn points_and_stones() {
    assert_eq!(Point::parse("46"), Ok(Point { column: 4, row: 6 }));
    let stone = Stone::parse("46DC").unwrap();
    assert_eq!(stone.to_string(), "46CD");
    let north = Prong::new(0).unwrap();
    assert!(!stone.prongs.contains(north) && stone.prongs.iter().count() == 2);
    assert_eq!(Prong::new(8), None);
    for raw in ["", "4", "40", "461", "46I", "46CC", "46c", "段"] {
        assert!(Stone::parse(raw).is_err(), "{raw:?}");
    }
    assert!(Point::parse("46C").is_err());
}

#[test]
fn moves() {
    for raw in [
        "73",
        "33+B",
        "33+B!",
        "33+A-B",
        "84-86-68",
        "84-86-68x",
        "84-86x-68",
        "84-86-68xDxAB",
        "46CD-56,46D-55",
        "46CD+A",
    ] {
        assert_written(raw, Move::parse(raw), raw);
    }
    let Ok(Move { actions }) = Move::parse("84-86-68xDxAB") else {
        panic!("a move");
    };
    let [Action::Travel { hops, .. }] = &actions[..] else {
        panic!("a pod that travels");
    };
    assert_eq!(
        hops.iter()
            .map(|hop| hop.captures.len())
            .collect::<Vec<_>>(),
        [0, 2]
    );
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("46C", Kind::NotAMove, 3..3),
        ("33+", Kind::NotAMove, 3..3),
        ("33+I", Kind::NotAMove, 3..4),
        ("33+A!-B", Kind::NotAMove, 5..7),
        ("84-86-", Kind::NotAMove, 6..6),
        ("84-80", Kind::NotAMove, 4..5),
        ("84-86,", Kind::NotAMove, 6..6),
        ("84x", Kind::NotAMove, 2..3),
        ("84-86段", Kind::NotAMove, 5..8),
    ] {
        assert_refused(raw, Move::parse(raw), kind, span);
    }
    let lenient = Move::parse_lenient("46CD-56, 46D-55").unwrap();
    assert_eq!(lenient.repair, Some(Repair::WhiteSpace));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        raw in "[1-9]{2}A?C?H?(-[1-9]{2}(x|xB|xAxD)?){1,4}(,[1-9]{2}B?-[1-9]{2}){0,3}|[1-9]{2}G?\\+[A-H](!|-[A-H])?",
    ) {
        let played = Move::parse(&raw).unwrap();
        prop_assert_eq!(&played.to_string(), &raw);
        prop_assert_eq!(Move::parse(&played.to_string()), Ok(played));
    }
}
