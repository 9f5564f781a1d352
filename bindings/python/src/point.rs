//! Colors, points and moves of Go, from Python.

use kifu::value::{Color, Move, Point, Size};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error;

/// A color: `"B"`, `"black"`, `"W"`, `"white"`.
pub(crate) fn color(value: &Bound<'_, PyAny>) -> PyResult<Color> {
    let name = value.extract::<String>()?;
    let read = kifu::value::color::parse_lenient(&name);
    let read =
        read.map_err(|_| PyValueError::new_err(format!("{name:?}: expected \"B\" or \"W\"")))?;
    Ok(read.value)
}

/// A point: `(x, y)` or two letters.
pub(crate) fn point_of(value: &Bound<'_, PyAny>) -> PyResult<Point> {
    if let Ok(letters) = value.cast::<PyString>() {
        let letters = letters.to_cow()?;
        return kifu::value::point::parse(&letters).map_err(|error| {
            let expected = "expected two letters as in SGF, such as \"pd\"";
            PyValueError::new_err(format!("{letters:?}: {error}; {expected}"))
        });
    }
    let (x, y) = coordinates(value)?;
    let largest = i64::from(Size::LETTERS);
    match (u16::try_from(x), u16::try_from(y)) {
        (Ok(column), Ok(row)) if x < largest && y < largest => Ok(Point::new(column, row)),
        _ => Err(PyValueError::new_err(format!(
            "({x}, {y}): coordinates must be 0 or greater and below {largest}; a pass is `None`"
        ))),
    }
}

/// The numbers of a point that is a pair of them.
fn coordinates(value: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
    let pair = || {
        if value.len()? != 2 {
            return Err(PyTypeError::new_err(""));
        }
        let number = |index: usize| value.get_item(index)?.extract::<i64>();
        Ok((number(0)?, number(1)?))
    };
    pair().map_err(|_: PyErr| {
        PyTypeError::new_err("expected a point: a tuple (x, y) or two letters such as \"pd\"")
    })
}

/// A point of a Go board of this size.
pub(crate) fn point_on(size: Size, value: &Bound<'_, PyAny>) -> PyResult<Point> {
    let (x, y) = if value.is_instance_of::<PyString>() {
        let point = point_of(value)?;
        (point.x.into(), point.y.into())
    } else {
        coordinates(value)?
    };
    let found = u16::try_from(x).ok().zip(u16::try_from(y).ok());
    let found = found.map(|(column, row)| Point::new(column, row));
    found.filter(|point| size.contains(*point)).ok_or_else(|| {
        let message = format!("({x}, {y}): off the board of {size}; a pass is `None`");
        error::new(error::off_board(value.py()), message)
    })
}

/// A move of Go on a board of this size.
pub(crate) fn go_move_on(size: Size, value: &Bound<'_, PyAny>) -> PyResult<Move> {
    if is_pass(value)? {
        Ok(Move::Pass)
    } else if value.is_instance(error::r#move(value.py())?)? {
        go_move_on(size, &value.get_item(1)?)
    } else {
        point_on(size, value).map(Move::Play)
    }
}

/// Whether a move of Go is a pass: `None`, `""`, or a `kifu.Move` with one of them.
pub(crate) fn is_pass(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance(error::r#move(value.py())?)? {
        return is_pass(&value.get_item(1)?);
    }
    let text = value.cast::<PyString>();
    Ok(value.is_none() || text.is_ok_and(|text| text.len().is_ok_and(|length| length == 0)))
}

/// A move of Go: `None` or `""` for a pass, a `kifu.Move`, or a point.
pub(crate) fn go_move_of(value: &Bound<'_, PyAny>) -> PyResult<Move> {
    if value.is_none() {
        return Ok(Move::Pass);
    }
    if value.is_instance(error::r#move(value.py())?)? {
        return go_move_of(&value.get_item(1)?);
    }
    if let Ok(text) = value.cast::<PyString>()
        && text.to_cow()?.is_empty()
    {
        return Ok(Move::Pass);
    }
    point_of(value).map(Move::Play)
}
