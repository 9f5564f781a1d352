//! Points of handicap stones, and star points of a board.

use crate::{Point, Size};

/// Returns the points of a fixed handicap of `stones`, in the order of placement: the table of the Go Text Protocol
/// (version 2, *fixed handicap placement*), so two stones are lower left and upper right.
///
/// Empty if the board does not allow that many: a handicap has 2 to 9 stones; a side that is even or of 7 points has
/// no middle, which allows 4 stones; sides under 7 points allow none.
///
/// ```
/// use kifu_go::{Point, Size, handicap_points};
///
/// let three: Vec<_> = handicap_points(Size::GO, 3).map(|p| p.to_string()).collect();
/// assert_eq!(three, ["dp", "pd", "dd"]);
/// assert_eq!(handicap_points(Size::NINE, 10).count(), 0);
/// ```
pub fn handicap_points(size: Size, stones: u32) -> impl Iterator<Item = Point> + Clone {
    let (columns, rows) = (lines(size.columns()), lines(size.rows()));
    let order: &'static [(usize, usize)] = match (columns, rows, stones) {
        (Some(_), Some(_), 2..=4) => &PLACES[..stones as usize],
        (Some([_, Some(_), _]), Some([_, Some(_), _]), 5..=9) => match stones {
            5 => &[PLACES[0], PLACES[1], PLACES[2], PLACES[3], PLACES[8]],
            6 => &PLACES[..6],
            7 => &[
                PLACES[0], PLACES[1], PLACES[2], PLACES[3], PLACES[4], PLACES[5], PLACES[8],
            ],
            8 => &PLACES[..8],
            _ => &PLACES,
        },
        _ => &[],
    };
    order.iter().filter_map(move |&(column, row)| {
        Some(Point {
            x: columns?[column]?,
            y: rows?[row]?,
        })
    })
}

/// Corners, then the middles of the left and right side, of bottom and top, then the center.
const PLACES: [(usize, usize); 9] = [
    (0, 2),
    (2, 0),
    (0, 0),
    (2, 2),
    (0, 1),
    (2, 1),
    (1, 2),
    (1, 0),
    (1, 1),
];

/// Returns the three lines of one direction for handicap stones: the third line from the edge, the fourth from 13
/// points on, and the middle.
const fn lines(side: u16) -> Option<[Option<u16>; 3]> {
    if side < 7 {
        return None;
    }
    let edge = if side < 13 { 2 } else { 3 };
    let middle = if side % 2 == 1 && side > 7 {
        Some(side / 2)
    } else {
        None
    };
    Some([Some(edge), middle, Some(side - 1 - edge)])
}

/// Returns the points marked with a dot on a board of this size, row by row.
///
/// Four near the corners from 7 points a side on; the center of an odd board from 5 points on; the
/// middles of the sides from 15 points on.
pub fn star_points(size: Size) -> impl Iterator<Item = Point> + Clone {
    let (columns, rows) = (lines(size.columns()), lines(size.rows()));
    size.points().filter(move |point| {
        let on = |line: u16, lines: Option<[Option<u16>; 3]>| {
            lines.is_some_and(|[low, _, high]| low == Some(line) || high == Some(line))
        };
        let middle = |line: u16, side: u16| side % 2 == 1 && side >= 5 && line == side / 2;
        let (column, row) = (on(point.x, columns), on(point.y, rows));
        let (mid_column, mid_row) = (
            middle(point.x, size.columns()),
            middle(point.y, size.rows()),
        );
        (column && row)
            || (mid_column && mid_row)
            || (mid_column && row && size.columns() >= 15)
            || (column && mid_row && size.rows() >= 15)
    })
}
