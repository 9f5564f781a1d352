//! Instances of a pattern on a board: all possible places under all transforms.

use std::collections::BTreeMap;

use kifu_go::{Color, Point, Size, Symmetry};

use crate::event::{BLACK, EMPTY, WHITE};
use crate::pattern::{Cell, Orientation, Pattern};

/// A pattern at a place on the board.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The transform; the first of several equivalent ones.
    pub(crate) transform: Orientation,
    /// All equivalent transforms, as bits by number.
    pub(crate) transforms: u16,
    /// The upper left point of its rectangle.
    pub(crate) corner: Point,
    /// The points that must have a stone, with their allowed states.
    pub(crate) stones: Vec<(u16, u8)>,
    /// The columns of occupancy of its stones: the number of the point for a black stone, plus the area of the board
    /// for a white one.
    pub(crate) columns: Vec<u16>,
    /// The points with a stone of either color.
    pub(crate) either: Vec<u16>,
    /// The points that may be empty, except those without a condition.
    pub(crate) others: Vec<(u16, u8)>,
    /// The points that must be empty.
    pub(crate) empty: Vec<u16>,
    /// All points of the rectangle, in the order of the cells of the pattern.
    pub(crate) points: Vec<u16>,
}

/// The transforms of a pattern, in the order in which they are tried. Of equivalent transforms the first counts, so
/// colors are exchanged only if necessary.
pub(crate) fn transforms(symmetries: &[Symmetry], swaps: bool) -> Vec<Orientation> {
    let swaps: &[bool] = if swaps { &[false, true] } else { &[false] };
    let of = |is_swapped: bool| {
        symmetries.iter().map(move |&symmetry| Orientation {
            symmetry,
            is_swapped,
        })
    };
    swaps
        .iter()
        .flat_map(|&is_swapped| of(is_swapped))
        .collect()
}

/// The transforms that leave a pattern unchanged, among those that lead from one of these looks to an equivalent one.
/// They form a group, whatever the looks; the identity comes first.
pub(crate) fn same_looks(pattern: &Pattern, looks: &[Orientation]) -> Vec<Orientation> {
    let all = transforms(&Symmetry::ALL, true);
    let mut between = 0_u16;
    for look in looks {
        let back = look.inverse();
        for other in looks {
            between |= 1 << number(other.then(back));
        }
    }
    let mut steps = pattern.same(&all);
    steps.retain(|way| between >> number(*way) & 1 == 1);
    // The closure of their compositions.
    let mut group = vec![Orientation::default()];
    let mut next = 0;
    while let Some(&way) = group.get(next) {
        for step in &steps {
            let both = way.then(*step);
            if !group.contains(&both) {
                group.push(both);
            }
        }
        next += 1;
    }
    group.sort_by_key(|way| number(*way));
    group
}

/// The number of a transform: its bit in a set.
pub(crate) const fn number(transform: Orientation) -> u32 {
    transform.symmetry as u32 + if transform.is_swapped { 8 } else { 0 }
}

/// The possible starts of a side of a pattern. A pattern that is anchored to neither of two opposite edges does not touch
/// them, unless `edges` is set; one that is anchored to one of them may fill the board.
fn starts(
    length: u16,
    side: u16,
    at_start: bool,
    at_end: bool,
    edges: bool,
) -> std::ops::Range<u16> {
    let Some(last) = side.checked_sub(length) else {
        return 0..0;
    };
    match (at_start, at_end) {
        (true, true) if last > 0 => 0..0,
        (true, _) => 0..1,
        (false, true) => last..last + 1,
        (false, false) if edges => 0..last + 1,
        (false, false) => 1..last.max(1),
    }
}

/// All distinct instances of a pattern on a board of this size.
pub(crate) fn instances(
    pattern: &Pattern,
    size: Size,
    transforms: &[Orientation],
    edges: bool,
) -> Vec<Instance> {
    // The index of each transformed pattern at each place.
    let mut known: BTreeMap<(Point, u16, Vec<Cell>), usize> = BTreeMap::new();
    let mut instances: Vec<Instance> = Vec::new();
    for &transform in transforms {
        let look = pattern.transformed(transform);
        let anchor = look.anchor();
        let rows = starts(look.rows(), size.rows(), anchor.top, anchor.bottom, edges);
        for y in rows {
            let columns = starts(
                look.columns(),
                size.columns(),
                anchor.left,
                anchor.right,
                edges,
            );
            for x in columns {
                let from = Point::new(x, y);
                let key = (from, look.columns(), look.cells().to_vec());
                if let Some(&place) = known.get(&key) {
                    instances[place].transforms |= 1 << number(transform);
                } else {
                    known.insert(key, instances.len());
                    instances.push(instance(pattern, size, transform, from));
                }
            }
        }
    }
    instances
}

impl Instance {
    /// Whether one of the equivalent transforms exchanges colors, or keeps them if `is_swapped` is false.
    #[inline]
    pub(crate) const fn is_seen(&self, is_swapped: bool) -> bool {
        self.transforms >> (if is_swapped { 8 } else { 0 }) & 0xff != 0
    }

    /// The first of the equivalent transforms that exchanges colors, or keeps them if `is_swapped` is false.
    pub(crate) fn way(&self, is_swapped: bool) -> Option<Orientation> {
        if self.transform.is_swapped == is_swapped {
            return Some(self.transform);
        }
        ways(self).find(|way| way.is_swapped == is_swapped)
    }
}

/// All equivalent transforms of an instance, by number.
#[inline]
pub(crate) fn ways(instance: &Instance) -> impl Iterator<Item = Orientation> + use<> {
    let own = instance.transforms;
    let of = |is_swapped| {
        Symmetry::ALL.into_iter().map(move |symmetry| Orientation {
            symmetry,
            is_swapped,
        })
    };
    let all = of(false).chain(of(true));
    all.filter(move |way| own >> number(*way) & 1 == 1)
}

fn instance(pattern: &Pattern, size: Size, transform: Orientation, from: Point) -> Instance {
    let mut points = Vec::with_capacity(pattern.cells().len());
    points.extend(pattern.points(size, transform, from));
    let mask = |cell: &Cell| transform.cell(*cell).mask();
    let (mut stones, mut others) = (Vec::new(), Vec::with_capacity(points.len()));
    for (&point, mask) in points.iter().zip(pattern.cells().iter().map(mask)) {
        if mask & EMPTY == 0 {
            stones.push((point, mask));
        } else if mask != Cell::ANY.mask() {
            others.push((point, mask));
        }
    }
    let mut empty = Vec::with_capacity(others.len());
    let must_be_empty = others.iter().filter(|(_, mask)| *mask == EMPTY);
    empty.extend(must_be_empty.map(|(point, _)| *point));
    let area = size.area() as u16;
    let column = |(point, mask): &(u16, u8)| match *mask {
        BLACK => Some(*point),
        WHITE => Some(area + point),
        _ => None,
    };
    Instance {
        transform,
        transforms: 1 << number(transform),
        corner: from,
        columns: stones.iter().filter_map(column).collect(),
        either: stones
            .iter()
            .filter(|stone| column(stone).is_none())
            .map(|(point, _)| *point)
            .collect(),
        empty,
        stones,
        others,
        points,
    }
}

/// The continuation that represents equivalent ones if the pattern is symmetric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Representative {
    pub(crate) cell: u16,
    pub(crate) color: Color,
    /// The transform that leaves the pattern unchanged and leads from the representative to the other continuation.
    pub(crate) way: Orientation,
}

impl Representative {
    /// The transform of the pattern under which the continuation is the representative.
    pub(crate) fn seen(self, transform: Orientation) -> Orientation {
        self.way.then(transform)
    }
}

/// For each cell and both colors (black first) of a pattern, the continuation that represents it: one of the requested
/// color, otherwise a black one if possible, as in Kombilo, and then the first row by row. Empty if each represents
/// itself.
pub(crate) fn representatives(
    pattern: &Pattern,
    looks: &[Orientation],
    wanted: Option<Color>,
) -> Vec<[Representative; 2]> {
    let rank =
        |color: Color, cell: u16| (wanted.is_some_and(|wanted| color != wanted), color, cell);
    let same = same_looks(pattern, looks);
    if same.len() == 1 {
        return Vec::new();
    }
    let mut representatives: Vec<[Representative; 2]> = (0..pattern.cells().len() as u16)
        .map(|cell| {
            Color::BOTH.map(|color| Representative {
                cell,
                color,
                way: Orientation::default(),
            })
        })
        .collect();
    for transform in same {
        let images = pattern.points(pattern.size(), transform, Point::new(0, 0));
        for (cell, image) in images.enumerate() {
            for color in Color::BOTH {
                let to = transform.color(color);
                let place = &mut representatives[cell][color.index()];
                if rank(to, image) < rank(place.color, place.cell) {
                    *place = Representative {
                        cell: image,
                        color: to,
                        way: transform.inverse(),
                    };
                }
            }
        }
    }
    representatives
}
