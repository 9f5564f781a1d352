//! Bytes of any length as ``bytes``.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A `bytes` object of these bytes. They are copied without the interpreter: for large files that takes as long as
/// writing them.
pub(crate) fn to_python(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |place| {
        py.detach(|| place.copy_from_slice(&bytes));
        Ok(())
    })
}
