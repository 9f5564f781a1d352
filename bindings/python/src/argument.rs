//! Arguments whose mistakes are reported in plain words.

use std::ops::Range;

use pyo3::exceptions::{PyTypeError, PyValueError};
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
            items.map(|item| item?.extract()).collect::<PyResult<_>>()?,
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
