//! Queries of a database.

use kifu::games::go::Replay;
use kifu::go::{Board as Stones, Point, Size};
use kifu::store::{Anchor, Drawing, Pattern, Query, Step};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::argument;
use crate::board::Board;
use crate::game::ensure_go;
use crate::node::Node;
use crate::value;

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A query for a pattern.
pub(crate) fn new(
    source: &Bound<'_, PyAny>,
    anchor: Option<&str>,
    area: Option<&Bound<'_, PyAny>>,
) -> PyResult<Query> {
    let mut pattern = pattern(source, area)?;
    if let Some(name) = anchor {
        let anchor = Anchor::from_name(name).ok_or_else(|| {
            wrong(format!(
                "anchor={name:?}: expected a corner (\"NE\"), a side (\"N\"), \"anywhere\" or \"full\""
            ))
        })?;
        let is_drawing = source.is_instance_of::<PyString>();
        let drawn = if is_drawing {
            pattern.anchor()
        } else {
            Anchor::ANYWHERE
        };
        let anchor = anchor.of_drawing(drawn).map_err(wrong)?;
        pattern = pattern.anchored(anchor).map_err(wrong)?;
    }
    Ok(Query::new(pattern))
}

/// Adds what limits the hits.
pub(crate) fn narrow(
    query: &mut Query,
    next: Option<&Bound<'_, PyAny>>,
    moves: Option<&Bound<'_, PyAny>>,
    sequence: Option<&str>,
    later: &[Bound<'_, PyAny>],
) -> PyResult<()> {
    query.next = next.map(value::color).transpose()?;
    if let Some(range) = moves {
        let range = argument::range(range)?;
        let last = range.end.checked_sub(1).filter(|last| *last >= range.start);
        let last = last.ok_or_else(|| wrong("moves: the range is empty"))?;
        query.moves = range.start..=last;
    }
    if let Some(text) = sequence {
        query.sequence = Step::parse_all(text, &query.pattern).map_err(wrong)?;
    }
    query.later = later
        .iter()
        .map(|pattern| self::pattern(pattern, None))
        .collect::<PyResult<_>>()?;
    Ok(())
}

/// Refuses a drawing that lacks edges; one that is too large for the boards of an index has no games there.
pub(crate) fn ensure_place(query: &Query, sizes: &[Size]) -> PyResult<()> {
    match query.ensure_place(sizes) {
        Err(error) if error.fits_at_edges() => Err(wrong(format!(
            "{error}; draw them, or use `anchor` (\"full\" is the whole board) or slide=True"
        ))),
        _ => Ok(()),
    }
}

fn pattern(source: &Bound<'_, PyAny>, area: Option<&Bound<'_, PyAny>>) -> PyResult<Pattern> {
    let py = source.py();
    if let Ok(text) = source.extract::<String>() {
        if area.is_some() {
            return Err(wrong("area: only of a Board or a Node"));
        }
        return text
            .parse::<Drawing>()
            .and_then(|drawing| drawing.pattern())
            .map_err(wrong);
    }
    let area = area.map(corners).transpose()?;
    if let Ok(board) = source.cast::<Board>() {
        return board.get().with(py, |game| of_board(game.board(), area));
    }
    if let Ok(node) = source.cast::<Node>() {
        return node.get().read_detached(py, |node| {
            ensure_go(node)?;
            of_board(Replay::at(node).game().board(), area)
        })?;
    }
    Err(PyTypeError::new_err(
        "expected a drawing, a Board or a Node",
    ))
}

fn corners(area: &Bound<'_, PyAny>) -> PyResult<(Point, Point)> {
    let (one, other) = area.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
    let (one, other) = (value::point_of(&one)?, value::point_of(&other)?);
    let first = Point::new(one.x.min(other.x), one.y.min(other.y));
    let last = Point::new(one.x.max(other.x), one.y.max(other.y));
    Ok((first, last))
}

fn of_board(board: &Stones, area: Option<(Point, Point)>) -> PyResult<Pattern> {
    let Some((first, last)) = area else {
        return Ok(Pattern::of_board(board));
    };
    let (columns, rows) = (last.x - first.x + 1, last.y - first.y + 1);
    Pattern::of_area(board, first, columns, rows)
        .ok_or_else(|| wrong("area: a point is not on the board"))
}
