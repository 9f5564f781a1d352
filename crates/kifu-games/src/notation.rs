use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use kifu_board::{Axis, OffBoard, Point, Size};
use kifu_sgf::Node;
use kifu_sgf::games::{backgammon, hex, lines_of_action, octi};
use kifu_sgf::value::{self, PointItem, PointSet, ValueError, ValueErrorKind, point_list};

use crate::octi::octi_point;
use crate::{Note, NoteKind};

/// Maximum number of points in large rectangles outside of Go-like games: in the values of one property, or in all
/// setup on the path to a node. A few letters can name half a million points, so a small file could cause days of
/// work.
pub(crate) const MOST: usize = 1 << 23;

const TOO_MANY: &str = "rectangles name more points than any game needs; this one is left out";

/// A rectangle is large that has more points than the largest Go board.
const LARGE: usize = 52 * 52;

/// Notation of the points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Two letters.
    GoLike(Size),
    /// Letters and a number, counted from the top: Hex and `TwixT`.
    Labeled(Size),
    /// A letter and a number.
    LinesOfAction {
        /// The board.
        size: Size,
        /// Whether rows count from the top (`IY`).
        inverted: bool,
    },
    /// Chess: a letter and a number counted from the bottom. Two letters are read as in Go.
    Chess(Size),
    /// Octi: two digits, column and row, counted from the lower left. The prongs of a pod may follow.
    Octi(Size),
    /// One letter. Columns 0 to 23 are the points `a` to `x`, 24 is the bar, 25 the tray.
    Backgammon,
}

/// Reason why points of a value are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointsError {
    Value(ValueErrorKind),
    /// The first point off the board; the others were given.
    OffBoard(OffBoard),
    TooMany,
}

impl PointsError {
    pub(crate) const fn kind(self, identifier: &'static str) -> NoteKind {
        let error = match self {
            Self::TooMany => return NoteKind::Rule(TOO_MANY),
            Self::OffBoard(_) => ValueErrorKind::OffBoard,
            Self::Value(error) => error,
        };
        NoteKind::Value { identifier, error }
    }
}

impl Notation {
    /// The size of the board; `None` in Backgammon, whose points are no grid.
    #[must_use]
    pub const fn size(self) -> Option<Size> {
        match self {
            Self::GoLike(size)
            | Self::Labeled(size)
            | Self::LinesOfAction { size, .. }
            | Self::Chess(size)
            | Self::Octi(size) => Some(size),
            Self::Backgammon => None,
        }
    }

    /// Reads one point.
    ///
    /// # Errors
    /// The value is not a point of the board.
    pub fn point(self, raw: &str) -> Result<Point, ValueErrorKind> {
        let kind = |error: ValueError| error.kind;
        match self {
            Self::GoLike(size) => value::point::parse_lenient(raw, size)
                .map(|read| read.value)
                .map_err(kind),
            Self::Labeled(size) => hex::parse_point_lenient(raw, size)
                .map(|read| read.value)
                .map_err(kind),
            Self::LinesOfAction { size, inverted } => {
                lines_of_action::Point::parse_lenient(raw, size)
                    .map(|read| loa_point(read.value, size, inverted))
                    .map_err(kind)
            }
            Self::Chess(size) => lines_of_action::Point::parse_lenient(raw, size)
                .map(|read| loa_point(read.value, size, false))
                .or_else(|error| {
                    let go_like = value::point::parse_lenient(raw, size);
                    go_like.map(|read| read.value).map_err(|_| error.kind)
                }),
            Self::Octi(size) => {
                let read = octi::Stone::parse_lenient(raw).map_err(kind)?;
                octi_point(read.value.point, size).ok_or(ValueErrorKind::OffBoard)
            }
            Self::Backgammon => backgammon::Point::parse_lenient(raw)
                .map(|read| backgammon_point(read.value))
                .map_err(kind),
        }
    }

    /// Returns all points of a list, each once, with rectangles expanded. Unreadable values are noted and skipped.
    pub fn list(
        self,
        node: Node<'_>,
        identifier: &'static str,
        notes: &mut Vec<Note>,
    ) -> BTreeSet<Point> {
        let mut left = MOST;
        let mut points = BTreeSet::new();
        let mut go_like = PointSet::EMPTY;
        for raw in node.values(identifier).filter(|raw| !raw.is_empty()) {
            let read = if let Self::GoLike(size) = self {
                go_rows(raw, size, |row, columns| {
                    let end = |column| Point::new(column, row);
                    go_like.insert_item(PointItem::between(
                        end(*columns.start()),
                        end(*columns.end()),
                    ));
                })
            } else {
                self.each_row(raw, &mut left, |row, columns| {
                    points.extend(columns.map(|column| Point::new(column, row)));
                })
            };
            if let Err(error) = read {
                notes.push(Note::new(node, raw, error.kind(identifier)));
            }
        }
        points.extend(go_like.iter());
        points
    }

    /// Gives the points of a value of a list by rows: the number of each, and its columns. `left`: the
    /// points that large rectangles may still name.
    pub(crate) fn each_row(
        self,
        raw: &str,
        left: &mut usize,
        mut take: impl FnMut(u16, RangeInclusive<u16>),
    ) -> Result<(), PointsError> {
        if let Self::GoLike(size) = self {
            return go_rows(raw, size, take);
        }
        let [a, b] = self.rectangle(raw).map_err(PointsError::Value)?;
        let columns = a.x.min(b.x)..=a.x.max(b.x);
        let rows = a.y.min(b.y)..=a.y.max(b.y);
        let area = columns.len() * rows.len();
        if area > LARGE {
            *left = left.checked_sub(area).ok_or(PointsError::TooMany)?;
        }
        for row in rows {
            take(row, columns.clone());
        }
        Ok(())
    }

    /// Returns the raw value of a point, which [`Self::point`] reads.
    #[must_use]
    pub fn name(self, point: Point) -> String {
        let Point { x, y } = point;
        let from_bottom = |size: Size| size.rows().saturating_sub(1).saturating_sub(y);
        match self {
            Self::GoLike(_) => point.to_string(),
            Self::Labeled(_) | Self::LinesOfAction { inverted: true, .. } => {
                hex::name(point).to_string()
            }
            Self::LinesOfAction { size, .. } | Self::Chess(size) => {
                hex::name(Point::new(x, from_bottom(size))).to_string()
            }
            Self::Octi(size) => format!("{}{}", x + 1, from_bottom(size) + 1),
            Self::Backgammon => Axis::LowerLetters.name(x).to_string(),
        }
    }

    /// Returns the values that name the other points of a value of a list; `None` if the value does not contain the
    /// point.
    #[must_use]
    pub fn without(self, raw: &str, point: Point) -> Option<Vec<String>> {
        let mut rows: Vec<[Point; 2]> = Vec::new();
        let mut contains = false;
        let mut left = MOST;
        // Points off the board have no mark: the others are given in spite of the error.
        let _ = self.each_row(raw, &mut left, |row, columns| {
            let (first, last) = (*columns.start(), *columns.end());
            let mut add = |first: u16, last: u16| {
                rows.push([Point::new(first, row), Point::new(last, row)]);
            };
            if row != point.y || !columns.contains(&point.x) {
                return add(first, last);
            }
            contains = true;
            if first < point.x {
                add(first, point.x - 1);
            }
            if point.x < last {
                add(point.x + 1, last);
            }
        });
        if !contains {
            return None;
        }
        let mut rectangles: Vec<[Point; 2]> = Vec::new();
        for [from, to] in rows {
            match rectangles.last_mut() {
                Some([first, last])
                    if first.x == from.x && last.x == to.x && last.y + 1 == from.y =>
                {
                    last.y = to.y;
                }
                _ => rectangles.push([from, to]),
            }
        }
        let value = |[first, last]: [Point; 2]| {
            if first == last {
                self.name(first)
            } else {
                format!("{}:{}", self.name(first), self.name(last))
            }
        };
        Some(rectangles.into_iter().map(value).collect())
    }

    /// Both corners.
    fn rectangle(self, raw: &str) -> Result<[Point; 2], ValueErrorKind> {
        match raw.split_once(':') {
            Some((a, b)) => Ok([self.point(a)?, self.point(b)?]),
            None => self.point(raw).map(|point| [point; 2]),
        }
    }
}

/// Calls back with the points of a value on a Go board by rows, like [`Notation::each_row`]; rectangles are clipped to
/// the board.
#[inline]
pub(crate) fn go_rows(
    raw: &str,
    size: Size,
    mut take: impl FnMut(u16, RangeInclusive<u16>),
) -> Result<(), PointsError> {
    let mut missed = None;
    let mut take_item = |item: PointItem| {
        for (row, columns) in item.rows() {
            let (first, last) = (*columns.start(), *columns.end());
            let inside = if row < size.rows() { size.columns() } else { 0 };
            if first < inside {
                take(row, first..=last.min(inside - 1));
            }
            if last >= inside {
                let point = Point::new(first.max(inside), row);
                missed.get_or_insert(OffBoard { point, size });
            }
        }
    };
    if let Ok(item) = PointItem::parse(raw, size) {
        take_item(item);
    } else {
        let read = point_list::parse_lenient(raw, size)
            .or_else(|error| point_list::parse_lenient(raw, Size::LARGEST).map_err(|_| error))
            .map_err(|error| PointsError::Value(error.kind))?;
        read.value.into_iter().for_each(&mut take_item);
    }
    missed.map_or(Ok(()), |off| Err(PointsError::OffBoard(off)))
}

/// The point of a move that is written as in Go; `None` for a pass.
pub(crate) fn go_move(raw: &str, size: Size) -> Result<Option<Point>, ValueError> {
    let read = value::r#move::parse_lenient(raw, size)?;
    Ok(read.value.point())
}

pub(crate) fn loa_point(point: lines_of_action::Point, size: Size, inverted: bool) -> Point {
    let row = u16::from(point.row);
    let y = if inverted {
        row
    } else {
        size.rows().saturating_sub(1).saturating_sub(row)
    };
    Point::new(point.column.into(), y)
}

pub(crate) fn backgammon_point(point: backgammon::Point) -> Point {
    let x = match point {
        backgammon::Point::BAR => 24,
        backgammon::Point::TRAY => 25,
        _ => point.white_number().map_or(0, |number| number - 1),
    };
    Point::new(x.into(), 0)
}
