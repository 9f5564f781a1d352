//! Arguments whose mistakes are reported in plain words.

use std::ops::Range;

use kifu::go::Size;
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyRange, PyRangeMethods as _, PyString};

/// The number of an argument, if it is at least `least` and fits the type.
pub(crate) fn whole<T: TryFrom<i128>>(name: &str, number: i128, least: i128) -> PyResult<T> {
    let error = |limit: String| PyValueError::new_err(format!("{name}={number}: {limit}"));
    if number < least {
        return Err(error(format!("expected {least} or greater")));
    }
    T::try_from(number).map_err(|_| error("too large".to_owned()))
}

/// A text: ``str`` without lone surrogates, which are no characters.
#[derive(Clone, Debug)]
pub(crate) struct Text(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(text: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        text.extract()
            .map(Self)
            .map_err(|error| without_surrogates(text.py(), error))
    }
}

/// A ``ValueError`` that names the lone surrogate of a ``UnicodeEncodeError``; other errors stay.
pub(crate) fn without_surrogates(py: Python<'_>, error: PyErr) -> PyErr {
    let named = || {
        let value = error.value(py);
        let at = value.getattr("start")?.extract::<usize>()?;
        let char = value.getattr("object")?.get_item(at)?;
        let code = py.import("builtins")?.getattr("ord")?.call1((char,))?;
        let code = code.extract::<u32>()?;
        Ok(format!(
            "U+{code:04X} at position {at}: a lone surrogate, which is no character and cannot be written"
        ))
    };
    if !error.is_instance_of::<PyUnicodeEncodeError>(py) {
        return error;
    }
    named().map_or_else(|failed: PyErr| failed, PyValueError::new_err)
}

/// Several texts. One `str`, which iterates over its letters, is refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(texts: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if texts.is_instance_of::<PyString>() {
            let message = format!("expected a list of str, such as [{}]", texts.repr()?);
            return Err(PyTypeError::new_err(message));
        }
        let items = texts.try_iter()?;
        Ok(Self(
            items
                .map(|item| Ok(item?.extract::<Text>()?.0))
                .collect::<PyResult<_>>()?,
        ))
    }
}

/// The numbers of a ``range`` of steps of 1. An end beyond all numbers is no limit.
pub(crate) fn range(value: &Bound<'_, PyAny>) -> PyResult<Range<u32>> {
    let wrong = |()| {
        let text = value
            .repr()
            .map_or_else(|_| "?".into(), |text| text.to_string());
        PyValueError::new_err(format!(
            "{text}: expected a range of numbers of at least 0, of step 1"
        ))
    };
    let range = value
        .cast::<PyRange>()
        .map_err(|_| PyTypeError::new_err("expected a range"))?;
    let part = |part: PyResult<isize>| match part {
        Ok(part @ 0..) => Ok(u32::try_from(part).unwrap_or(u32::MAX)),
        // Beyond `isize`: numbers of either sign.
        _ => Err(()),
    };
    if range.step()? != 1 {
        return Err(wrong(()));
    }
    Ok(part(range.start()).map_err(wrong)?..part(range.stop()).map_err(wrong)?)
}

/// The size of a board: a number, or columns and rows.
pub(crate) fn size_of(size: &Bound<'_, PyAny>) -> PyResult<Size> {
    let (columns, rows) = match size.extract::<i64>() {
        Ok(length) => (length, length),
        Err(_) => size.extract::<(i64, i64)>().map_err(|_| {
            let found = size
                .repr()
                .map_or_else(|_| "?".to_owned(), |text| text.to_string());
            PyTypeError::new_err(format!(
                "size={found}: expected a number, or a tuple of columns and rows"
            ))
        })?,
    };
    let longest = Size::LETTERS;
    let checked = |length: i64| u16::try_from(length).ok().filter(|side| *side <= longest);
    let size = checked(columns).zip(checked(rows));
    let size = size.and_then(|(columns, rows)| Size::new(columns, rows).ok());
    size.ok_or_else(|| {
        let message = format!("size {columns}×{rows}: a side must be from 1 to {longest}");
        PyValueError::new_err(message)
    })
}
