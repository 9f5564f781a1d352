//! Points as the games write them, and lists of points.

use std::collections::BTreeSet;

use kifu_sgf::games::{backgammon, hex, lines_of_action};
use kifu_sgf::value::{PointItem, PointSet, Size, ValueError, ValueErrorKind, point_list};
use kifu_sgf::{Node, value};

use super::note::{Note, NoteKind, note};
use crate::scene::Point;

/// The most points that large rectangles may name outside of Go-like games: in the
/// values of one property, or in all setup on the way to a node. A few letters can
/// name half a million, so that a small file could ask for days of work.
pub(super) const MOST: usize = 1 << 23;

/// What is said of a rectangle that goes beyond that.
const TOO_MANY: &str = "rectangles name more points than any game needs; this one is left out";

/// A rectangle is large that has more points than the largest Go board.
const LARGE: usize = 52 * 52;

/// How the points of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Two letters.
    GoLike(Size),
    /// Letters and a number, counted from the top: Hex and `TwixT`.
    Labelled(Size),
    /// A letter and a number; from the bottom unless `inverted`.
    LinesOfAction { size: Size, inverted: bool },
    /// One letter.
    Backgammon,
}

impl Reader {
    /// One point.
    pub(super) fn point(self, raw: &str) -> Result<Point, ValueErrorKind> {
        let kind = |error: ValueError| error.kind;
        match self {
            Self::GoLike(size) => value::Point::parse_lenient(raw, size)
                .map(|read| at(read.value))
                .map_err(kind),
            Self::Labelled(size) => hex::Point::parse_lenient(raw, size)
                .map(|read| Point::new(read.value.column, read.value.row))
                .map_err(kind),
            Self::LinesOfAction { size, inverted } => {
                lines_of_action::Point::parse_lenient(raw, size)
                    .map(|read| loa_point(read.value, size, inverted))
                    .map_err(kind)
            }
            Self::Backgammon => backgammon::Point::parse_lenient(raw)
                .map(|read| backgammon_point(read.value))
                .map_err(kind),
        }
    }

    /// All points of a list, once each, rectangles filled.
    pub(super) fn list(
        self,
        node: Node<'_>,
        identifier: &str,
        notes: &mut Vec<Note>,
    ) -> BTreeSet<Point> {
        let mut left = MOST;
        self.list_within(node, identifier, notes, &mut left)
    }

    /// [`list`](Self::list), with the points that large rectangles may still name.
    pub(super) fn list_within(
        self,
        node: Node<'_>,
        identifier: &str,
        notes: &mut Vec<Note>,
        left: &mut usize,
    ) -> BTreeSet<Point> {
        let mut points = BTreeSet::new();
        let mut go_like = PointSet::EMPTY;
        for raw in node.values(identifier).filter(|raw| !raw.is_empty()) {
            let read = if let Self::GoLike(size) = self {
                items(raw, size).map(|read| {
                    for item in &read {
                        go_like.extend(item.points().filter(|&p| size.contains(p)));
                    }
                    let is_off = |item: &PointItem| item.points().any(|p| !size.contains(p));
                    read.iter().any(is_off)
                })
            } else {
                self.rectangle(raw).map(|[a, b]| {
                    let (columns, rows) =
                        (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
                    let area = columns.len() * rows.len();
                    if area > LARGE {
                        if area > *left {
                            notes.push(note(node, raw, NoteKind::Rule(TOO_MANY)));
                            return false;
                        }
                        *left -= area;
                    }
                    for y in rows {
                        points.extend(columns.clone().map(|x| Point::new(x, y)));
                    }
                    false
                })
            };
            let error = match read {
                Ok(false) => continue,
                Ok(true) => ValueErrorKind::OffBoard,
                Err(error) => error,
            };
            let kind = NoteKind::Value {
                identifier: identifier.into(),
                error,
            };
            notes.push(note(node, raw, kind));
        }
        points.extend(go_like.iter().map(at));
        points
    }

    /// Both corners.
    fn rectangle(self, raw: &str) -> Result<[Point; 2], ValueErrorKind> {
        match raw.split_once(':') {
            Some((a, b)) => Ok([self.point(a)?, self.point(b)?]),
            None => self.point(raw).map(|point| [point; 2]),
        }
    }
}

/// The items of a value, on the board or not.
fn items(raw: &str, size: Size) -> Result<Vec<PointItem>, ValueErrorKind> {
    const LETTERS: Size = Size::square(value::point::MAX as u16);
    point_list::parse_lenient(raw, size)
        .or_else(|error| match error.kind {
            ValueErrorKind::OffBoard if raw.contains(':') => {
                point_list::parse_lenient(raw, LETTERS).map_err(|_| error)
            }
            _ => Err(error),
        })
        .map(|read| read.value)
        .map_err(|error| error.kind)
}

pub(super) fn at(point: value::Point) -> Point {
    Point::new(point.column.into(), point.row.into())
}

/// Where a move that is written as in Go is made; `None` for a pass.
pub(super) fn go_move(raw: &str, size: Size) -> Result<Option<Point>, ValueError> {
    let read = value::Move::parse_lenient(raw, size)?;
    Ok(read.value.point().map(at))
}

pub(super) fn loa_point(point: lines_of_action::Point, size: Size, inverted: bool) -> Point {
    let row = u16::from(point.row);
    let y = if inverted {
        row
    } else {
        size.rows.saturating_sub(1).saturating_sub(row)
    };
    Point::new(point.column.into(), y)
}

pub(super) fn backgammon_point(point: backgammon::Point) -> Point {
    let x = match point {
        backgammon::Point::BAR => 24,
        backgammon::Point::TRAY => 25,
        _ => point.white_number().map_or(0, |number| number - 1),
    };
    Point::new(x.into(), 0)
}
