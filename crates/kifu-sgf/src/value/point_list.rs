//! Lists of points: rectangles, sets, and conversions between them.
//!
//! In every `list of point` an item may be a rectangle, `aa:cc`, and every point of the list may occur only once.

mod compress;

use std::fmt;
use std::ops::RangeInclusive;

pub use compress::compress;

use super::{Lenient, Point, Repair, Size, ValueError, ValueErrorKind, point};

/// An item of a list of points: a point, or a filled rectangle of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PointItem {
    /// One point.
    Point(Point),
    /// All points between two corners, these included.
    Rectangle {
        /// The upper left corner.
        upper_left: Point,
        /// The lower right corner.
        lower_right: Point,
    },
}

impl PointItem {
    /// Creates the item for all points between two corners, in any order: a point if they are equal.
    #[must_use]
    pub fn between(first: Point, second: Point) -> Self {
        if first == second {
            return Self::Point(first);
        }
        Self::Rectangle {
            upper_left: Point::new(first.x.min(second.x), first.y.min(second.y)),
            lower_right: Point::new(first.x.max(second.x), first.y.max(second.y)),
        }
    }

    /// Reads a point or a rectangle on a board of `size`.
    ///
    /// # Errors
    /// The errors of [`point::parse_on`], and
    /// [`SinglePointRectangle`](ValueErrorKind::SinglePointRectangle) or
    /// [`ReversedRectangle`](ValueErrorKind::ReversedRectangle) for corners that are one point or
    /// not upper left and lower right.
    #[inline]
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let Some((first, second)) = raw.split_once(':') else {
            return point::parse_on(raw, size).map(Self::Point);
        };
        let upper_left = point::parse_on(first, size)?;
        let lower_right =
            point::parse_on(second, size).map_err(|error| error.offset_by(first.len() + 1))?;
        let item = Self::between(upper_left, lower_right);
        let as_written = Self::Rectangle {
            upper_left,
            lower_right,
        };
        match item {
            Self::Point(_) => Err(ValueError::whole(ValueErrorKind::SinglePointRectangle, raw)),
            _ if item == as_written => Ok(item),
            Self::Rectangle { .. } => {
                Err(ValueError::whole(ValueErrorKind::ReversedRectangle, raw))
            }
        }
    }

    /// Reads points as [`point::parse_lenient`] does, and rectangles with corners in any order.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), if the text is no list of points.
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw, size) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        let Some((first, second)) = raw.split_once(':') else {
            return point::parse_lenient(raw, size).map(|read| read.map(Self::Point));
        };
        let first = point::parse_lenient(first, size).map_err(|_| strict)?;
        let second = point::parse_lenient(second, size).map_err(|_| strict)?;
        let of_corners = if first.value == second.value {
            Repair::RectangleOfOne
        } else {
            Repair::RectangleCorners
        };
        let repair = first.repair.or(second.repair);
        Ok(Lenient::repaired(
            Self::between(first.value, second.value),
            repair.unwrap_or(of_corners),
        ))
    }

    /// The rows of the item, from the top: the number of each, and its columns.
    pub fn rows(self) -> impl Iterator<Item = (u16, RangeInclusive<u16>)> {
        let (upper_left, lower_right) = match self {
            Self::Point(point) => (point, point),
            Self::Rectangle {
                upper_left,
                lower_right,
            } => (upper_left, lower_right),
        };
        (upper_left.y..=lower_right.y).map(move |row| (row, upper_left.x..=lower_right.x))
    }

    /// The points of the item, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let rows = self.rows();
        rows.flat_map(|(row, columns)| columns.map(move |column| Point::new(column, row)))
    }
}

/// The raw value: `aa`, or `aa:cc`.
impl fmt::Display for PointItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => point.fmt(f),
            Self::Rectangle {
                upper_left,
                lower_right,
            } => write!(f, "{upper_left}:{lower_right}"),
        }
    }
}

/// Reads a value of a list of points, which may have several with commas between them: `dd,de,df:dh`.
///
/// # Errors
/// The error of [`PointItem::parse`] for the first invalid one.
pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Vec<PointItem>>, ValueError> {
    let single = PointItem::parse_lenient(raw, size);
    if single.is_ok() || !raw.contains(',') {
        return single.map(|read| read.map(|item| vec![item]));
    }
    let mut start = 0;
    let mut items = Vec::new();
    for part in raw.split(',') {
        let item = PointItem::parse_lenient(part, size).map_err(|error| error.offset_by(start))?;
        items.push(item.value);
        start += part.len() + 1;
    }
    Ok(Lenient::repaired(items, Repair::CommaSeparated))
}

const SIDE: usize = Size::LETTERS as usize;

/// A set of points of a board of up to 52×52.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PointSet {
    /// The rows from the top. Bit `x` is the point in column `x`.
    rows: [u64; SIDE],
}

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self { rows: [0; SIDE] };

    /// Adds `point`; false if it is already in the set, or outside of 52×52.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let Some((row, bit)) = Self::place(point) else {
            return false;
        };
        let new = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        new
    }

    /// The points of items.
    #[must_use]
    pub fn of_items<I: IntoIterator<Item = PointItem>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        for item in items {
            set.insert_item(item);
        }
        set
    }

    /// Adds all points of `item`, a row at a time. Points outside of 52×52 are ignored.
    pub fn insert_item(&mut self, item: PointItem) {
        let (first, last) = match item {
            PointItem::Point(point) => {
                self.insert(point);
                return;
            }
            PointItem::Rectangle {
                upper_left,
                lower_right,
            } => (upper_left, lower_right),
        };
        let (right, bottom) = (last.x.min(Size::LETTERS - 1), last.y.min(Size::LETTERS - 1));
        if first.x > right || first.y > bottom {
            return;
        }
        let columns = (u64::MAX >> (63 - (right - first.x))) << first.x;
        for row in &mut self.rows[usize::from(first.y)..=usize::from(bottom)] {
            *row |= columns;
        }
    }

    /// Adds all points of `other`.
    // Inlined, the loops of this and the next ones make callers a kilobyte larger each.
    #[inline(never)]
    pub fn insert_set(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            *row |= other;
        }
    }

    /// Removes all points of `other`.
    #[inline(never)]
    pub fn remove_set(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            *row &= !other;
        }
    }

    /// The points that are in both sets.
    #[must_use]
    #[inline(never)]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (row, other) in both.rows.iter_mut().zip(&other.rows) {
            *row &= other;
        }
        both
    }

    /// Whether all points are in `other` too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        let mut rows = self.rows.iter().zip(&other.rows);
        rows.all(|(row, other)| row & !other == 0)
    }

    /// Removes `point`; false if it is not in the set.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let Some((row, bit)) = Self::place(point) else {
            return false;
        };
        let old = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        old
    }

    /// Whether `point` is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        Self::place(point).is_some_and(|(row, bit)| self.rows[row] & bit != 0)
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The points, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (0..).zip(&self.rows).flat_map(|(row, &bits)| {
            std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|&bits| bits != 0)
                .map(move |bits| Point::new(bits.trailing_zeros() as u16, row))
        })
    }

    fn place(point: Point) -> Option<(usize, u64)> {
        if !Size::LARGEST.contains(point) {
            return None;
        }
        Some((usize::from(point.y), 1 << point.x))
    }
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|point| point.to_string()))
            .finish()
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

/// Expands a list into its points, in order. A point that occurs twice is returned twice.
pub fn expand<I: IntoIterator<Item = PointItem>>(items: I) -> impl Iterator<Item = Point> {
    items.into_iter().flat_map(PointItem::points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_is_the_set_of_its_points() {
        let ends = [0, 1, 11, 12, 30, 51];
        for (left, right, top, bottom) in ends.iter().flat_map(|left| {
            ends.iter().flat_map(move |right| {
                let rows = [(0, 51), (3, 3), (7, 20), (51, 51)];
                rows.map(|(top, bottom)| (*left.min(right), *left.max(right), top, bottom))
            })
        }) {
            let item = PointItem::between(Point::new(left, top), Point::new(right, bottom));
            let points: PointSet = item.points().collect();
            let mut set = PointSet::EMPTY;
            set.insert_item(item);
            assert_eq!(set, points);
            assert_eq!(set.len(), item.points().count());
            assert!(set.is_subset(&points) && set.intersection(&points) == points);
            let corner: PointSet = [Point::new(left, top)].into_iter().collect();
            set.remove_set(&corner);
            assert_eq!(set.len() + 1, points.len());
            assert!(set.is_subset(&points) && !points.is_subset(&set));
            set.insert_set(&corner);
            assert_eq!(set, points);
        }
    }
}
