//! Where a pattern lies on the board, in every way to look at it.

use kifu_go::{Color, Point, Size, Symmetry};
use kifu_store::{Anchor, Cell, Pattern, Query};

use super::Place;

pub(super) fn allows(cell: Cell, stone: Option<Color>) -> bool {
    match stone {
        None => matches!(cell.to_char(), '.' | '*' | 'x' | 'o'),
        Some(Color::Black) => matches!(cell.to_char(), 'X' | '*' | 'x' | '@'),
        Some(Color::White) => matches!(cell.to_char(), 'O' | '*' | 'o' | '@'),
    }
}

pub(super) fn ways(query: &Query) -> Vec<(Symmetry, bool)> {
    let swaps: &[bool] = if query.swaps_colors {
        &[false, true]
    } else {
        &[false]
    };
    let mut ways = Vec::new();
    for &is_swapped in swaps {
        ways.extend(query.symmetries.iter().map(|way| (*way, is_swapped)));
    }
    ways
}

pub(super) fn pattern_size(pattern: &Pattern) -> Size {
    Size::new(pattern.columns(), pattern.rows()).unwrap()
}

/// The edges after a way to turn the board: a corner and its neighbors tell.
pub(super) fn turned(anchor: Anchor, way: Symmetry) -> Anchor {
    let flags = [anchor.top, anchor.right, anchor.bottom, anchor.left];
    let middles = [(1, 0), (2, 1), (1, 2), (0, 1)];
    let size = Size::of::<3, 3>();
    let mut turned = [false; 4];
    for (flag, (x, y)) in flags.into_iter().zip(middles) {
        let to = way.apply(Point::new(x, y), size);
        let place = middles
            .iter()
            .position(|middle| *middle == (to.x, to.y))
            .unwrap();
        turned[place] = flag;
    }
    let [top, right, bottom, left] = turned;
    Anchor {
        left,
        right,
        top,
        bottom,
    }
}

/// Where a pattern may lie, turned in a way: the point of the board for each cell.
pub(super) fn spots(
    pattern: &Pattern,
    query: &Query,
    size: Size,
    symmetry: Symmetry,
) -> Vec<Vec<Point>> {
    let own = pattern_size(pattern);
    let look = symmetry.size(own);
    let anchor = turned(pattern.anchor(), symmetry);
    let mut spots = Vec::new();
    for y in 0..size.rows() {
        for x in 0..size.columns() {
            let (right, bottom) = (x + look.columns(), y + look.rows());
            if right > size.columns() || bottom > size.rows() {
                continue;
            }
            let at = [
                x == 0,
                right == size.columns(),
                y == 0,
                bottom == size.rows(),
            ];
            let wanted = [anchor.left, anchor.right, anchor.top, anchor.bottom];
            let fits = |at: [bool; 2], wanted: [bool; 2]| match wanted {
                [false, false] => query.slides_onto_edges || at == [false, false],
                [first, last] => (!first || at[0]) && (!last || at[1]),
            };
            if fits([at[0], at[1]], [wanted[0], wanted[1]])
                && fits([at[2], at[3]], [wanted[2], wanted[3]])
            {
                let points = own.points().map(|point| {
                    let to = symmetry.apply(point, own);
                    Point::new(x + to.x, y + to.y)
                });
                spots.push(points.collect());
            }
        }
    }
    spots
}

/// The expected contents of the points of a spot, sorted.
pub(super) fn looks(points: &[Point], pattern: &Pattern, is_swapped: bool) -> Vec<(Point, Cell)> {
    let cells = pattern.cells().iter();
    let cells = cells.map(|cell| if is_swapped { cell.swapped() } else { *cell });
    let mut looks: Vec<_> = points.iter().copied().zip(cells).collect();
    looks.sort_unstable();
    looks
}

/// All places, each once, in the order of the ways.
pub(super) fn places(pattern: &Pattern, query: &Query, size: Size) -> Vec<Place> {
    let mut known: Vec<Vec<(Point, Cell)>> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    for (symmetry, is_swapped) in ways(query) {
        for points in spots(pattern, query, size, symmetry) {
            let looks = looks(&points, pattern, is_swapped);
            let way = (symmetry, is_swapped, points.clone());
            if let Some(place) = known.iter().position(|known| *known == looks) {
                places[place].ways.push(way);
                continue;
            }
            known.push(looks);
            places.push(Place {
                symmetry,
                is_swapped,
                points,
                ways: vec![way],
            });
        }
    }
    debug_assert!(
        places
            .iter()
            .all(|place| query.symmetries.contains(&place.symmetry))
    );
    places
}
