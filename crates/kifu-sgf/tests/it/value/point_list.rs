use crate::square;
use kifu_sgf::value::point_list::{compress, expand, parse_lenient};
use kifu_sgf::value::{Point, PointItem, PointSet, Size, ValueErrorKind as Kind};
use kifu_syntax::Span;
use proptest::prelude::*;

use super::assert_lenient;

/// A picture of points: `X` is in.
fn set(rows: &[&str]) -> PointSet {
    let mut set = PointSet::EMPTY;
    for (row, line) in (0..).zip(rows) {
        for (column, char) in (0..).zip(line.chars()) {
            if char == 'X' {
                assert!(set.insert(Point::new(column, row)));
            }
        }
    }
    set
}

fn written(set: &PointSet) -> String {
    let items: Vec<String> = compress(set).iter().map(PointItem::to_string).collect();
    items.join(" ")
}

#[test]
fn items() {
    for raw in ["aa", "aa:cc", "aa:ac", "aa:ca"] {
        assert_eq!(PointItem::parse(raw, Size::GO).unwrap().to_string(), raw);
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("aa:aa", Kind::SinglePointRectangle, 0..5),
        ("cc:aa", Kind::ReversedRectangle, 0..5),
        ("ac:ca", Kind::ReversedRectangle, 0..5),
        ("tt", Kind::OffBoard, 0..2),
        ("aa:tt", Kind::OffBoard, 3..5),
        ("a:b", Kind::NotAPoint, 0..1),
        ("aa:", Kind::Empty, 3..3),
    ] {
        let error = PointItem::parse(raw, Size::GO).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
    for (raw, expected) in [
        ("aa:cc", Some(("aa:cc", ""))),
        ("cc:aa", Some(("aa:cc", "RectangleCorners"))),
        ("ac:ca", Some(("aa:cc", "RectangleCorners"))),
        ("aa:aa", Some(("aa", "RectangleOfOne"))),
        ("aa: cc", Some(("aa:cc", "WhiteSpace"))),
        ("a a", Some(("aa", "WhiteSpace"))),
        ("kq:os,dq:hs", None),
        ("aa:bb:cc", None),
    ] {
        assert_lenient(raw, PointItem::parse_lenient(raw, Size::GO), expected);
    }
}

#[test]
fn several_points_in_one_value() {
    let written = |read: Vec<PointItem>| {
        let items: Vec<String> = read.iter().map(PointItem::to_string).collect();
        items.join(" ")
    };
    for (raw, expected) in [
        ("aa:cc", Some(("aa:cc", ""))),
        ("dd,de, df:dh", Some(("dd de df:dh", "CommaSeparated"))),
        ("dd,tt", None),
        ("dd,", None),
        ("", None),
    ] {
        let read = parse_lenient(raw, Size::GO).map(|read| read.map(written));
        assert_lenient(raw, read, expected);
    }
    let error = parse_lenient("dd,tt", Size::GO).unwrap_err();
    assert_eq!((error.kind, error.span), (Kind::OffBoard, Span::new(3, 5)));
}

#[test]
fn rectangles_expand_row_by_row() {
    let items = ["bb:cc", "aa"].map(|raw| PointItem::parse(raw, Size::GO).unwrap());
    let points: Vec<String> = expand(items).map(|point| point.to_string()).collect();
    assert_eq!(points, ["bb", "cb", "bc", "cc", "aa"]);
}

#[test]
fn sets() {
    let mut set = PointSet::default();
    assert!(set.is_empty() && set.insert(Point::new(51, 51)) && !set.insert(Point::new(51, 51)));
    assert!(!set.insert(Point::new(52, 0)) && !set.contains(Point::new(52, 0)));
    assert_eq!(set.len(), 1);
    assert!(set.remove(Point::new(51, 51)) && !set.remove(Point::new(51, 51)));
}

#[test]
fn compresses_to_the_fewest_items() {
    for (rows, items) in [
        (&[][..], ""),
        (&["X"], "aa"),
        (&["XX"], "aa:ba"),
        (&["XXX", "XXX"], "aa:cb"),
        (&["X.", ".X"], "aa bb"),
        (&["XX", "X."], "aa:ba ab"),
        // A cross: three pieces, not the five of a cut at every corner.
        (&[".X.", "XXX", ".X."], "ba:bc ab cb"),
        // A hole.
        (&["XXX", "X.X", "XXX"], "aa:ca ab cb ac:cc"),
        // A staircase.
        (&["..XX", ".XXX", "XXX.", "XX.."], "ca:db bb ac:bd cc"),
        // Two chords that do not touch: three pieces.
        (&["X.X", "XXX", "X.X"], "aa:ac ca:cc bb"),
    ] {
        assert_eq!(written(&set(rows)), items, "{rows:?}");
    }
}

#[test]
fn the_largest_board_of_holes_is_compressed_at_once() {
    let points = (0..52).flat_map(|row| (0..52).map(move |column| Point::new(column, row)));
    let holes: PointSet = points.filter(|p| p.x % 2 == 0 || p.y % 2 == 0).collect();
    let items = compress(&holes);
    assert_eq!(expand(items.iter().copied()).count(), holes.len());
    // Full rows with single points between them would be 26 + 26 * 26 items.
    assert_eq!(items.len(), 677);
}

/// The fewest rectangles, by trying all.
fn fewest(rest: &PointSet, side: u16, best: usize) -> usize {
    let Some(first) = rest.iter().next() else {
        return 0;
    };
    if best == 0 {
        return usize::MAX;
    }
    let mut fewest_found = usize::MAX;
    let mut most_columns = side;
    for bottom in first.y..side {
        let columns = (first.x..most_columns)
            .take_while(|&column| rest.contains(Point::new(column, bottom)))
            .count();
        most_columns = first.x + columns as u16;
        for right in first.x..most_columns {
            let mut left_over = rest.clone();
            for point in PointItem::between(first, Point::new(right, bottom)).points() {
                left_over.remove(point);
            }
            let limit = best.min(fewest_found) - 1;
            let more = fewest(&left_over, side, limit);
            fewest_found = fewest_found.min(more.saturating_add(1));
        }
    }
    fewest_found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn compression_is_minimal_on_small_boards(bits in any::<u32>(), more in any::<u32>()) {
        const SIDE: u16 = 5;
        let points = (0..SIDE * SIDE)
            .filter(|&bit| (bits | (more & more >> 7)) >> bit & 1 == 1)
            .map(|bit| Point::new(bit % SIDE, bit / SIDE));
        let set: PointSet = points.collect();
        let items = compress(&set);
        prop_assert_eq!(items.len(), fewest(&set, SIDE, items.len()));
    }

    #[test]
    fn compression_keeps_each_point_once(
        rectangles in prop::collection::vec((0_u16..52, 0_u16..52, 0_u16..52, 0_u16..52), 0..20),
        holes in prop::collection::vec((0_u16..52, 0_u16..52), 0..60),
    ) {
        let mut set: PointSet = rectangles
            .into_iter()
            .flat_map(|(x, y, u, v)| PointItem::between(Point::new(x, y), Point::new(u, v)).points())
            .collect();
        for (x, y) in holes {
            set.remove(Point::new(x, y));
        }
        let items = compress(&set);
        let mut again = PointSet::EMPTY;
        for point in expand(items.iter().copied()) {
            prop_assert!(again.insert(point), "{point} stands twice");
        }
        prop_assert_eq!(again, set);
        prop_assert!(items.is_sorted_by_key(|item| item.points().next().map(|p| (p.y, p.x))));
        for item in items {
            prop_assert_eq!(PointItem::parse(&item.to_string(), square(52)), Ok(item));
        }
    }
}
